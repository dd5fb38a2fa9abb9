/* Exact search for the plans of one operator: for each choice of spatial parts, the temporal parts of one operand after
 * the other, branch and bound on the Pareto front.
 *
 * The bound of a partial plan holds for every way to complete it: what the chosen operands cost whatever follows, the
 * least that each of the others can cost, and the kernels of the steps so far, which machine_kernel_floor_s says more
 * steps cannot undercut. What is dominated at its bound is dominated whole. Fast cuts come first, and first of all
 * without temporal parts: they dominate most of what follows. */
#include "base/error.h"
#include "plan/cost.h"
#include "plan/front.h"
#include "plan/options.h"
#include "plan/preload.h"
#include "plan/spatial.h"

typedef struct search {
    const plan_problem *pr;
    plan_front front;
    divisor_table divisors;
    plan p; /* parts being tried */
    option_list lists[PLAN_OPERANDS];
    uint32_t order[PLAN_OPERANDS];             /* in which options are chosen */
    plan_vector least_rest[PLAN_OPERANDS + 1]; /* what the operands from order[i] on cost at least */
    plan_counts counts;
    uint64_t least_sram;
} search;

/* A partial plan: options of the first operands in order. */
typedef struct partial {
    const plan_option *chosen[PLAN_OPERANDS];
    uint32_t steps[GRAPH_MAX_DIMS];
    double floor_s;   /* of all kernel steps */
    plan_vector cost; /* of what is chosen, kernels aside */
} partial;

/* Nothing with this bound is worth looking at: it neither enters the front nor is the smallest of all. */
static bool pruned(search *s, const plan_vector *bound)
{
    bool never_fits = bound->sram_bytes > s->pr->sram_bytes && bound->sram_bytes >= s->least_sram;
    bool drop = never_fits || front_dominates(&s->front, bound);
    s->counts.pruned += drop;
    return drop;
}

static plan_vector sum(const plan_vector *a, const plan_vector *b)
{
    return (plan_vector){.sram_bytes = a->sram_bytes + b->sram_bytes,
                         .seconds = a->seconds + b->seconds,
                         .syncs = a->syncs + b->syncs,
                         .noc_bytes = a->noc_bytes + b->noc_bytes};
}

static plan_vector option_cost(const plan_option *o)
{
    return (plan_vector){o->sram_bytes, o->seconds, o->syncs, o->noc_bytes};
}

/* All operands are chosen. Until the loop order is found, the shifts are those of each operand alone: at least. */
static bool finish(search *s, const partial *at)
{
    const plan_problem *pr = s->pr;
    kernel_call step = plan_kernel(pr, s->p.parts, at->steps);
    uint32_t steps = 1;
    for (uint8_t d = 0; d < pr->ndims; d++)
        steps *= at->steps[d];
    plan_vector bound = at->cost;
    bound.seconds += steps * machine_kernel_s(pr->m, &step);
    s->counts.tried++;
    if (bound.sram_bytes < s->least_sram)
        s->least_sram = bound.sram_bytes;
    if (bound.sram_bytes > pr->sram_bytes) {
        s->counts.too_large++;
        return true;
    }
    if (front_dominates(&s->front, &bound)) {
        s->counts.dominated++;
        return true;
    }
    plan p = s->p;
    for (uint8_t t = 0; t < pr->noperands; t++)
        for (uint32_t d = 0; d < GRAPH_MAX_DIMS; d++)
            p.temporal[t][d] = at->chosen[t]->temporal[d];
    plan_cost(pr, &p);
    plan_vector v = {p.sram_bytes, p.compute_s, p.syncs, plan_noc_bytes(&p)};
    return front_add(&s->front, &p, &v);
}

/* Pieces of different operands along one dim must nest, so that each step needs one piece of either. */
static bool aligned(const search *s, const partial *at, uint32_t chosen, const plan_option *o)
{
    for (uint8_t d = 0; o->ring > 1 && d < s->pr->ndims; d++) {
        uint32_t parts = o->temporal[d];
        uint64_t tile = ceil_div(s->pr->length[d], s->p.parts[d]);
        for (uint32_t i = 0; parts > 1 && i < chosen; i++)
            if (!pieces_nest(tile, parts, at->chosen[s->order[i]]->temporal[d]))
                return false;
    }
    return true;
}

static partial extend(const search *s, const partial *at, uint32_t t, const plan_option *o)
{
    partial next = *at;
    plan_vector cost = option_cost(o);
    next.chosen[t] = o;
    next.cost = sum(&at->cost, &cost);
    bool more_steps = false;
    for (uint8_t d = 0; o->ring > 1 && d < s->pr->ndims; d++)
        if (o->temporal[d] > next.steps[d]) {
            next.steps[d] = o->temporal[d];
            more_steps = true;
        }
    if (more_steps)
        next.floor_s = plan_floor_s(s->pr, s->p.parts, next.steps);
    return next;
}

static bool rotates(const search *s, const partial *at)
{
    bool any = false;
    for (uint8_t d = 0; d < s->pr->ndims; d++)
        any |= at->steps[d] > 1;
    return any;
}

static bool choose_temporal(search *s, uint32_t chosen, const partial *at)
{
    if (chosen == s->pr->noperands)
        return !rotates(s, at) || finish(s, at); /* what does not rotate was tried first */
    uint32_t t = s->order[chosen];
    bool ok = true;
    for (uint32_t i = 0; ok && i < s->lists[t].count; i++) {
        const plan_option *o = &s->lists[t].options[i];
        if (!aligned(s, at, chosen, o))
            continue;
        partial next = extend(s, at, t, o);
        plan_vector bound = sum(&next.cost, &s->least_rest[chosen + 1]);
        bound.seconds += next.floor_s;
        if (!pruned(s, &bound))
            ok = choose_temporal(s, chosen + 1, &next);
    }
    return ok;
}

