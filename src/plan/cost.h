/* What one complete plan costs, bandwidths aside. */
#ifndef PLAN_COST_H
#define PLAN_COST_H

#include "plan/problem.h"

enum { SYNCS_AN_EXCHANGE = 2 }; /* before and after: nobody sends into memory that is in use */

/* needs: parts and temporal. leaves: loop and every cost field but preloads and time_s. */
void plan_cost(const plan_problem *pr, plan *p);

/* The kernel of one step, by spatial parts and steps of each dim. */
kernel_call plan_kernel(const plan_problem *pr, const uint32_t *parts, const uint32_t *steps);

/* Seconds that the kernels of all steps take at least, with these steps or more of them. */
double plan_floor_s(const plan_problem *pr, const uint32_t *parts, const uint32_t *steps);

/* The kernel that sums `copies` partial pieces, each core its share of the elements (k: copies; 1: nothing to do). */
kernel_call plan_reduction(const plan_problem *pr, uint64_t elements, uint32_t copies);

/* The same two of a plan. */
kernel_call plan_step_call(const plan_problem *pr, const plan *p);
kernel_call plan_reduction_call(const plan_problem *pr, const plan *p);

/* How often an operand's piece changes under the plan's loop order, the last step not counted. */
uint64_t plan_changes(const plan_problem *pr, const plan *p, uint32_t operand);

#endif
