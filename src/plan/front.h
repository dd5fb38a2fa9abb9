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

typedef struct front_entry {
    plan_vector v;
    uint32_t slot; /* of its plan; entries past the front's end keep the free slots */
} front_entry;

enum { FRONT_COSTS = 4, FRONT_BLOCK = 16 };

typedef struct plan_front {
    uint32_t count, room; /* room: whole blocks */
    front_entry *entries; /* those that dominate often come first, until front_sort */
    float *rough;         /* the costs rounded, block by block, cost by cost within; INFINITY past the end */
    plan *plans;
    uint64_t dominated; /* plans that front_add turned away or dropped */
} plan_front;

/* Is a plan of the front at least as good as `v` in everything? */
bool front_dominates(plan_front *f, const plan_vector *v);

/* Add `p` unless it is dominated (a plan equal in everything is: the first stays); drops what it dominates. False when
 * out of memory. */
bool front_add(plan_front *f, const plan *p, const plan_vector *v);
void front_free(plan_front *f);

/* Order by SRAM, then seconds, then bytes, then syncs. */
void front_sort(plan_front *f);

static inline const plan *front_plan(const plan_front *f, uint32_t i)
{
    return &f->plans[f->entries[i].slot];
}

#endif
