/* Static: SRAM is split once for the whole run into an execute part and a preload part. Each operator takes its fastest
 * plan within the execute part; preloads run ahead as long as their states fit the preload part, all least or all most.
 * Every split that makes a difference is tried by a recurrence on the times alone; the best few are judged by
 * simulating them. */
#include <math.h>
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
    uint64_t next_part; /* the next larger execute part at which a choice changes */
    /* when no split serves every operator: the one that comes nearest to fitting, what is kept beside it, their sum */
    uint32_t obstacle;
    uint64_t obstacle_kept, obstacle_bytes;
} search;

/* An operator without a plan that fits beside the outputs kept: remembered when it comes nearest to fitting of all that
 * were found. One that would fit the whole SRAM is no obstacle, only this split's part is too small. */
static void note_obstacle(search *s, uint32_t op)
{
    uint64_t total = s->ladders[op]->rungs[0].plan->sram_bytes + s->live[op];
    if (total <= s->sram || (s->obstacle_bytes > 0 && total >= s->obstacle_bytes))
        return;
    s->obstacle = op;
    s->obstacle_kept = s->live[op];
    s->obstacle_bytes = total;
}

/* Fastest rungs within the execute part, kept outputs included; false when an operator has none. Leaves the next larger
 * part at which any of these choices changes. */
static bool choose_rungs(search *s, const split *sp)
{
    const graph *g = s->in->g;
    memset(s->live, 0, g->nops * sizeof *s->live);
    s->next_part = UINT64_MAX;
    for (uint32_t i = 0; i < g->nops; i++) {
        const ladder *l = s->ladders[i];
        const rung *r = s->live[i] < sp->execute ? ladder_within(l, sp->execute - s->live[i]) : NULL;
        const rung *next = r ? r + 1 : l->rungs;
        if (next < l->rungs + l->count && next->plan->sram_bytes + s->live[i] < s->next_part)
            s->next_part = next->plan->sram_bytes + s->live[i];
        s->rungs[i] = r;
        if (!r) {
            note_obstacle(s, i);
            return false;
        }
        s->choices[i] = (choice){.plan = r->plan, .state = r->state[sp->state]};
        choice_keep(g, i, r->plan, s->live);
    }
    return true;
}

/* The operator at whose start the preload part has room for the state of each loader: the window of resident states
 * slides along the queue. A state larger than the whole part goes into the execute part, idle between the end of the
 * operator before and this one's start: it fits there, since its pieces are part of the execute state that will. */
static void choose_gates(search *s, const split *sp)
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
    if (!choose_rungs(s, sp))
        return false;
    choose_gates(s, sp);
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

/* From one part at which some choice changes to the next: in between, less execute part only leaves more to preload. */
static uint32_t try_all(search *s, split *best)
{
    uint32_t count = 0;
    for (uint64_t part = 0; part <= s->sram; part = s->next_part)
        for (int state = STATE_LEAST; state <= STATE_MOST; state++) {
            split sp = {.execute = part, .state = state};
            if (try_split(s, &sp))
                keep_best(best, &count, &sp);
        }
    return count;
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
    antler_status st = allocate(&s, a, err);
    if (st != ANTLER_OK)
        return st;
    split best[JUDGED];
    uint32_t count = try_all(&s, best);
    if (count == 0)
        return choice_infeasible(in, s.obstacle, s.obstacle_kept, err);
    return judge_splits(&s, best, count, a, out, err);
}
