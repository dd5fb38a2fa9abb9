/* Static: SRAM is split once for the whole run into an execute part and a preload part. Each operator takes its fastest
 * plan within the execute part; preloads run ahead as long as their states fit the preload part, all least or all most.
 * Every split that makes a difference is tried by a recurrence on the times alone, a lower bound but for contention;
 * the best of them are judged by simulating them. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "schedule/choice.h"
#include "schedule/ladder.h"

/* Operators to simulate in all, and the fewest and most splits, of either kind of preload state. Each kind is ranked by
 * itself: the estimate leaves contention out, to which least states with their redistribution are much exposed, so that
 * ranked together they can crowd out better splits with most states (docs/MODEL.md, "Designs"). A graph of up to 36
 * operators has 64 splits of each kind judged, which found the best of all on every random chain tried; Llama-2-13B's
 * 764 have 3. */
enum { JUDGED_OPERATORS = 2304, FEWEST_JUDGED = 3, MOST_JUDGED = 64, STATES = 2 };

typedef struct split {
    uint64_t execute; /* bytes of the execute part */
    int state;        /* STATE_LEAST or STATE_MOST */
    double estimate_s;
} split;

typedef struct search {
    const schedule_input *in;
    const ladder **ladders;
    uint64_t sram;
    uint32_t *at;       /* by operator: rungs of its ladder that fit the split in work, or the last one */
    const rung **rungs; /* by operator: chosen under the split in work */
    choice *choices;
    preload_queue queue;
    int32_t *first;
    uint64_t *live;
    double *start_s;
    uint64_t next_part;              /* the next larger execute part at which a choice or a gate changes */
    split best[STATES][MOST_JUDGED]; /* by kind of state, by ascending estimate */
    uint32_t count[STATES], judged;  /* splits in each of `best`, and how many there may be */
    /* when no split serves every operator: the one that comes nearest to fitting, what is kept beside it, their sum */
    uint32_t obstacle;
    uint64_t obstacle_kept, obstacle_bytes;
} search;

static void change_at(search *s, uint64_t part)
{
    s->next_part = part < s->next_part ? part : s->next_part;
}

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

/* Fastest rungs within the execute part, kept outputs included; false when an operator has none. Parts come by
 * ascending size, mostly a little larger than the last one: each operator starts from its rung of the last part. */
static bool choose_rungs(search *s, uint64_t part)
{
    const graph *g = s->in->g;
    memset(s->live, 0, g->nops * sizeof *s->live);
    for (uint32_t i = 0; i < g->nops; i++) {
        const ladder *l = s->ladders[i];
        uint32_t at = s->at[i]; /* rungs below it fit */
        while (at < l->count && l->rungs[at].plan->sram_bytes + s->live[i] <= part)
            at++;
        while (at > 0 && l->rungs[at - 1].plan->sram_bytes + s->live[i] > part)
            at--;
        s->at[i] = at;
        if (at < l->count)
            change_at(s, l->rungs[at].plan->sram_bytes + s->live[i]);
        if (at == 0) {
            note_obstacle(s, i);
            return false;
        }
        s->rungs[i] = &l->rungs[at - 1];
        choice_keep(g, i, s->rungs[i]->plan, s->live);
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
    uint64_t most = 0;
    uint32_t oldest = 0;
    int32_t freed = -1;
    for (uint32_t i = 0; i < s->in->g->nops; i++) {
        uint64_t bytes = s->rungs[i]->state_sram[sp->state];
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
            uint64_t leaving = s->rungs[oldest]->state_sram[sp->state];
            resident -= leaving;
            if (leaving > 0)
                freed = (int32_t)oldest;
        }
        s->first[i] = freed;
        most = resident > most ? resident : most;
    }
    if (most > 0) /* with less room than the fullest window a gate shuts */
        change_at(s, s->sram - most + 1);
}

static double later(double a, double b)
{
    return a > b ? a : b;
}

/* The engine's recurrence with every transfer alone: preloads in order behind their gates, executes behind their
 * preloads. */
static double estimate(search *s, int state)
{
    double latency_s = machine_hbm_latency_s(s->in->m);
    double loaded = 0;
    double end = 0;
    for (uint32_t i = 0; i < s->in->g->nops; i++) {
        const rung *r = s->rungs[i];
        if (r->state_sram[state] > 0) {
            bool waits = s->first[i] == (int32_t)i; /* for the end of the operator before it */
            double allowed = waits ? end : s->first[i] < 0 ? 0 : s->start_s[s->first[i]];
            loaded = later(loaded, allowed + latency_s) + r->load_s[state];
            end = later(end, loaded);
        }
        s->start_s[i] = end;
        end += r->redistribute_s[state] + r->plan->time_s;
    }
    return end;
}

