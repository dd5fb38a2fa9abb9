#include "reference/brute_plans.h"

#include <math.h>
#include <string.h>

typedef struct brute {
    const graph *g;
    const graph_op *op;
    const machine *m;
    uint64_t length[GRAPH_MAX_DIMS];
    brute_sink *sink;
    void *self;
    plan p;
} brute;

static uint64_t up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

static const graph_operand *operand(const graph_op *op, uint32_t t)
{
    return t < op->ninputs ? &op->input[t] : &op->output;
}

static bool spans(const graph_op *op, uint32_t t, uint32_t d)
{
    const graph_operand *o = operand(op, t);
    for (uint32_t i = 0; i < o->naxes; i++)
        if (o->dim[i] == d)
            return true;
    return false;
}

/* `parts` pieces of `length`, none of them empty. */
static bool none_empty(uint64_t length, uint64_t parts)
{
    uint64_t piece = up(length, parts);
    return piece * (parts - 1) < length;
}

static uint64_t replicas(const graph_op *op, const plan *p, uint32_t t)
{
    uint64_t r = 1;
    for (uint32_t d = 0; d < op->ndims; d++)
        r *= spans(op, t, d) ? 1 : p->parts[d];
    return r;
}

static uint64_t ring(const graph_op *op, const plan *p, uint32_t t)
{
    uint64_t r = 1;
    for (uint32_t d = 0; d < op->ndims; d++)
        r *= p->temporal[t][d];
    return r;
}

/* Each piece of the coarser cut is made of whole pieces of the finer one. */
static bool nest_in(uint64_t tile, uint32_t finer, uint32_t coarser)
{
    if (finer % coarser != 0)
        return false;
    return coarser == 1 || up(tile, coarser) == finer / coarser * up(tile, finer);
}

static bool legal_temporal(const brute *b, uint32_t t, uint32_t d)
{
    uint32_t pieces = b->p.temporal[t][d];
    uint64_t tile = up(b->length[d], b->p.parts[d]);
    if ((!spans(b->op, t, d) && pieces > 1) || !none_empty(tile, pieces))
        return false;
    for (uint32_t u = 0; u < t; u++) {
        uint32_t other = b->p.temporal[u][d];
        if (!nest_in(tile, pieces, other) && !nest_in(tile, other, pieces))
            return false;
    }
    return true;
}

static bool legal(const brute *b)
{
    uint64_t cores = 1;
    for (uint32_t d = 0; d < b->op->ndims; d++) {
        cores *= b->p.parts[d];
        if (!none_empty(b->length[d], b->p.parts[d]))
            return false;
    }
    if (cores > machine_cores(b->m))
        return false;
    for (uint32_t t = 0; t <= b->op->ninputs; t++) {
        if (replicas(b->op, &b->p, t) % ring(b->op, &b->p, t) != 0)
            return false;
        for (uint32_t d = 0; d < b->op->ndims; d++)
            if (!legal_temporal(b, t, d))
                return false;
    }
    return true;
}

static uint64_t piece_bytes(const brute *b, uint32_t t)
{
    uint64_t elements = 1;
    for (uint32_t d = 0; d < b->op->ndims; d++)
        if (spans(b->op, t, d))
            elements *= up(up(b->length[d], b->p.parts[d]), b->p.temporal[t][d]);
    return (uint64_t)ceil((double)elements * b->g->tensors[operand(b->op, t)->tensor].element_bytes);
}

/* The loop nest of a core, step by step: how often each operand's piece changes. */
typedef struct walk {
    const brute *b;
    const uint8_t *order;
    uint32_t steps[GRAPH_MAX_DIMS], at[GRAPH_MAX_DIMS];
    bool begun;
    uint32_t piece[GRAPH_MAX_OPERANDS + 1][GRAPH_MAX_DIMS];
    uint64_t changes[GRAPH_MAX_OPERANDS + 1];
} walk;

static void step(walk *w)
{
    for (uint32_t t = 0; t <= w->b->op->ninputs; t++) {
        bool changed = false;
        for (uint32_t d = 0; d < w->b->op->ndims; d++) {
            uint32_t piece = w->at[d] / (w->steps[d] / w->b->p.temporal[t][d]);
            changed |= piece != w->piece[t][d];
            w->piece[t][d] = piece;
        }
        w->changes[t] += changed && w->begun;
    }
    w->begun = true;
}

