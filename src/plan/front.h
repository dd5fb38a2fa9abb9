/* Plans that no other plan is at least as good as, in every cost that counts. */
#ifndef PLAN_FRONT_H
#define PLAN_FRONT_H

#include "plan/plan.h"

/* Less is better in each. */
typedef struct plan_vector {
    uint64_t sram_bytes;
    double seconds;
    uint64_t syncs;
    uint64_t noc_bytes;
    uint32_t plan; /* its place in plan_front.plans; set by front_add */
} plan_vector;

/* Vectors by ascending SRAM, so that a search for what dominates ends early; the plans themselves stay where they were
 * put. */
typedef struct plan_front {
    uint32_t count, room;
    plan_vector *vectors;
    plan *plans;
    uint32_t used; /* places of `plans` in use or left behind by dropped vectors */
    uint32_t last; /* the vector that dominated last: likely to dominate again */
} plan_front;

bool front_dominates(plan_front *f, const plan_vector *v);

/* Add `p` unless it is dominated (a plan equal in everything is: the first stays); drops what it dominates. False when
 * out of memory. */
bool front_add(plan_front *f, const plan *p, const plan_vector *v);
void front_free(plan_front *f);

/* Order by SRAM, then seconds, then bytes, then syncs; vectors alone move. */
void front_sort(plan_front *f);

#endif
