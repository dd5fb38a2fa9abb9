/* Times count back from the end of the run: a distance of 0 is the end, larger is earlier. For operator i and p
 * resident loaders after it, the end of i is the later-bound of two things: operator i + 1 starts, and the preload of
 * loader p + 1 starts (its data must not come while i runs). The p with the smallest distance of i's start wins.
 * Repeated layers: once WARM_LAYERS of them are done, the others take over the choices of the layer after them. */
#include "schedule/induction.h"

#include <math.h>

#include "base/error.h"
#include "schedule/allocate.h"
#include "schedule/steps.h"

enum { WARM_LAYERS = 3, MOST_RESIDENT = 96 };

typedef struct induction {
    const schedule_input *in;
    const execute_steps **steps;
    uint64_t sram;
    uint64_t *live;
    uint32_t *execute; /* by operator: execute step */
    uint32_t *preload; /* by operator: preload step */
    uint32_t *loaders; /* operators after the current one that load, nearest first, as a stack from the end */
    uint32_t nloaders;
    double *start;         /* distance of an operator's start */
    double *preload_start; /* distance of a loader's preload start */
} induction;

/* Loader number q after the current operator, 0 the nearest; -1: there is none. */
static int64_t loader(const induction *s, uint32_t q)
{
    return q < s->nloaders ? (int64_t)s->loaders[s->nloaders - 1 - q] : -1;
}

/* What one number of resident loaders gives. */
typedef struct trial {
    double start;
    uint32_t resident;
    bidder bidders[MOST_RESIDENT + 1]; /* the operator, then its resident loaders */
} trial;

static void set_bidders(const induction *s, uint32_t op, uint32_t resident, trial *t)
{
    const execute_steps *e = s->steps[op];
    t->resident = resident;
    t->bidders[0] = (bidder){.count = e->count, .sram = e->sram, .seconds = e->seconds};
    for (uint32_t q = 0; q < resident; q++) {
        uint32_t j = (uint32_t)loader(s, q);
        const preload_steps *p = &s->steps[j]->preload[s->execute[j]];
        t->bidders[q + 1] = (bidder){.count = p->count, .at = s->preload[j], .sram = p->sram, .seconds = p->seconds};
    }
}

/* False when they do not fit together. */
static bool try_resident(const induction *s, uint32_t op, uint32_t resident, double bound, trial *t)
{
    set_bidders(s, op, resident, t);
    double before = 0;
    for (uint32_t q = 1; q <= resident; q++)
        before += t->bidders[q].seconds[t->bidders[q].at];
    if (s->live[op] >= s->sram || !allocate_sram(t->bidders, resident + 1, s->sram - s->live[op]))
        return false;
    double length = t->bidders[0].seconds[t->bidders[0].at];
    for (uint32_t q = 1; q <= resident; q++)
        length += t->bidders[q].seconds[t->bidders[q].at];
    t->start = bound + length - before;
    return true;
}

static void commit(induction *s, uint32_t op, const trial *t)
{
    s->execute[op] = t->bidders[0].at;
    s->preload[op] = 0;
    s->start[op] = t->start;
    for (uint32_t q = 0; q < t->resident; q++)
        s->preload[loader(s, q)] = t->bidders[q + 1].at;
    const preload_steps *p = &s->steps[op]->preload[t->bidders[0].at];
    if (p->count == 0)
        return;
    double next = s->nloaders > 0 ? s->preload_start[loader(s, 0)] : 0;
    s->preload_start[op] = fmax(s->start[op], next) + p->load_s[0];
    s->loaders[s->nloaders++] = op;
}

/* May loader number q preload while operator `op` runs? */
static bool may_be_resident(const induction *s, uint32_t op, uint32_t q)
{
    int64_t j = loader(s, q);
    return j < 0 || choice_ready(s->in->g, (uint32_t)j) <= op;
}