static void nest(walk *w, uint32_t level)
{
    if (level == w->b->op->ndims) {
        step(w);
        return;
    }
    uint8_t d = w->order[level];
    for (w->at[d] = 0; w->at[d] < w->steps[d]; w->at[d]++)
        nest(w, level + 1);
}

typedef struct best_order {
    uint64_t bytes, shifts;
    uint8_t order[GRAPH_MAX_DIMS];
} best_order;

static void try_order(const brute *b, const uint8_t *order, best_order *best)
{
    walk w = {.b = b, .order = order};
    for (uint32_t d = 0; d < b->op->ndims; d++) {
        w.steps[d] = 1;
        for (uint32_t t = 0; t <= b->op->ninputs; t++)
            w.steps[d] = b->p.temporal[t][d] > w.steps[d] ? b->p.temporal[t][d] : w.steps[d];
    }
    nest(&w, 0);
    uint64_t bytes = 0;
    uint64_t shifts = 0;
    for (uint32_t t = 0; t <= b->op->ninputs; t++) {
        bytes += w.changes[t] * piece_bytes(b, t);
        shifts += w.changes[t];
    }
    if (bytes < best->bytes || (bytes == best->bytes && shifts < best->shifts)) {
        *best = (best_order){.bytes = bytes, .shifts = shifts};
        memcpy(best->order, order, GRAPH_MAX_DIMS);
    }
}

/* All permutations of the dims from `level` on. */
static void orders(const brute *b, uint32_t level, uint8_t *order, best_order *best)
{
    if (level == b->op->ndims) {
        try_order(b, order, best);
        return;
    }
    for (uint32_t i = level; i < b->op->ndims; i++) {
        uint8_t swap = order[level];
        order[level] = order[i];
        order[i] = swap;
        orders(b, level + 1, order, best);
        order[i] = order[level];
        order[level] = swap;
    }
}

static double kernels_s(const brute *b)
{
    uint64_t by_role[] = {[ROLE_BATCH] = 1, [ROLE_M] = 1, [ROLE_N] = 1, [ROLE_K] = 1};
    for (uint32_t d = 0; d < b->op->ndims; d++) {
        uint32_t steps = 1;
        for (uint32_t t = 0; t <= b->op->ninputs; t++)
            steps = b->p.temporal[t][d] > steps ? b->p.temporal[t][d] : steps;
        by_role[b->op->dim[d].role] *= up(up(b->length[d], b->p.parts[d]), steps);
    }
    kernel_call call = {.kind = b->op->kind,
                        .batch = by_role[ROLE_BATCH],
                        .m = by_role[ROLE_M],
                        .n = by_role[ROLE_N],
                        .k = by_role[ROLE_K],
                        .element_bytes = b->g->tensors[b->op->output.tensor].element_bytes};
    return b->p.steps * machine_kernel_s(b->m, &call);
}

/* r copies of the output's piece are left: each core sums its share of it. */
static void final_reduction(brute *b)
{
    plan *p = &b->p;
    uint32_t out = b->op->ninputs;
    uint64_t copies = replicas(b->op, p, out) / ring(b->op, p, out);
    double element_bytes = b->g->tensors[b->op->output.tensor].element_bytes;
    uint64_t elements = 1;
    for (uint32_t d = 0; d < b->op->ndims; d++)
        if (spans(b->op, out, d))
            elements *= up(up(b->length[d], p->parts[d]), p->temporal[out][d]);
    uint64_t share = up(elements, copies);
    p->hold_bytes = (uint64_t)ceil((double)share * element_bytes);
    p->reduce_bytes = (copies - 1) * p->hold_bytes;
    if (copies == 1)
        return;
    kernel_call call = {.kind = OP_REDUCE, .batch = 1, .m = share, .n = 1, .k = copies, .element_bytes = element_bytes};
    p->compute_s += machine_kernel_s(b->m, &call);
    p->syncs += 2;
}

