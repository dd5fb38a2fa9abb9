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
} plan_vector;

typedef struct plan_front {
    uint32_t count, room;
    plan *plans;
    plan_vector *vectors;
    uint32_t last; /* the plan that dominated last: likely to dominate again */
} plan_front;

bool front_dominates(plan_front *f, const plan_vector *v);

/* Add `p` unless it is dominated (a plan equal in everything is: the first stays); drops what it dominates. False when
 * out of memory. */
bool front_add(plan_front *f, const plan *p, const plan_vector *v);
void front_free(plan_front *f);

/* Order by SRAM, then seconds, then bytes, then syncs. */
void front_sort(plan_front *f);

#endif
