/* Static: SRAM is split once for the whole run into an execute part and a preload part. Each operator takes its fastest
 * plan within the execute part; preloads run ahead as long as their states fit the preload part, all least or all most.
 * Every split that makes a difference is tried by a recurrence on the times alone; the best few are judged by
 * simulating them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "schedule/choice.h"
#include "schedule/ladder.h"

enum { JUDGED = 4 };

typedef struct split {
    uint64_t execute; /* bytes of the execute part */
    int state;        /* STATE_LEAST or STATE_MOST */
    double estimate_s;
} split;

typedef struct search {
    const schedule_input *in;
    const ladder **ladders;
    uint64_t sram;
    const rung **rungs; /* by operator: chosen under the split in work */
    choice *choices;
    int32_t *first;
    uint64_t *live;
    double *start_s;
    uint32_t worst_op; /* the operator that no split could serve */
} search;

/* Fastest rungs within the execute part, kept outputs included; false when an operator has none. */
static bool choose_rungs(search *s, const split *sp)
{
    const graph *g = s->in->g;
    memset(s->live, 0, g->nops * sizeof *s->live);
    for (uint32_t i = 0; i < g->nops; i++) {
        s->rungs[i] = s->live[i] < sp->execute ? ladder_within(s->ladders[i], sp->execute - s->live[i]) : NULL;
        if (!s->rungs[i]) {
            s->worst_op = i;
            return false;
        }
        s->choices[i] = (choice){.plan = s->rungs[i]->plan, .state = s->rungs[i]->state[sp->state]};
        choice_keep(g, i, s->rungs[i]->plan, s->live);
    }
    return true;
}

/* The operator at whose start the preload part has room for the state of each loader: the window of resident states
 * slides along the queue. False when a state is larger than the whole part. */
static bool choose_gates(search *s, const split *sp)
{
    uint64_t room = s->sram - sp->execute;
    uint64_t resident = 0;
    uint32_t oldest = 0;
    int32_t freed = -1;
    for (uint32_t i = 0; i < s->in->g->nops; i++) {
        uint64_t bytes = choice_preload_sram(&s->choices[i]);
        if (bytes == 0)
            continue;
        if (bytes > room) {
            if (bytes + s->live[i] > sp->execute) {
                s->worst_op = i;
                return false;
            }
            s->first[i] = (int32_t)i;
            resident = 0;
            oldest = i + 1;
            continue;
        }
        resident += bytes;
        for (; resident > room; oldest++) {
            uint64_t leaving = choice_preload_sram(&s->choices[oldest]);
            resident -= leaving;
            if (leaving > 0)
                freed = (int32_t)oldest;
        }
        s->first[i] = freed;
    }
    return true;
}

/* The engine's recurrence with every transfer alone: preloads in order behind their gates, executes behind their
 * preloads. */
static double estimate(search *s, const split *sp)
{
    double latency_s = machine_hbm_latency_s(s->in->m);
    double loaded = 0;
    double end = 0;
    for (uint32_t i = 0; i < s->in->g->nops; i++) {
        const rung *r = s->rungs[i];
        double ready = end;
        if (r->plan->npreloads > 0) {
            bool waits = s->first[i] == (int32_t)i; /* for the end of the operator before it */
            double allowed = waits ? end : s->first[i] < 0 ? 0 : s->start_s[s->first[i]];
            loaded = fmax(loaded, allowed + latency_s) + r->load_s[sp->state];
            ready = fmax(end, loaded);
        }
        s->start_s[i] = ready;
        end = ready + r->redistribute_s[sp->state] + r->plan->time_s;
    }
    return end;
}

static bool try_split(search *s, split *sp)
{
    if (!choose_rungs(s, sp) || !choose_gates(s, sp))
        return false;
    sp->estimate_s = estimate(s, sp);
    return true;
}