static void cost(brute *b)
{
    plan *p = &b->p;
    p->cores = 1;
    p->steps = 1;
    for (uint32_t d = 0; d < b->op->ndims; d++) {
        uint32_t steps = 1;
        for (uint32_t t = 0; t <= b->op->ninputs; t++)
            steps = p->temporal[t][d] > steps ? p->temporal[t][d] : steps;
        p->steps *= steps;
        p->cores *= p->parts[d];
    }
    uint8_t order[GRAPH_MAX_DIMS] = {0, 1, 2, 3, 4, 5};
    best_order best = {.bytes = UINT64_MAX, .shifts = UINT64_MAX};
    orders(b, 0, order, &best);
    memcpy(p->loop, best.order, sizeof p->loop);
    p->shift_bytes = best.bytes;
    p->syncs = (uint32_t)(2 * best.shifts);
    p->compute_s = kernels_s(b);
    final_reduction(b);
    p->gather_bytes = 0;
    p->sram_bytes = p->reduce_bytes;
    for (uint32_t t = 0; t <= b->op->ninputs; t++) {
        uint64_t piece = piece_bytes(b, t);
        p->sram_bytes += ring(b->op, p, t) > 1 ? 2 * piece : piece;
        if (t < b->op->ninputs && b->g->tensors[b->op->input[t].tensor].kind == TENSOR_ACTIVATION)
            p->gather_bytes += piece;
    }
    p->syncs += p->gather_bytes > 0 ? 2 : 0;
}

/* Only what legal() would refuse anyway is left out early: rings longer than there are replicas. */
static uint64_t most_pieces(const brute *b, uint32_t t, uint32_t d)
{
    uint64_t rest = 1;
    for (uint32_t i = 0; i < d; i++)
        rest *= b->p.temporal[t][i];
    uint64_t tile = spans(b->op, t, d) ? up(b->length[d], b->p.parts[d]) : 1;
    uint64_t members = replicas(b->op, &b->p, t) / rest;
    return tile < members ? tile : members;
}

static void temporal(brute *b, uint32_t t, uint32_t d)
{
    if (t == b->op->ninputs + 1u) {
        if (legal(b)) {
            cost(b);
            b->sink(b->self, &b->p);
        }
        return;
    }
    if (d == b->op->ndims) {
        temporal(b, t + 1, 0);
        return;
    }
    uint64_t most = most_pieces(b, t, d);
    for (uint32_t pieces = 1; pieces <= most; pieces++) {
        b->p.temporal[t][d] = pieces;
        temporal(b, t, d + 1);
    }
    b->p.temporal[t][d] = 1;
}

static void spatial(brute *b, uint32_t d, uint64_t cores)
{
    if (d == b->op->ndims || d == GRAPH_MAX_DIMS) {
        temporal(b, 0, 0);
        return;
    }
    for (uint32_t parts = 1; parts <= b->length[d] && parts * cores <= machine_cores(b->m); parts++) {
        b->p.parts[d] = parts;
        spatial(b, d + 1, cores * parts);
    }
    b->p.parts[d] = 1;
}

void brute_plans(const graph *g, const graph_op *op, const shard *s, const machine *m, brute_sink *sink, void *self)
{
    brute b = {.g = g, .op = op, .m = m, .sink = sink, .self = self};
    for (uint32_t d = 0; d < GRAPH_MAX_DIMS; d++) {
        b.length[d] = d < op->ndims ? up(op->dim[d].size, s->parts[d]) : 1;
        b.p.parts[d] = 1;
        for (uint32_t t = 0; t <= GRAPH_MAX_OPERANDS; t++)
            b.p.temporal[t][d] = 1;
    }
    spatial(&b, 0, 1);
}

typedef struct brute_states {
    const brute *b;
    brute_state_sink *sink;
    void *self;
} brute_states;

static void states(const brute_states *all, uint32_t t, preload_state state)
{
    const brute *b = all->b;
    if (t == b->op->ninputs) {
        all->sink(all->self, &state);
        return;
    }
    tensor_kind kind = b->g->tensors[b->op->input[t].tensor].kind;
    if (kind != TENSOR_WEIGHT && kind != TENSOR_KV) {
        states(all, t + 1, state);
        return;
    }
    uint64_t sharing = replicas(b->op, &b->p, t) / ring(b->op, &b->p, t);
    for (uint32_t split = 1; split <= sharing; split++) {
        if (sharing % split != 0)
            continue;
        preload_state next = state;
        uint64_t chunk = up(piece_bytes(b, t), split);
        next.split[t] = split;
        next.sram_bytes += chunk;
        next.redistribute_bytes += (split - 1) * chunk;
        states(all, t + 1, next);
    }
}

void brute_preloads(const graph *g, const graph_op *op, const shard *s, const plan *p, brute_state_sink *sink,
                    void *self)
{
    brute b = {.g = g, .op = op, .p = *p};
    for (uint32_t d = 0; d < op->ndims; d++)
        b.length[d] = up(op->dim[d].size, s->parts[d]);
    preload_state none = {.split = {1, 1, 1, 1}};
    states(&(brute_states){.b = &b, .sink = sink, .self = self}, 0, none);
}
