/* Random programs, and random machines as lines for machine_from. */
#ifndef SUPPORT_RANDOM_PROGRAM_H
#define SUPPORT_RANDOM_PROGRAM_H

#include "program/program.h"
#include "support/random.h"

enum { RANDOM_LINE = 768, RANDOM_LEAST_CORES = 4 };

/* 1 or 2 chips of 4 to 9 cores with 3 KiB, any topology, either kernel model, either kind of overlap. */
void random_machine_line(random_state *r, char line[RANDOM_LINE]);

/* This pattern on up to 4 cores. */
traffic random_traffic(random_state *r, traffic_pattern pattern);

/* Any kind, with kernels or none, with traffic or none, or empty. */
phase random_phase(random_state *r);

/* Up to 12 operators that pass program_check on every machine of random_machine_line, unless the preload queue is stuck
 * behind a later operator. SRAM may still be short: then simulate must refuse the program. */
program *random_program(arena *a, random_state *r);

#endif
