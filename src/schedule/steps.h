/* The alternatives of each operator as steps from fast and large to slow and small: what the allocation of SRAM chooses
 * from. */
#ifndef SCHEDULE_STEPS_H
#define SCHEDULE_STEPS_H

#include "schedule/design.h"

/* The preload states of one plan. */
typedef struct preload_steps {
    uint32_t count;
    uint64_t *sram;  /* descending */
    double *seconds; /* ascending: redistribution, and what the preload takes longer than the quickest state's */
    double *load_s;  /* the preload alone */
    uint32_t *state; /* index into plan->preloads */
} preload_steps;

/* The execute-state plans of one operator. */
typedef struct execute_steps {
    uint32_t count;
    uint64_t *sram;  /* descending */
    double *seconds; /* ascending; beside a preload */
    const plan **plans;
    preload_steps *preload; /* by step */
} execute_steps;

/* One entry an operator; alike operators share theirs. ANTLER_INFEASIBLE when a plan set is empty. */
antler_status steps_build(const schedule_input *in, arena *a, const execute_steps ***out, antler_error *err);

#endif
