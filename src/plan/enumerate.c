/* Exact search for the plans of one operator: spatial parts first, temporal parts inside, branch and bound on the
 * Pareto front.
 *
 * The bound of a set of spatial parts holds for every choice of temporal parts: an operand's pieces are never smaller
 * than its tile over its replicas; the kernels of all steps never take less than machine_kernel_floor_s of the whole
 * tile (cuts into equal calls cannot be faster); a gathered operand's pieces, first one and shifts together, are at
 * least its tile; and gathering costs its synchronizations. What is dominated at its bound is dominated whole. */
#include <stdlib.h>

#include "base/error.h"
#include "plan/cost.h"
#include "plan/front.h"
#include "plan/preload.h"

typedef struct part_list {
    uint32_t count;
    uint32_t *parts; /* ascending */
} part_list;

typedef struct search {
    const plan_problem *pr;
    plan_front front;
    part_list lists[GRAPH_MAX_DIMS];
    plan p; /* being built */
    uint64_t tried;
    uint64_t least_sram;
    bool untimed;   /* first pass: plans without temporal parts, which prune most of the others */
    bool only_sram; /* look for least_sram alone */
    antler_error *err;
} search;

static antler_status list_parts(uint64_t length, uint32_t cores, part_list *out, antler_error *err)
{
    uint64_t most = length < cores ? length : cores;
    out->parts = malloc(most * sizeof *out->parts);
    if (!out->parts)
        return err_no_memory(err);
    for (uint64_t parts = 1; parts <= most; parts++)
        if (canonical_parts(length, parts))
            out->parts[out->count++] = (uint32_t)parts;
    return ANTLER_OK;
}

/* Copies of the output that split reduction dims leave. */
static uint64_t partial_copies(const search *s)
{
    uint64_t copies = 1;
    for (uint8_t d = 0; d < s->pr->ndims; d++)
        if (s->pr->reduced >> d & 1)
            copies *= s->p.parts[d];
    return copies;
}

/* What operand `t` asks for at least whatever its temporal parts: its tile, or two pieces (one held, one arriving) of
 * the longest ring; the copies of an output, combined by rotation or at the end, move (R - 1)/R of its tile in all. */
static void bound_open(const search *s, uint32_t t, plan_vector *v)
{
    const plan_problem *pr = s->pr;
    uint64_t tile = problem_piece_elements(pr, &s->p, t);
    uint64_t replicas = problem_replicas(pr, &s->p, t);
    uint64_t tile_bytes = problem_bytes(pr, t, tile);
    uint64_t pieces = 2 * problem_bytes(pr, t, ceil_div(tile, replicas));
    v->sram_bytes += replicas > 1 && pieces < tile_bytes ? pieces : tile_bytes;
    if (pr->operand[t].gathered)
        v->noc_bytes += problem_bytes(pr, t, ceil_div(tile, replicas));
    uint64_t copies = t == pr->output ? partial_copies(s) : 1;
    if (copies > 1) {
        v->noc_bytes += tile_bytes - tile_bytes / copies;
        v->syncs += 2;
    }
}

/* The same when the temporal parts are known. */
static void bound_chosen(const search *s, uint32_t t, plan_vector *v)
{
    const plan_problem *pr = s->pr;
    uint64_t piece = problem_bytes(pr, t, problem_piece_elements(pr, &s->p, t));
    uint64_t ring = problem_ring(pr, &s->p, t);
    v->sram_bytes += piece * (ring > 1 ? 2 : 1);
    v->noc_bytes += (ring - 1) * piece + (pr->operand[t].gathered ? piece : 0);
    v->syncs += 2 * (ring - 1);
}

/* The bound of all plans that share the parts in s->p and the temporal parts of the operands before `chosen`; those of
 * the others are 1 in s->p. */
static plan_vector bound(const search *s, uint32_t chosen)
{
    const plan_problem *pr = s->pr;
    plan_vector v = {0};
    bool gathers = false;
    for (uint32_t t = 0; t < pr->noperands; t++) {
        gathers |= pr->operand[t].gathered;
        if (t < chosen)
            bound_chosen(s, t, &v);
        else
            bound_open(s, t, &v);
    }
    v.syncs += gathers ? 2 : 0;
    uint64_t steps = 1;
    for (uint8_t d = 0; d < pr->ndims; d++)
        steps *= problem_steps(pr, &s->p, d);
    kernel_call call = plan_kernel(pr, &s->p);
    v.seconds = (double)steps * machine_kernel_floor_s(pr->m, &call);
    return v;
}

/* Nothing under this bound is worth looking at. */
static bool pruned(search *s, uint32_t chosen)
{
    plan_vector v = bound(s, chosen);
    if (s->only_sram)
        return v.sram_bytes >= s->least_sram;
    return v.sram_bytes > s->pr->sram_bytes || front_dominates(&s->front, &v);
}

static antler_status finish_plan(search *s)
{
    plan p = s->p;
    plan_cost(s->pr, &p);
    s->tried++;
    if (p.sram_bytes < s->least_sram)
        s->least_sram = p.sram_bytes;
    if (s->only_sram || p.sram_bytes > s->pr->sram_bytes)
        return ANTLER_OK;
    plan_vector v = {p.sram_bytes, p.compute_s, p.syncs, plan_noc_bytes(&p), 0};
    return front_add(&s->front, &p, &v) ? ANTLER_OK : err_no_memory(s->err);
}

