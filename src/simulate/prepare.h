/* A program's phases and preloads on one machine: seconds and footprints, computed once, alike ones shared. */
#ifndef SIMULATE_PREPARE_H
#define SIMULATE_PREPARE_H

#include "program/program.h"

/* A phase: its three parts alternate or run side by side (MODEL.md, "Engine"). */
typedef struct timed_phase {
    double kernel_s; /* all steps */
    double wait_s;   /* synchronizations and latencies */
    uint32_t steps;
    footprint kernel;   /* what the kernels ask of the SRAM port */
    footprint exchange; /* all traffic of the phase */
} timed_phase;

typedef struct timed_op {
    const timed_phase *phases[PROGRAM_MAX_PHASES];
    const footprint *preload; /* NULL: none */
} timed_op;

antler_status prepare(const program *p, const machine *m, arena *a, timed_op **out, antler_error *err);

#endif
