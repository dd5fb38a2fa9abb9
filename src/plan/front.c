#include "plan/front.h"

#include <stdlib.h>
#include <string.h>

static bool at_least_as_good(const plan_vector *a, const plan_vector *b)
{
    return a->sram_bytes <= b->sram_bytes && a->seconds <= b->seconds && a->syncs <= b->syncs &&
           a->noc_bytes <= b->noc_bytes;
}

bool front_dominates(plan_front *f, const plan_vector *v)
{
    if (f->last < f->count && at_least_as_good(&f->vectors[f->last], v))
        return true;
    for (uint32_t i = 0; i < f->count && f->vectors[i].sram_bytes <= v->sram_bytes; i++)
        if (at_least_as_good(&f->vectors[i], v)) {
            f->last = i;
            return true;
        }
    return false;
}

/* Drops what `v` dominates, which lies at its SRAM or above; returns a place that this left free, or f->used. */
static uint32_t drop_dominated(plan_front *f, const plan_vector *v)
{
    uint32_t kept = 0;
    uint32_t place = f->used;
    for (uint32_t i = 0; i < f->count; i++) {
        if (at_least_as_good(v, &f->vectors[i]))
            place = f->vectors[i].plan;
        else
            f->vectors[kept++] = f->vectors[i];
    }
    f->count = kept;
    return place;
}

static bool make_room(plan_front *f)
{
    if (f->used < f->room)
        return true;
    uint32_t room = f->room ? f->room * 2 : 64;
    plan *plans = realloc(f->plans, room * sizeof *plans);
    if (plans)
        f->plans = plans;
    plan_vector *vectors = realloc(f->vectors, room * sizeof *vectors);
    if (vectors)
        f->vectors = vectors;
    if (!plans || !vectors)
        return false;
    f->room = room;
    return true;
}

bool front_add(plan_front *f, const plan *p, const plan_vector *v)
{
    if (front_dominates(f, v))
        return true;
    if (!make_room(f))
        return false;
    uint32_t place = drop_dominated(f, v);
    f->used += place == f->used;
    f->plans[place] = *p;
    uint32_t at = f->count;
    while (at > 0 && f->vectors[at - 1].sram_bytes > v->sram_bytes)
        at--;
    memmove(&f->vectors[at + 1], &f->vectors[at], (f->count - at) * sizeof *f->vectors);
    f->vectors[at] = *v;
    f->vectors[at].plan = place;
    f->count++;
    return true;
}

void front_free(plan_front *f)
{
    free(f->plans);
    free(f->vectors);
    *f = (plan_front){0};
}

static int by_cost(const void *x, const void *y)
{
    const plan_vector *a = x;
    const plan_vector *b = y;
    if (a->sram_bytes != b->sram_bytes)
        return a->sram_bytes < b->sram_bytes ? -1 : 1;
    if (a->seconds != b->seconds)
        return a->seconds < b->seconds ? -1 : 1;
    if (a->noc_bytes != b->noc_bytes)
        return a->noc_bytes < b->noc_bytes ? -1 : 1;
    return (a->syncs > b->syncs) - (a->syncs < b->syncs);
}

/* No two vectors of a front are equal: the order is total. */
void front_sort(plan_front *f)
{
    if (f->count > 1)
        qsort(f->vectors, f->count, sizeof *f->vectors, by_cost);
}
