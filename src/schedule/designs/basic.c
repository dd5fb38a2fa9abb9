/* Basic: each operator takes its fastest plan that fits; the next operator that loads from HBM preloads only into the
 * SRAM that is left, with the largest state that fits. No joint decision. */
#include "base/error.h"
#include "schedule/choice.h"

typedef struct basic {
    const schedule_input *in;
    choice *choices;
    uint64_t *live;
    int32_t *first;
} basic;

static const plan *fastest_within(const plan_set *set, uint64_t sram)
{
    const plan *best = NULL;
    for (uint32_t i = 0; i < set->count && set->plans[i].sram_bytes <= sram; i++)
        if (!best || set->plans[i].time_s < best->time_s)
            best = &set->plans[i];
    return best;
}

static antler_status choose_plans(basic *b, antler_error *err)
{
    const schedule_input *in = b->in;
    uint64_t sram = machine_sram_bytes(in->m);
    for (uint32_t i = 0; i < in->g->nops; i++) {
        /* kept outputs come only from operators before i: those are chosen */
        uint64_t live = b->live[i];
        const plan *p = live < sram ? fastest_within(in->plans[i], sram - live) : NULL;
        if (!p)
            return choice_infeasible(in, i, live, err);
        b->choices[i].plan = p;
        choice_keep(in->g, i, p, b->live);
    }
    return ANTLER_OK;
}

/* SRAM that stays free while all of the operators from `from` to before `to` run. */
static uint64_t free_between(const basic *b, uint32_t from, uint32_t to)
{
    uint64_t sram = machine_sram_bytes(b->in->m);
    uint64_t least = sram;
    for (uint32_t k = from; k < to; k++) {
        uint64_t used = b->choices[k].plan->sram_bytes + b->live[k];
        uint64_t left = used < sram ? sram - used : 0;
        least = left < least ? left : least;
    }
    return least;
}

/* The preload of `op` runs beside the operators from the previous loader on; when not even its least state fits there,
 * it waits for the end of the operator before it. */
static void choose_preload(basic *b, uint32_t op, int32_t previous)
{
    choice *c = &b->choices[op];
    uint32_t from = previous < 0 ? 0 : (uint32_t)previous;
    uint64_t room = free_between(b, from, op);
    const preload_state *states = c->plan->preloads;
    c->state = 0;
    for (uint32_t i = 0; i < c->plan->npreloads && states[i].sram_bytes <= room; i++)
        c->state = i;
    b->first[op] = states[0].sram_bytes <= room ? previous : (int32_t)op;
    if (b->first[op] == (int32_t)op)
        c->state = c->plan->npreloads - 1;
}

antler_status schedule_basic(const schedule_input *in, arena *a, schedule_output *out, antler_error *err)
{
    uint32_t n = in->g->nops;
    basic b = {.in = in,
               .choices = ARENA_ARRAY(a, choice, n),
               .live = ARENA_ARRAY(a, uint64_t, n),
               .first = ARENA_ARRAY(a, int32_t, n)};
    preload_queue queue = {.op = ARENA_ARRAY(a, uint32_t, n)};
    if (!b.choices || !b.live || !b.first || !queue.op)
        return err_no_memory(err);
    antler_status st = choose_plans(&b, err);
    if (st != ANTLER_OK)
        return st;
    int32_t previous = -1;
    for (uint32_t i = 0; i < n; i++) {
        if (b.choices[i].plan->npreloads == 0)
            continue;
        choose_preload(&b, i, previous);
        previous = (int32_t)i;
    }
    choice_queue(in, b.choices, &queue);
    return choice_program(in, b.choices, &queue, b.first, a, out, err);
}