/* Parts of different operands along one dim must divide one another, so that their steps align. */
static bool aligned(const search *s, uint32_t operand, uint32_t dim, uint32_t parts)
{
    for (uint32_t t = 0; t < operand; t++) {
        uint32_t other = s->p.temporal[t][dim];
        if (parts % other != 0 && other % parts != 0)
            return false;
    }
    return true;
}

/* Temporal parts of operand `t` from dim `d` on, then those of the operands after it. `left`: what the product may
 * still divide. */
static antler_status choose_temporal(search *s, uint32_t t, uint32_t d, uint32_t left)
{
    const plan_problem *pr = s->pr;
    if (d == pr->ndims) {
        if (t + 1u == pr->noperands)
            return finish_plan(s);
        if (problem_replicas(pr, &s->p, t) > 1 && pruned(s, t + 1))
            return ANTLER_OK;
        return choose_temporal(s, t + 1, 0, problem_replicas(pr, &s->p, t + 1));
    }
    if (!(pr->operand[t].spans >> d & 1) || left == 1)
        return choose_temporal(s, t, d + 1, left);
    uint64_t tile = ceil_div(pr->length[d], s->p.parts[d]);
    antler_status st = ANTLER_OK;
    for (uint32_t parts = 1; parts <= left && parts <= tile && st == ANTLER_OK; parts++) {
        if (left % parts != 0 || !canonical_parts(tile, parts) || !aligned(s, t, d, parts))
            continue;
        s->p.temporal[t][d] = parts;
        st = choose_temporal(s, t, d + 1, left / parts);
    }
    s->p.temporal[t][d] = 1;
    return st;
}

static antler_status try_parts(search *s)
{
    if (s->untimed)
        return finish_plan(s);
    if (pruned(s, 0))
        return ANTLER_OK;
    return choose_temporal(s, 0, 0, problem_replicas(s->pr, &s->p, 0));
}

/* From many parts to few: wide plans come first and prune the narrow ones. */
static antler_status choose_parts(search *s, uint32_t d, uint32_t cores_left)
{
    if (d == s->pr->ndims || d == GRAPH_MAX_DIMS)
        return try_parts(s);
    antler_status st = ANTLER_OK;
    for (uint32_t i = s->lists[d].count; i-- > 0 && st == ANTLER_OK;) {
        uint32_t parts = s->lists[d].parts[i];
        if (parts > cores_left)
            continue;
        s->p.parts[d] = parts;
        st = choose_parts(s, d + 1, cores_left / parts);
    }
    return st;
}

static antler_status run(search *s)
{
    antler_status st = ANTLER_OK;
    for (uint8_t d = 0; d < s->pr->ndims && st == ANTLER_OK; d++)
        st = list_parts(s->pr->length[d], s->pr->cores, &s->lists[d], s->err);
    s->untimed = true;
    if (st == ANTLER_OK)
        st = choose_parts(s, 0, s->pr->cores);
    s->untimed = false;
    if (st == ANTLER_OK)
        st = choose_parts(s, 0, s->pr->cores);
    if (st == ANTLER_OK && s->front.count == 0) {
        s->only_sram = true;
        st = choose_parts(s, 0, s->pr->cores);
    }
    return st;
}

static uint64_t hbm_bytes(const plan_problem *pr)
{
    uint64_t bytes = 0;
    for (uint8_t t = 0; t < pr->noperands; t++) {
        uint64_t elements = pr->operand[t].from_hbm ? 1 : 0;
        for (uint8_t d = 0; d < pr->ndims; d++)
            if (pr->operand[t].spans >> d & 1)
                elements *= pr->length[d];
        bytes += problem_bytes(pr, t, elements);
    }
    return bytes;
}

static antler_status copy_front(search *s, arena *a, plan_set **out)
{
    front_sort(&s->front);
    plan_set *set = ARENA_ARRAY(a, plan_set, 1);
    if (!set)
        return err_no_memory(s->err);
    *set = (plan_set){.count = s->front.count,
                      .plans = ARENA_ARRAY(a, plan, s->front.count),
                      .tried = s->tried,
                      .hbm_bytes = hbm_bytes(s->pr),
                      .least_sram = s->least_sram};
    if (!set->plans)
        return err_no_memory(s->err);
    for (uint32_t i = 0; i < set->count; i++) {
        set->plans[i] = s->front.plans[s->front.vectors[i].plan];
        antler_status st = preload_states(s->pr, &set->plans[i], a, s->err);
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
    search s = {.pr = &pr, .least_sram = UINT64_MAX, .err = err};
    for (uint8_t t = 0; t < PLAN_OPERANDS; t++)
        for (uint8_t d = 0; d < GRAPH_MAX_DIMS; d++)
            s.p.temporal[t][d] = 1;
    for (uint8_t d = 0; d < GRAPH_MAX_DIMS; d++)
        s.p.parts[d] = 1;
    antler_status st = run(&s);
    if (st == ANTLER_OK)
        st = copy_front(&s, a, out);
    for (uint8_t d = 0; d < GRAPH_MAX_DIMS; d++)
        free(s.lists[d].parts);
    front_free(&s.front);
    return st;
}