static void keep_best(search *s, const split *sp)
{
    split *best = s->best[sp->state];
    uint32_t at = s->count[sp->state] < s->judged ? s->count[sp->state]++ : s->judged;
    if (at == s->judged && sp->estimate_s >= best[--at].estimate_s)
        return;
    for (; at > 0 && best[at - 1].estimate_s > sp->estimate_s; at--)
        best[at] = best[at - 1];
    best[at] = *sp;
}

/* From one part at which something changes to the next. */
static void try_all(search *s)
{
    for (uint64_t part = 0; part <= s->sram; part = s->next_part) {
        s->next_part = UINT64_MAX;
        if (!choose_rungs(s, part))
            continue;
        for (int state = STATE_LEAST; state <= STATE_MOST; state++) {
            split sp = {.execute = part, .state = state};
            choose_gates(s, &sp);
            sp.estimate_s = estimate(s, state);
            keep_best(s, &sp);
        }
    }
}

static antler_status make_program(search *s, const split *sp, arena *a, schedule_output *out, antler_error *err)
{
    (void)choose_rungs(s, sp->execute);
    choose_gates(s, sp);
    for (uint32_t op = 0; op < s->in->g->nops; op++)
        s->choices[op] = (choice){.plan = s->rungs[op]->plan, .state = s->rungs[op]->state[sp->state]};
    choice_queue(s->in, s->choices, &s->queue);
    return choice_program(s->in, s->choices, &s->queue, s->first, a, out, err);
}

/* Programs are large: each lives only until it is judged, and the best is made again. */
static antler_status judge_one(search *s, const split *sp, double *seconds, antler_error *err)
{
    arena *scratch = arena_new();
    schedule_output tried = {0};
    antler_status st = scratch ? make_program(s, sp, scratch, &tried, err) : err_no_memory(err);
    if (st == ANTLER_OK)
        st = s->in->judge.latency(s->in->judge.self, s->in->m, tried.program, seconds, err);
    arena_free(scratch);
    return st;
}

static antler_status judge_best(search *s, arena *a, schedule_output *out, antler_error *err)
{
    double least = INFINITY;
    const split *best = NULL;
    for (int state = STATE_LEAST; state <= STATE_MOST; state++)
        for (uint32_t i = 0; i < s->count[state]; i++) {
            double seconds = 0;
            antler_status st = judge_one(s, &s->best[state][i], &seconds, err);
            if (st != ANTLER_OK)
                return st;
            if (seconds < least) {
                least = seconds;
                best = &s->best[state][i];
            }
        }
    return make_program(s, best, a, out, err);
}

static antler_status allocate(search *s, arena *a, antler_error *err)
{
    uint32_t n = s->in->g->nops;
    s->at = ARENA_ARRAY(a, uint32_t, n);
    s->rungs = ARENA_ARRAY(a, const rung *, n);
    s->choices = ARENA_ARRAY(a, choice, n);
    s->first = ARENA_ARRAY(a, int32_t, n);
    s->queue.op = ARENA_ARRAY(a, uint32_t, n);
    s->live = ARENA_ARRAY(a, uint64_t, n);
    s->start_s = ARENA_ARRAY(a, double, n);
    if (!s->at || !s->rungs || !s->choices || !s->first || !s->queue.op || !s->live || !s->start_s)
        return err_no_memory(err);
    return ladders_build(s->in, a, &s->ladders, err);
}

static uint32_t to_judge(uint32_t nops)
{
    uint32_t count = nops > 0 ? JUDGED_OPERATORS / nops : MOST_JUDGED;
    if (count < FEWEST_JUDGED)
        return FEWEST_JUDGED;
    return count < MOST_JUDGED ? count : MOST_JUDGED;
}

antler_status schedule_static(const schedule_input *in, arena *a, schedule_output *out, antler_error *err)
{
    search s = {.in = in, .sram = machine_sram_bytes(in->m), .judged = to_judge(in->g->nops)};
    antler_status st = allocate(&s, a, err);
    if (st != ANTLER_OK)
        return st;
    try_all(&s);
    if (s.count[STATE_LEAST] == 0) /* both kinds serve the same splits */
        return choice_infeasible(in, s.obstacle, s.obstacle_kept, err);
    return judge_best(&s, a, out, err);
}
