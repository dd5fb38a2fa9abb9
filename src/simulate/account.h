/* What a run adds up: shares of time and bytes over every resource; at the end, that bytes in equal bytes out. */
#ifndef SIMULATE_ACCOUNT_H
#define SIMULATE_ACCOUNT_H

#include "simulate/pace.h"
#include "simulate/simulate.h"

typedef struct account {
    sim_result result;
    double *moved; /* bytes by resource, one chip */
} account;

antler_status account_open(account *acc, const machine *m, arena *a, antler_error *err);

/* `dt` seconds at this pace. */
void account_interval(account *acc, const timed_phase *ph, const footprint *preload, const pace *pc, double dt);

/* Totals. ANTLER_BUG when what moved is not what the program's footprints ask for. */
antler_status account_close(account *acc, const program *p, const timed_op *ops, const machine *m, double latency_s,
                            antler_error *err);

#endif
