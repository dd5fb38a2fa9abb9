/* A self-organizing list: most candidates of a search are dominated, and mostly by the same few plans, so an entry that
 * dominates moves half way to the top. The order never shows in the result. */
#include "plan/front.h"

#include <stdlib.h>

static bool at_least_as_good(const plan_vector *a, const plan_vector *b)
{
    return a->sram_bytes <= b->sram_bytes && a->seconds <= b->seconds && a->syncs <= b->syncs &&
           a->noc_bytes <= b->noc_bytes;
}

static void swap_entries(plan_front *f, uint32_t i, uint32_t j)
{
    front_entry other = f->entries[i];
    f->entries[i] = f->entries[j];
    f->entries[j] = other;
}

bool front_dominates(plan_front *f, const plan_vector *v)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (at_least_as_good(&f->entries[i].v, v)) {
            swap_entries(f, i, i / 2);
            return true;
        }
    return false;
}

static void drop_dominated(plan_front *f, const plan_vector *v)
{
    for (uint32_t i = 0; i < f->count;)
        if (at_least_as_good(v, &f->entries[i].v))
            swap_entries(f, i, --f->count);
        else
            i++;
}

static bool make_room(plan_front *f)
{
    if (f->count < f->room)
        return true;
    uint32_t room = f->room ? f->room * 2 : 64;
    plan *plans = realloc(f->plans, room * sizeof *plans);
    if (plans)
        f->plans = plans;
    front_entry *entries = realloc(f->entries, room * sizeof *entries);
    if (entries)
        f->entries = entries;
    if (!plans || !entries)
        return false;
    for (uint32_t i = f->room; i < room; i++)
        f->entries[i].slot = i;
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
    front_entry *e = &f->entries[f->count++];
    e->v = *v;
    f->plans[e->slot] = *p;
    return true;
}

void front_free(plan_front *f)
{
    free(f->plans);
    free(f->entries);
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
