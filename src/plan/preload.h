/* The preload states of a plan. */
#ifndef PLAN_PRELOAD_H
#define PLAN_PRELOAD_H

#include "plan/problem.h"

/* needs: a plan with its parts and temporal parts. leaves: p->preloads in `a`, by ascending SRAM, none dominated; none
 * when no operand comes from HBM. */
antler_status preload_states(const plan_problem *pr, plan *p, arena *a, antler_error *err);

#endif
