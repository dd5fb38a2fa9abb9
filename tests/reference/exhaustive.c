#include "reference/exhaustive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

typedef struct walk {
    const schedule_input *in;
    choice choices[EXHAUSTIVE_MOST_OPS];
    uint32_t loaders[EXHAUSTIVE_MOST_OPS], order[EXHAUSTIVE_MOST_OPS];
    bool queued[EXHAUSTIVE_MOST_OPS];
    uint32_t count;
    int32_t first[EXHAUSTIVE_MOST_OPS];
    double best;
    uint64_t tried;
} walk;

/* A program that deadlocks or overflows SRAM is none: the simulator says so. */
static void judge_program(walk *w)
{
    arena *a = arena_new();
    assert_non_null(a);
    preload_queue queue = {.count = w->count, .op = w->order};
    schedule_output out = {0};
    antler_error err = {0};
    double seconds = INFINITY;
    assert_int_equal(choice_program(w->in, w->choices, &queue, w->first, a, &out, &err), ANTLER_OK);
    w->tried++;
    if (w->in->judge.latency(w->in->judge.self, w->in->m, out.program, &seconds, &err) == ANTLER_OK)
        w->best = fmin(w->best, seconds);
    arena_free(a);
}

/* Gates of the preloads from place q on, none before that of the preload ahead of it. -1: from the start. */
static void every_gate(walk *w, uint32_t q, int32_t from)
{
    if (q == w->count) {
        judge_program(w);
        return;
    }
    int32_t op = (int32_t)w->order[q];
    for (int32_t opens = from; opens <= op; opens++) {
        w->first[op] = opens == 0 ? -1 : opens;
        every_gate(w, q + 1, opens);
    }
}

static void every_order(walk *w, uint32_t q)
{
    if (q == w->count) {
        every_gate(w, 0, 0);
        return;
    }
    for (uint32_t i = 0; i < w->count; i++) {
        if (w->queued[i])
            continue;
        w->queued[i] = true;
        w->order[q] = w->loaders[i];
        every_order(w, q + 1);
        w->queued[i] = false;
    }
}

static void every_choice(walk *w, uint32_t op)
{
    if (op == w->in->g->nops || op == EXHAUSTIVE_MOST_OPS) {
        w->count = 0;
        for (uint32_t i = 0; i < op && i < EXHAUSTIVE_MOST_OPS; i++)
            if (w->choices[i].plan->npreloads > 0)
                w->loaders[w->count++] = i;
        every_order(w, 0);
        return;
    }
    const plan_set *set = w->in->plans[op];
    for (uint32_t i = 0; i < set->count; i++)
        for (uint32_t state = 0; state == 0 || state < set->plans[i].npreloads; state++) {
            w->choices[op] = (choice){.plan = &set->plans[i], .state = state};
            every_choice(w, op + 1);
        }
}

double exhaustive_best(const schedule_input *in, uint64_t *tried)
{
    assert_true(in->g->nops <= EXHAUSTIVE_MOST_OPS);
    walk w = {.in = in, .best = INFINITY};
    every_choice(&w, 0);
    *tried += w.tried;
    return w.best;
}

/* Number `i` of `wanted` evenly out of `count`. */
static uint32_t pick(uint32_t i, uint32_t wanted, uint32_t count)
{
    return wanted < 2 ? 0 : i * (count - 1) / (wanted - 1);
}

static void restrict_states(plan *p, uint32_t states, arena *a)
{
    uint32_t wanted = p->npreloads < states ? p->npreloads : states;
    preload_state *kept = ARENA_ARRAY(a, preload_state, wanted);
    assert_non_null(kept);
    for (uint32_t i = 0; i < wanted; i++)
        kept[i] = p->preloads[pick(i, wanted, p->npreloads)];
    p->preloads = kept;
    p->npreloads = wanted;
}

schedule_input *exhaustive_restrict(const schedule_input *in, uint32_t plans, uint32_t states, arena *a)
{
    schedule_input *out = ARENA_ARRAY(a, schedule_input, 1);
    const plan_set **sets = ARENA_ARRAY(a, const plan_set *, in->g->nops);
    assert_true(out && sets);
    for (uint32_t op = 0; op < in->g->nops; op++) {
        const plan_set *from = in->plans[op];
        plan_set *to = ARENA_ARRAY(a, plan_set, 1);
        assert_non_null(to);
        *to = *from;
        to->count = from->count < plans ? from->count : plans;
        to->plans = ARENA_ARRAY(a, plan, to->count);
        assert_non_null(to->plans);
        for (uint32_t i = 0; i < to->count; i++) {
            to->plans[i] = from->plans[pick(i, to->count, from->count)];
            restrict_states(&to->plans[i], states, a);
        }
        sets[op] = to;
    }
    *out = *in;
    out->plans = sets;
    return out;
}