/* Relayout synchronizes once for all activations. */
static partial nothing_chosen(const search *s, const spatial_cut *cut)
{
    partial at = {.steps = {1, 1, 1, 1, 1, 1}, .floor_s = cut->floor_s};
    for (uint8_t t = 0; t < s->pr->noperands; t++)
        if (s->pr->operand[t].gathered)
            at.cost.syncs = SYNCS_AN_EXCHANGE;
    return at;
}

/* Can any choice of temporal parts be worth looking at? Asked twice: before and after listing the options. */
static bool worthless(search *s, const partial *at, const plan_vector *least)
{
    plan_vector bound = sum(&at->cost, least);
    bound.seconds += at->floor_s;
    return pruned(s, &bound);
}

static plan_vector floor_cost(const search *s)
{
    plan_vector total = {0};
    for (uint32_t t = 0; t < s->pr->noperands; t++) {
        plan_option o = options_floor(s->pr, &s->p, t);
        plan_vector cost = option_cost(&o);
        total = sum(&total, &cost);
    }
    return total;
}

/* The operand with the largest tile first: how it is held decides most. */
static void set_order(search *s)
{
    for (uint32_t t = 0; t < s->pr->noperands; t++) {
        uint32_t at = t;
        uint64_t tile = s->lists[t].options[0].sram_bytes;
        for (; at > 0 && s->lists[s->order[at - 1]].options[0].sram_bytes < tile; at--)
            s->order[at] = s->order[at - 1];
        s->order[at] = t;
    }
}

static bool list_options(search *s)
{
    uint32_t n = s->pr->noperands;
    for (uint32_t t = 0; t < n; t++)
        if (!options_list(s->pr, &s->p, t, &s->divisors, &s->lists[t]))
            return false;
    set_order(s);
    s->least_rest[n] = (plan_vector){0};
    for (uint32_t i = n; i-- > 0;) {
        plan_vector least = option_cost(&s->lists[s->order[i]].least);
        s->least_rest[i] = sum(&s->least_rest[i + 1], &least);
    }
    return true;
}

static bool try_still(search *s, partial at)
{
    plan_option still[PLAN_OPERANDS];
    for (uint32_t t = 0; t < s->pr->noperands; t++) {
        still[t] = options_still(s->pr, &s->p, t);
        at = extend(s, &at, t, &still[t]);
    }
    return finish(s, &at);
}

static bool try_rotating(search *s, const partial *at)
{
    plan_vector least = floor_cost(s);
    if (worthless(s, at, &least))
        return true;
    if (!list_options(s))
        return false;
    return worthless(s, at, &s->least_rest[0]) || choose_temporal(s, 0, at);
}

static bool try_cut(search *s, const spatial_cut *cut, bool rotate)
{
    for (uint32_t d = 0; d < GRAPH_MAX_DIMS; d++)
        s->p.parts[d] = cut->parts[d];
    partial at = nothing_chosen(s, cut);
    return rotate ? try_rotating(s, &at) : try_still(s, at);
}

static bool run(search *s)
{
    spatial_list cuts = {0};
    bool ok = divisors_open(&s->divisors, s->pr->cores) && spatial_cuts(s->pr, &cuts);
    for (uint32_t i = 0; ok && i < cuts.count; i++)
        ok = try_cut(s, &cuts.cuts[i], false);
    for (uint32_t i = 0; ok && i < cuts.count; i++)
        ok = try_cut(s, &cuts.cuts[i], true);
    spatial_free(&cuts);
    divisors_close(&s->divisors);
    for (uint32_t t = 0; t < PLAN_OPERANDS; t++)
        options_free(&s->lists[t]);
    return ok;
}

/* What other chips send is read there. */
static uint64_t hbm_bytes(const plan_problem *pr, const shard *sh)
{
    uint64_t bytes = 0;
    for (uint8_t t = 0; t < pr->output; t++)
        if (pr->operand[t].from_hbm)
            bytes += problem_bytes(pr, t, problem_chip_elements(pr, t));
    return bytes - sh->preload_chip_bytes;
}

static antler_status copy_front(search *s, const shard *sh, arena *a, plan_set **out, antler_error *err)
{
    front_sort(&s->front);
    s->counts.dominated += s->front.dominated;
    plan_set *set = ARENA_ARRAY(a, plan_set, 1);
    if (!set)
        return err_no_memory(err);
    *set = (plan_set){.count = s->front.count,
                      .plans = ARENA_ARRAY(a, plan, s->front.count),
                      .counts = s->counts,
                      .hbm_bytes = hbm_bytes(s->pr, sh),
                      .least_sram = s->least_sram};
    if (!set->plans)
        return err_no_memory(err);
    for (uint32_t i = 0; i < set->count; i++) {
        set->plans[i] = *front_plan(&s->front, i);
        antler_status st = preload_states(s->pr, &set->plans[i], a, err);
        if (st != ANTLER_OK)
            return st;
    }
    *out = set;
    return ANTLER_OK;
}

antler_status plans_enumerate(const graph *g, const graph_op *op, const shard *sh, const machine *m, arena *a,
                              plan_set **out, antler_error *err)
{
    plan_problem pr;
    problem_make(g, op, sh, m, &pr);
    search s = {.pr = &pr, .least_sram = UINT64_MAX};
    antler_status st = run(&s) ? ANTLER_OK : err_no_memory(err);
    if (st == ANTLER_OK)
        st = copy_front(&s, sh, a, out, err);
    front_free(&s.front);
    return st;
}