static antler_status choose(induction *s, uint32_t op, trial *best, trial *t, antler_error *err)
{
    double after = op + 1 < s->in->g->nops ? s->start[op + 1] : 0;
    bool found = false;
    for (uint32_t resident = 0; resident <= MOST_RESIDENT; resident++) {
        int64_t barred = loader(s, resident); /* its preload waits for the end of this operator */
        double bound = barred < 0 ? after : fmax(after, s->preload_start[barred]);
        if (!try_resident(s, op, resident, bound, t))
            break;
        if (!found || t->start < best->start)
            *best = *t;
        found = true;
        if (bound <= after || !may_be_resident(s, op, resident))
            break; /* more residents cannot end this operator later */
    }
    if (!found)
        return choice_infeasible(s->in, op, s->live[op], err);
    commit(s, op, best);
    return ANTLER_OK;
}

/* The operator that does in the next layer what `op` does in its own; -1 when there is none alike. */
static int64_t next_layer_twin(const schedule_input *in, uint32_t op)
{
    const graph *g = in->g;
    if (g->ops[op].layer < 0)
        return -1;
    uint32_t first = op;
    while (first + 1 < g->nops && g->ops[first + 1].layer == g->ops[op].layer)
        first++;
    uint32_t begin = op;
    while (begin > 0 && g->ops[begin - 1].layer == g->ops[op].layer)
        begin--;
    uint32_t twin = op + (first + 1 - begin);
    bool alike = twin < g->nops && g->ops[twin].layer == g->ops[op].layer + 1 && in->plans[twin] == in->plans[op];
    return alike ? (int64_t)twin : -1;
}

/* Kept outputs beside each operator when everyone takes the fastest plan: small, and close to what any choice keeps. */
static void find_live(induction *s)
{
    for (uint32_t i = 0; i < s->in->g->nops; i++)
        choice_keep(s->in->g, i, s->steps[i]->plans[0], s->live);
}

static antler_status allocate_state(induction *s, arena *a, antler_error *err)
{
    uint32_t n = s->in->g->nops;
    s->live = ARENA_ARRAY(a, uint64_t, n);
    s->execute = ARENA_ARRAY(a, uint32_t, n);
    s->preload = ARENA_ARRAY(a, uint32_t, n);
    s->loaders = ARENA_ARRAY(a, uint32_t, n);
    s->start = ARENA_ARRAY(a, double, n);
    s->preload_start = ARENA_ARRAY(a, double, n);
    if (!s->live || !s->execute || !s->preload || !s->loaders || !s->start || !s->preload_start)
        return err_no_memory(err);
    return steps_build(s->in, a, &s->steps, err);
}

antler_status induction_choose(const schedule_input *in, arena *a, choice *choices, antler_error *err)
{
    induction s = {.in = in, .sram = machine_sram_bytes(in->m)};
    trial *trials = ARENA_ARRAY(a, trial, 2);
    antler_status st = trials ? allocate_state(&s, a, err) : err_no_memory(err);
    if (st != ANTLER_OK)
        return st;
    find_live(&s);
    int32_t last_layer = -1;
    for (uint32_t i = 0; i < in->g->nops; i++)
        last_layer = in->g->ops[i].layer > last_layer ? in->g->ops[i].layer : last_layer;
    for (uint32_t i = in->g->nops; i-- > 0 && st == ANTLER_OK;) {
        int64_t twin = next_layer_twin(in, i);
        bool settled = twin >= 0 && in->g->ops[i].layer + WARM_LAYERS <= last_layer;
        if (settled) {
            choices[i] = choices[twin];
            continue;
        }
        st = choose(&s, i, &trials[0], &trials[1], err);
    }
    for (uint32_t i = in->g->nops; i-- > 0 && st == ANTLER_OK;) {
        int64_t twin = next_layer_twin(in, i);
        if (twin >= 0 && in->g->ops[i].layer + WARM_LAYERS <= last_layer) {
            choices[i] = choices[twin];
            continue;
        }
        const execute_steps *e = s.steps[i];
        const preload_steps *p = &e->preload[s.execute[i]];
        choices[i] = (choice){.plan = e->plans[s.execute[i]], .state = p->count > 0 ? p->state[s.preload[i]] : 0};
    }
    return st;
}
