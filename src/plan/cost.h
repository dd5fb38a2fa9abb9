/* What one complete plan costs, bandwidths aside. */
#ifndef PLAN_COST_H
#define PLAN_COST_H

#include "plan/problem.h"

/* needs: parts and temporal. leaves: loop and every cost field but preloads and time_s. */
void plan_cost(const plan_problem *pr, plan *p);

/* The kernel of one step and of the final reduction (k: copies reduced; 1: none). */
kernel_call plan_kernel(const plan_problem *pr, const plan *p);
kernel_call plan_reduction(const plan_problem *pr, const plan *p);

/* Whole passes of piece changes of an operand under the plan's loop order (MODEL.md, "Shifts"). */
uint64_t plan_changes(const plan_problem *pr, const plan *p, uint32_t operand);

#endif
