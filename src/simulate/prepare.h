/* A program's phases and preloads on one machine: seconds and footprints, computed once, alike ones shared. */
#ifndef SIMULATE_PREPARE_H
#define SIMULATE_PREPARE_H

#include "program/program.h"

/* A phase: its three parts alternate or run side by side (MODEL.md, "Engine"). */
typedef struct timed_phase {
    uint32_t id;       /* 1, 2, ...: distinct phases of a program */
    double kernel_s;   /* all steps */
    double exchange_s; /* all traffic, alone */
    double wait_s;     /* synchronizations and latencies */
    uint32_t steps;
    footprint kernel;   /* what the kernels ask of the SRAM port */
    footprint exchange; /* all traffic of the phase */
} timed_phase;

typedef struct timed_preload {
    uint32_t id; /* 1, 2, ...: distinct preloads of a program */
    footprint load;
    double first_s; /* from the request to the first data at the cores */
} timed_preload;

typedef struct timed_op {
    const timed_phase *phases[PROGRAM_MAX_PHASES];
    const timed_preload *preload; /* NULL: none */
} timed_op;

antler_status prepare(const program *p, const machine *m, arena *a, timed_op **out, antler_error *err);

/* Is there nothing in it that takes time? Such a phase passes without an event. */
static inline bool phase_is_empty(const timed_phase *ph)
{
    return ph->kernel_s + ph->exchange_s + ph->wait_s <= 0;
}

#endif
