#include "plan/front.h"

#include <stdlib.h>

static bool at_least_as_good(const plan_vector *a, const plan_vector *b)
{
    return a->sram_bytes <= b->sram_bytes && a->seconds <= b->seconds && a->syncs <= b->syncs &&
           a->noc_bytes <= b->noc_bytes;
}

bool front_dominates(plan_front *f, const plan_vector *v)
{
    if (f->last < f->count && at_least_as_good(&f->vectors[f->last], v))
        return true;
    for (uint32_t i = 0; i < f->count; i++)
        if (at_least_as_good(&f->vectors[i], v)) {
            f->last = i;
            return true;
        }
    return false;
}

static void drop_dominated(plan_front *f, const plan_vector *v)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        if (at_least_as_good(v, &f->vectors[i]))
            continue;
        f->plans[kept] = f->plans[i];
        f->vectors[kept] = f->vectors[i];
        kept++;
    }
    f->count = kept;
}

static bool make_room(plan_front *f)
{
    if (f->count < f->room)
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
    drop_dominated(f, v);
    if (!make_room(f))
        return false;
    f->plans[f->count] = *p;
    f->vectors[f->count] = *v;
    f->count++;
    return true;
}

void front_free(plan_front *f)
{
    free(f->plans);
    free(f->vectors);
    *f = (plan_front){0};
}

static bool before(const plan_vector *a, const plan_vector *b)
{
    if (a->sram_bytes != b->sram_bytes)
        return a->sram_bytes < b->sram_bytes;
    if (a->seconds != b->seconds)
        return a->seconds < b->seconds;
    if (a->noc_bytes != b->noc_bytes)
        return a->noc_bytes < b->noc_bytes;
    return a->syncs < b->syncs;
}

/* Insertion sort: stable, and the two arrays move together. */
void front_sort(plan_front *f)
{
    for (uint32_t i = 1; i < f->count; i++) {
        plan p = f->plans[i];
        plan_vector v = f->vectors[i];
        uint32_t j = i;
        for (; j > 0 && before(&v, &f->vectors[j - 1]); j--) {
            f->plans[j] = f->plans[j - 1];
            f->vectors[j] = f->vectors[j - 1];
        }
        f->plans[j] = p;
        f->vectors[j] = v;
    }
}
