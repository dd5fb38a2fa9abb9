/* The checker between schedule and simulate: what a program must be, whoever made it. */
#ifndef PROGRAM_PROGRAM_CHECK_H
#define PROGRAM_PROGRAM_CHECK_H

#include "program/program.h"

/* Every operator executes once and after its inputs, whose outputs are still kept; each one that reads HBM is preloaded
 * once, gated on an operator that executes before everyone whose preload queues from there on; HBM bytes are positive,
 * traffic lies on cores that there are, states fit the core alone. SRAM over time is checked by the engine as it runs.
 * ANTLER_BUG names the operator and the rule. */
antler_status program_check(const program *p, const machine *m, antler_error *err);

#endif
