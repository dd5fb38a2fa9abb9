/* A search asks hundreds of thousands of times whether a candidate is dominated by one of hundreds of plans. Costs
 * rounded to float sift the plans, many at once: rounding keeps the order, so what does not dominate rounded does not
 * dominate; what does is compared exactly. And the list organizes itself: an entry that dominates moves half way to the
 * top. Its order never shows in the result. */
#include "plan/front.h"

#include <math.h>
#include <stdlib.h>

typedef struct rough_vector {
    float cost[FRONT_COSTS];
} rough_vector;

static rough_vector roughly(const plan_vector *v)
{
    return (rough_vector){{(float)v->sram_bytes, (float)v->seconds, (float)v->syncs, (float)v->noc_bytes}};
}

static bool at_least_as_good(const plan_vector *a, const plan_vector *b)
{
    return a->sram_bytes <= b->sram_bytes && a->seconds <= b->seconds && a->syncs <= b->syncs &&
           a->noc_bytes <= b->noc_bytes;
}

static float *rough_of(const plan_front *f, uint32_t i)
{
    return f->rough + (size_t)(i / FRONT_BLOCK) * FRONT_BLOCK * FRONT_COSTS + i % FRONT_BLOCK;
}

static void set_rough(plan_front *f, uint32_t i, const rough_vector *r)
{
    for (size_t c = 0; c < FRONT_COSTS; c++)
        rough_of(f, i)[c * FRONT_BLOCK] = r->cost[c];
}

/* Does any entry of the block dominate `r`, rounded? Without a branch, for the vector unit. */
static bool block_may_dominate(const float *block, const rough_vector *r)
{
    int any = 0;
    for (int i = 0; i < FRONT_BLOCK; i++)
        any |= (block[i] <= r->cost[0]) & (block[FRONT_BLOCK + i] <= r->cost[1]) &
               (block[(2 * FRONT_BLOCK) + i] <= r->cost[2]) & (block[3 * FRONT_BLOCK + i] <= r->cost[3]);
    return any != 0;
}

static void swap_entries(plan_front *f, uint32_t i, uint32_t j)
{
    front_entry other = f->entries[i];
    f->entries[i] = f->entries[j];
    f->entries[j] = other;
    for (size_t c = 0; c < FRONT_COSTS; c++) {
        float cost = rough_of(f, i)[c * FRONT_BLOCK];
        rough_of(f, i)[c * FRONT_BLOCK] = rough_of(f, j)[c * FRONT_BLOCK];
        rough_of(f, j)[c * FRONT_BLOCK] = cost;
    }
}

bool front_dominates(plan_front *f, const plan_vector *v)
{
    rough_vector r = roughly(v);
    for (uint32_t first = 0; first < f->count; first += FRONT_BLOCK) {
        if (!block_may_dominate(rough_of(f, first), &r))
            continue;
        for (uint32_t i = first; i < f->count && i < first + FRONT_BLOCK; i++)
            if (at_least_as_good(&f->entries[i].v, v)) {
                swap_entries(f, i, i / 2);
                return true;
            }
    }
    return false;
}

static void drop_dominated(plan_front *f, const plan_vector *v)
{
    static const rough_vector none = {{INFINITY, INFINITY, INFINITY, INFINITY}};
    for (uint32_t i = 0; i < f->count;)
        if (at_least_as_good(v, &f->entries[i].v)) {
            swap_entries(f, i, --f->count);
            set_rough(f, f->count, &none);
            f->dominated++;
        } else {
            i++;
        }
}

static bool make_room(plan_front *f)
{
    if (f->count < f->room)
        return true;
    uint32_t room = f->room ? f->room * 2 : 4 * FRONT_BLOCK;
    plan *plans = realloc(f->plans, room * sizeof *plans);
    if (plans)
        f->plans = plans;
    front_entry *entries = realloc(f->entries, room * sizeof *entries);
    if (entries)
        f->entries = entries;
    float *rough = realloc(f->rough, (size_t)room * FRONT_COSTS * sizeof *rough);
    if (rough)
        f->rough = rough;
    if (!plans || !entries || !rough)
        return false;
    for (uint32_t i = f->room; i < room; i++)
        f->entries[i].slot = i;
    for (size_t i = (size_t)f->room * FRONT_COSTS; i < (size_t)room * FRONT_COSTS; i++)
        f->rough[i] = INFINITY;
    f->room = room;
    return true;
}

bool front_add(plan_front *f, const plan *p, const plan_vector *v)
{
    if (front_dominates(f, v)) {
        f->dominated++;
        return true;
    }
    drop_dominated(f, v);
    if (!make_room(f))
        return false;
    rough_vector r = roughly(v);
    set_rough(f, f->count, &r);
    front_entry *e = &f->entries[f->count++];
    e->v = *v;
    f->plans[e->slot] = *p;
    return true;
}

void front_free(plan_front *f)
{
    free(f->plans);
    free(f->entries);
    free(f->rough);
    *f = (plan_front){0};
}

static int ascending(const void *a, const void *b)
{
    const plan_vector *x = &((const front_entry *)a)->v;
    const plan_vector *y = &((const front_entry *)b)->v;
    if (x->sram_bytes != y->sram_bytes)
        return x->sram_bytes < y->sram_bytes ? -1 : 1;
    if (x->seconds != y->seconds)
        return x->seconds < y->seconds ? -1 : 1;
    if (x->noc_bytes != y->noc_bytes)
        return x->noc_bytes < y->noc_bytes ? -1 : 1;
    return (x->syncs > y->syncs) - (x->syncs < y->syncs);
}

/* No two vectors are equal, so the order is one. */
void front_sort(plan_front *f)
{
    if (f->count > 1)
        qsort(f->entries, f->count, sizeof *f->entries, ascending);
}
