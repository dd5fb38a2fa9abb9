/* Cuts are searched over lengths halved again and again along each dim, all products up to MOST_SLICES. */
#include "plan/stream.h"

#include <string.h>

#include "base/error.h"
#include "plan/problem.h"

enum { MOST_SLICES = 65536 };

typedef struct streamer {
    const graph *g;
    const shard *shards;
    uint32_t cores; /* of one chip */
    uint64_t operator_bytes;
    slicing *out;
} streamer;

/* Bytes of an operand on one chip, of a slice of `length`. */
static double operand_bytes(const streamer *s, uint32_t index, const graph_operand *o, const uint64_t *length)
{
    double bytes = s->g->tensors[o->tensor].element_bytes;
    for (uint8_t i = 0; i < o->naxes; i++)
        bytes *= (double)ceil_div(length[o->dim[i]], s->shards[index].parts[o->dim[i]]);
    return bytes;
}

/* What a core keeps of output tensor `t` at least. */
static uint64_t kept_bytes(const streamer *s, const graph_tensor *t)
{
    uint32_t op = (uint32_t)t->producer;
    const graph_op *from = &s->g->ops[op];
    return (uint64_t)operand_bytes(s, op, &from->output, s->out->length[op]) / s->cores + 1;
}

static bool kept_beside(const graph_tensor *t, uint32_t op)
{
    return t->kind == TENSOR_ACTIVATION && t->producer < (int32_t)op && t->last_reader >= (int32_t)op;
}

/* Spill the largest outputs that are kept beside operator `op` until the rest is within the limit. */
static void spill_beside(streamer *s, uint32_t op, const int32_t *alive, uint32_t nalive, uint64_t limit)
{
    uint64_t held = 0;
    for (uint32_t i = 0; i < nalive; i++)
        held += s->out->spilled[alive[i]] ? 0 : kept_bytes(s, &s->g->tensors[alive[i]]);
    while (held > limit) {
        int32_t largest = GRAPH_NONE;
        uint64_t most = 0;
        for (uint32_t i = 0; i < nalive; i++) {
            uint64_t bytes = kept_bytes(s, &s->g->tensors[alive[i]]);
            if (!s->out->spilled[alive[i]] && kept_beside(&s->g->tensors[alive[i]], op) && bytes > most) {
                most = bytes;
                largest = alive[i];
            }
        }
        if (largest == GRAPH_NONE)
            return;
        s->out->spilled[largest] = true;
        held -= most;
    }
}

static antler_status spill(streamer *s, uint64_t limit, arena *a, antler_error *err)
{
    int32_t *alive = ARENA_ARRAY(a, int32_t, s->g->nops);
    uint32_t nalive = 0;
    if (!alive)
        return err_no_memory(err);
    for (uint32_t op = 0; op < s->g->nops; op++) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < nalive; i++)
            if (s->g->tensors[alive[i]].last_reader >= (int32_t)op)
                alive[kept++] = alive[i];
        nalive = kept;
        spill_beside(s, op, alive, nalive, limit);
        alive[nalive++] = s->g->ops[op].output.tensor;
    }
    return ANTLER_OK;
}

/* One way to cut an operator, and what it costs. */
typedef struct cut {
    uint64_t length[GRAPH_MAX_DIMS];
    double hbm_bytes, gathered_bytes, padding;
    uint32_t slices;
} cut;

typedef struct cutter {
    const streamer *s;
    uint32_t op;
    cut now, best;
    bool found;
} cutter;

static bool in_hbm(const streamer *s, const graph_operand *o)
{
    return tensor_in_hbm(&s->g->tensors[o->tensor]) || s->out->spilled[o->tensor];
}

/* On one core, when every byte is on one core alone. */
static double core_bytes(const cutter *c)
{
    const graph_op *op = &c->s->g->ops[c->op];
    double bytes = operand_bytes(c->s, c->op, &op->output, c->now.length);
    for (uint8_t i = 0; i < op->ninputs; i++)
        bytes += operand_bytes(c->s, c->op, &op->input[i], c->now.length);
    return bytes / c->s->cores;
}

