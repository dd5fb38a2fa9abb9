/* Run a program on a machine: event by event, rates constant in between. Sees no plan and no estimate. */
#ifndef SIMULATE_SIMULATE_H
#define SIMULATE_SIMULATE_H

#include "program/program.h"

typedef struct sim_span {
    double start_s, end_s;
} sim_span;

/* Totals of one run. The five shares of time add up to latency_s. */
typedef struct sim_result {
    double latency_s;
    double preload_only_s; /* HBM loads while no operator executes */
    double execute_only_s; /* an operator executes while nothing loads */
    double overlap_s;      /* both, less noc_stall_s */
    double noc_stall_s;    /* of the time both run: what contention took from the executing operator */
    double idle_s;         /* neither: waiting for first-access latency */
    double compute_s;      /* kernels running on the slowest core */
    double exchange_s;     /* re-layout, redistribution, shifts, reduction and store, without syncs */
    double sync_s;
    double hbm_bytes;     /* read and written, all chips */
    double noc_bytes;     /* received by cores, all chips, HBM's deliveries included */
    double chip_bytes;    /* over inter-chip links, all chips */
    double hbm_busy_s;    /* bytes / peak bandwidth */
    double noc_mean_util; /* bytes moved over every link / (capacity x time), mean over links */
    double noc_peak_util; /* the busiest link's */
    uint64_t sram_peak;   /* bytes of one core */
    uint64_t events;
    sim_span *preload; /* per operator; NULL unless asked for */
    sim_span *execute;
} sim_result;

/* needs: a checked program. `spans`: also fill the spans (in `a`). ANTLER_BUG when the program deadlocks or overflows
 * SRAM: never a wrong number. Pure: equal inputs give equal bits. */
antler_status simulate(const program *p, const machine *m, bool spans, arena *a, sim_result *out, antler_error *err);

#endif