static void keep_best(split *best, uint32_t *count, const split *sp)
{
    uint32_t at = *count < JUDGED ? (*count)++ : JUDGED;
    if (at == JUDGED) {
        if (sp->estimate_s >= best[JUDGED - 1].estimate_s)
            return;
        at = JUDGED - 1;
    }
    for (; at > 0 && best[at - 1].estimate_s > sp->estimate_s; at--)
        best[at] = best[at - 1];
    best[at] = *sp;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Execute parts at which some operator's choice changes: its rungs' SRAM, with what is kept beside it. */
static antler_status list_parts(const search *s, arena *a, uint64_t **out, uint32_t *count, antler_error *err)
{
    uint32_t n = s->in->g->nops;
    uint32_t room = 1;
    for (uint32_t i = 0; i < n; i++)
        room += s->ladders[i]->count;
    uint64_t *parts = ARENA_ARRAY(a, uint64_t, room);
    if (!parts)
        return err_no_memory(err);
    uint32_t used = 0;
    parts[used++] = s->sram;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t r = 0; r < s->ladders[i]->count; r++) {
            uint64_t bytes = s->ladders[i]->rungs[r].plan->sram_bytes + s->live[i];
            if (bytes <= s->sram)
                parts[used++] = bytes;
        }
    qsort(parts, used, sizeof *parts, by_value);
    *count = 0;
    for (uint32_t i = 0; i < used; i++)
        if (i == 0 || parts[i] != parts[i - 1])
            parts[(*count)++] = parts[i];
    *out = parts;
    return ANTLER_OK;
}

static antler_status judge_splits(search *s, split *best, uint32_t count, arena *a, schedule_output *out,
                                  antler_error *err)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        schedule_output tried = {0};
        double seconds = 0;
        (void)try_split(s, &best[i]);
        antler_status st = choice_program(s->in, s->choices, s->first, a, &tried, err);
        if (st == ANTLER_OK)
            st = s->in->judge.latency(s->in->judge.self, tried.program, &seconds, err);
        if (st != ANTLER_OK)
            return st;
        if (seconds < least) {
            least = seconds;
            *out = tried;
        }
    }
    return ANTLER_OK;
}

static antler_status allocate(search *s, arena *a, antler_error *err)
{
    uint32_t n = s->in->g->nops;
    s->rungs = ARENA_ARRAY(a, const rung *, n);
    s->choices = ARENA_ARRAY(a, choice, n);
    s->first = ARENA_ARRAY(a, int32_t, n);
    s->live = ARENA_ARRAY(a, uint64_t, n);
    s->start_s = ARENA_ARRAY(a, double, n);
    if (!s->rungs || !s->choices || !s->first || !s->live || !s->start_s)
        return err_no_memory(err);
    return ladders_build(s->in, a, &s->ladders, err);
}

antler_status schedule_static(const schedule_input *in, arena *a, schedule_output *out, antler_error *err)
{
    search s = {.in = in, .sram = machine_sram_bytes(in->m)};
    uint64_t *parts = NULL;
    uint32_t nparts = 0;
    antler_status st = allocate(&s, a, err);
    if (st != ANTLER_OK)
        return st;
    split all = {.execute = s.sram};
    (void)choose_rungs(&s, &all); /* what is kept beside each operator, for the breakpoints */
    st = list_parts(&s, a, &parts, &nparts, err);
    if (st != ANTLER_OK)
        return st;
    split best[JUDGED];
    uint32_t count = 0;
    for (uint32_t i = 0; i < nparts; i++)
        for (int state = STATE_LEAST; state <= STATE_MOST; state++) {
            split sp = {.execute = parts[i], .state = state};
            if (try_split(&s, &sp))
                keep_best(best, &count, &sp);
        }
    if (count == 0)
        return choice_infeasible(in, s.worst_op, in->plans[s.worst_op]->least_sram, s.sram - s.live[s.worst_op], err);
    return judge_splits(&s, best, count, a, out, err);
}