static void cost_cut(cutter *c)
{
    const graph_op *op = &c->s->g->ops[c->op];
    c->now.hbm_bytes = 0;
    c->now.gathered_bytes = 0;
    c->now.padding = 1;
    for (uint8_t i = 0; i < op->ninputs; i++) {
        double bytes = operand_bytes(c->s, c->op, &op->input[i], c->now.length) * c->now.slices;
        if (in_hbm(c->s, &op->input[i]))
            c->now.hbm_bytes += bytes;
        else
            c->now.gathered_bytes += bytes;
    }
    for (uint8_t d = 0; d < op->ndims; d++) {
        uint64_t size = op->dim[d].size;
        c->now.padding *= (double)(ceil_div(size, c->now.length[d]) * c->now.length[d]) / (double)size;
    }
}

static bool better(const cut *a, const cut *b)
{
    if (a->hbm_bytes != b->hbm_bytes)
        return a->hbm_bytes < b->hbm_bytes;
    if (a->gathered_bytes != b->gathered_bytes)
        return a->gathered_bytes < b->gathered_bytes;
    if (a->slices != b->slices)
        return a->slices < b->slices;
    return a->padding < b->padding;
}

/* All cuts of the dims from `d` on. */
static void try_cuts(cutter *c, uint8_t d)
{
    const graph_op *op = &c->s->g->ops[c->op];
    if (d == op->ndims) {
        if (core_bytes(c) > (double)c->s->operator_bytes)
            return;
        cost_cut(c);
        if (!c->found || better(&c->now, &c->best))
            c->best = c->now;
        c->found = true;
        return;
    }
    uint64_t size = op->dim[d].size;
    uint32_t before = c->now.slices;
    uint64_t length = size;
    while (before * ceil_div(size, length) <= MOST_SLICES) {
        c->now.length[d] = length;
        c->now.slices = before * (uint32_t)ceil_div(size, length);
        try_cuts(c, (uint8_t)(d + 1));
        if (op->dim[d].role == ROLE_K || length == 1)
            break;
        length = ceil_div(length, 2);
    }
    c->now.length[d] = size;
    c->now.slices = before;
}

/* Is what it reads and makes in HBM as of the operator alike? Then the same cut is the best. */
static bool same_places(const streamer *s, const graph_op *x, const graph_op *y)
{
    bool same = s->out->spilled[x->output.tensor] == s->out->spilled[y->output.tensor];
    for (uint8_t i = 0; i < x->ninputs; i++)
        same = same && in_hbm(s, &x->input[i]) == in_hbm(s, &y->input[i]);
    return same;
}

static void cut_operator(streamer *s, uint32_t index)
{
    cutter c = {.s = s, .op = index, .now.slices = 1};
    memcpy(c.now.length, s->out->length[index], sizeof c.now.length);
    if (core_bytes(&c) <= (double)s->operator_bytes)
        return;
    try_cuts(&c, 0);
    if (c.found)
        memcpy(s->out->length[index], c.best.length, sizeof c.best.length);
}

/* `latest` by first alike: the operator cut last, plus 1. */
static void cut_operators(streamer *s, const uint32_t *alike, uint32_t *latest)
{
    for (uint32_t i = 0; i < s->g->nops; i++) {
        uint32_t twin = latest[alike[i]];
        latest[alike[i]] = i + 1;
        if (twin > 0 && same_places(s, &s->g->ops[twin - 1], &s->g->ops[i]))
            memcpy(s->out->length[i], s->out->length[twin - 1], sizeof s->out->length[i]);
        else
            cut_operator(s, i);
    }
}

antler_status stream_decide(const graph *g, const machine *m, const shard *shards, const uint32_t *alike,
                            const stream_limits *limits, arena *a, slicing *out, antler_error *err)
{
    streamer s = {
        .g = g, .shards = shards, .cores = machine_cores(m), .operator_bytes = limits->operator_bytes, .out = out};
    uint32_t *latest = ARENA_ARRAY(a, uint32_t, g->nops);
    if (!latest)
        return err_no_memory(err);
    antler_status st = slicing_none(g, a, out, err);
    if (st == ANTLER_OK)
        st = spill(&s, limits->held_bytes, a, err);
    if (st == ANTLER_OK)
        cut_operators(&s, alike, latest);
    return st;
}
