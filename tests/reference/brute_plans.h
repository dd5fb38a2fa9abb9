/* Every plan of an operator by trying every number for every part: the definition, written down again. */
#ifndef REFERENCE_BRUTE_PLANS_H
#define REFERENCE_BRUTE_PLANS_H

#include "plan/front.h"
#include "plan/problem.h"

/* Calls `sink` for each legal plan, costs filled by plan_cost. */
void brute_plans(const plan_problem *pr, void (*sink)(void *self, const plan *p), void *self);

#endif
