/* Coordinate descent over the cuts of all operators. */
#include "plan/shard.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "plan/problem.h"

enum { MOST_SWEEPS = 8 };

typedef struct descent {
    const graph *g;
    const machine *m;
    uint32_t chips;
    double chip_bps, hbm_bps, chip_flops;
    shard *shards;
} descent;

/* Bytes of an operand that one chip works on under a cut. */
static double chip_operand_bytes(const descent *s, const graph_op *op, const graph_operand *o, const uint32_t *parts)
{
    double bytes = s->g->tensors[o->tensor].element_bytes;
    for (uint8_t i = 0; i < o->naxes; i++)
        bytes *= (double)ceil_div(op->dim[o->dim[i]].size, parts[o->dim[i]]);
    return bytes;
}

/* Chips along each model axis that an operand spans must agree for a tensor to stay where it is. */
static uint32_t parts_along(const graph_op *op, const graph_operand *o, const uint32_t *parts, const char *axis)
{
    uint32_t along = 1;
    for (uint8_t i = 0; i < o->naxes; i++)
        if (strcmp(op->dim[o->dim[i]].axis, axis) == 0)
            along *= parts[o->dim[i]];
    return along;
}

static bool same_cut(const graph_op *from, const uint32_t *from_parts, const graph_op *to, const graph_operand *reads,
                     const uint32_t *to_parts)
{
    for (uint8_t i = 0; i < from->output.naxes; i++) {
        const char *axis = from->dim[from->output.dim[i]].axis;
        if (parts_along(from, &from->output, from_parts, axis) != parts_along(to, reads, to_parts, axis))
            return false;
    }
    for (uint8_t i = 0; i < reads->naxes; i++) {
        const char *axis = to->dim[reads->dim[i]].axis;
        if (parts_along(from, &from->output, from_parts, axis) != parts_along(to, reads, to_parts, axis))
            return false;
    }
    return true;
}

static uint32_t reduced_chips(const graph_op *op, const uint32_t *parts)
{
    uint32_t copies = 1;
    for (uint8_t d = 0; d < op->ndims; d++)
        if (op->dim[d].role == ROLE_K)
            copies *= parts[d];
    return copies;
}

/* Does every chip hold the whole output? Then a reader may cut it as it likes. */
static bool output_uncut(const graph_op *op, const uint32_t *parts)
{
    for (uint8_t i = 0; i < op->output.naxes; i++)
        if (parts[op->output.dim[i]] > 1)
            return false;
    return true;
}

/* Bytes entering a chip so that operator `to` finds input `reads` cut as it needs. A reduction across chips leaves its
 * output scattered: a change of cut whatever the reader wants. */
static double relayout_bytes(const descent *s, uint32_t to, const graph_operand *reads, const uint32_t *to_parts)
{
    const graph_tensor *t = &s->g->tensors[reads->tensor];
    if (t->kind != TENSOR_ACTIVATION)
        return 0;
    const graph_op *from = &s->g->ops[t->producer];
    const uint32_t *from_parts = s->shards[t->producer].parts;
    const graph_op *reader = &s->g->ops[to];
    if (reduced_chips(from, from_parts) == 1 &&
        (output_uncut(from, from_parts) || same_cut(from, from_parts, reader, reads, to_parts)))
        return 0;
    return chip_operand_bytes(s, reader, reads, to_parts) * (s->chips - 1) / s->chips;
}

static double all_relayouts(const descent *s, uint32_t op, const uint32_t *parts)
{
    double bytes = 0;
    for (uint8_t i = 0; i < s->g->ops[op].ninputs; i++)
        bytes += relayout_bytes(s, op, &s->g->ops[op].input[i], parts);
    return bytes;
}

/* Reduce-scatter: each chip receives (r - 1)/r of its output tile. */
static double reduce_bytes(const descent *s, const graph_op *op, const uint32_t *parts)
{
    uint32_t copies = reduced_chips(op, parts);
    return chip_operand_bytes(s, op, &op->output, parts) * (copies - 1) / copies;
}

/* HBM holds every byte once, spread over all chips: each reads its share and gets the rest of what it uses over the
 * links. */
static void preload_bytes(const descent *s, const graph_op *op, const uint32_t *parts, double *hbm, double *links)
{
    *hbm = 0;
    *links = 0;
    for (uint8_t i = 0; i < op->ninputs; i++) {
        const graph_operand *o = &op->input[i];
        if (!tensor_in_hbm(&s->g->tensors[o->tensor]))
            continue;
        double tiles = 1;
        for (uint8_t axis = 0; axis < o->naxes; axis++)
            tiles *= parts[o->dim[axis]];
        double tile = chip_operand_bytes(s, op, o, parts);
        double share = tile * tiles / s->chips;
        *hbm += share;
        *links += tile - share;
    }
}

/* Seconds of an operator alone under a cut, without what its neighbours' cuts cost. */
static double own_cost(const descent *s, const graph_op *op, const uint32_t *parts)
{
    double hbm = 0;
    double links = 0;
    preload_bytes(s, op, parts, &hbm, &links);
    double work = op->kind == OP_MATMUL ? 2 : 1;
    for (uint8_t d = 0; d < op->ndims; d++)
        work *= (double)ceil_div(op->dim[d].size, parts[d]);
    return fmax(hbm / s->hbm_bps, work / s->chip_flops) + (links + reduce_bytes(s, op, parts)) / s->chip_bps;
}

/* What its own inputs and its readers pay in link time for this cut of `op`. */
static double neighbour_cost(descent *s, uint32_t op, const uint32_t *parts)
{
    double bytes = all_relayouts(s, op, parts);
    uint32_t before[GRAPH_MAX_DIMS];
    memcpy(before, s->shards[op].parts, sizeof before);
    memcpy(s->shards[op].parts, parts, sizeof before);
    int32_t tensor = s->g->ops[op].output.tensor;
    int32_t last = s->g->tensors[tensor].last_reader;
    for (int32_t reader = (int32_t)op + 1; reader <= last; reader++)
        for (uint8_t i = 0; i < s->g->ops[reader].ninputs; i++)
            if (s->g->ops[reader].input[i].tensor == tensor)
                bytes += relayout_bytes(s, (uint32_t)reader, &s->g->ops[reader].input[i], s->shards[reader].parts);
    memcpy(s->shards[op].parts, before, sizeof before);
    return bytes / s->chip_bps;
}

/* The cheapest cut of `op`, found by trying all; `alone`: neighbours do not count. */
static void best_cut(descent *s, uint32_t index, uint8_t d, uint32_t left, bool alone, uint32_t *parts, double *least,
                     uint32_t *best)
{
    const graph_op *op = &s->g->ops[index];
    if (d == op->ndims) {
        double cost = own_cost(s, op, parts) + (alone ? 0 : neighbour_cost(s, index, parts));
        if (cost < *least) {
            *least = cost;
            memcpy(best, parts, GRAPH_MAX_DIMS * sizeof *best);
        }
        return;
    }
    for (uint32_t p = left; p >= 1; p--) {
        if (!canonical_parts(op->dim[d].size, p))
            continue;
        parts[d] = p;
        best_cut(s, index, (uint8_t)(d + 1), left / p, alone, parts, least, best);
    }
    parts[d] = 1;
}

static bool improve(descent *s, uint32_t index, bool alone)
{
    uint32_t parts[GRAPH_MAX_DIMS] = {1, 1, 1, 1, 1, 1};
    uint32_t best[GRAPH_MAX_DIMS] = {1, 1, 1, 1, 1, 1};
    const uint32_t *now = s->shards[index].parts;
    double least = INFINITY;
    if (!alone)
        least = own_cost(s, &s->g->ops[index], now) + neighbour_cost(s, index, now);
    double before = least;
    best_cut(s, index, 0, s->chips, alone, parts, &least, best);
    if (least >= before)
        return false;
    memcpy(s->shards[index].parts, best, sizeof best);
    return true;
}

static void charge(descent *s, uint32_t index)
{
    const graph_op *op = &s->g->ops[index];
    shard *sh = &s->shards[index];
    double hbm = 0;
    double links = 0;
    preload_bytes(s, op, sh->parts, &hbm, &links);
    sh->preload_chip_bytes = (uint64_t)links; /* rounded down: HBM reads the rest, never nothing */
    sh->reduce_chip_bytes = (uint64_t)ceil(reduce_bytes(s, op, sh->parts));
    sh->relayout_chip_bytes = (uint64_t)ceil(all_relayouts(s, index, sh->parts));
}

static void descend(descent *s)
{
    for (uint32_t i = 0; i < s->g->nops; i++)
        (void)improve(s, i, true);
    bool improved = true;
    for (uint32_t sweep = 0; sweep < MOST_SWEEPS && improved; sweep++) {
        improved = false;
        for (uint32_t i = 0; i < s->g->nops; i++)
            improved |= improve(s, i, false);
    }
}

static descent start(const graph *g, const machine *m, shard *shards)
{
    uint32_t chips = machine_chips(m);
    return (descent){.g = g,
                     .m = m,
                     .chips = chips,
                     .chip_bps = machine_capacities(m)[RES_CHIP_IN],
                     .hbm_bps = machine_hbm_bps(m),
                     .chip_flops = machine_peak_flops(m, g->element_bytes) / chips,
                     .shards = shards};
}

void shard_charges(const graph *g, const machine *m, shard *shards)
{
    descent s = start(g, m, shards);
    if (s.chips == 1)
        return;
    for (uint32_t i = 0; i < g->nops; i++)
        charge(&s, i);
}

antler_status shard_graph(const graph *g, const machine *m, arena *a, shard **out, antler_error *err)
{
    shard *shards = ARENA_ARRAY(a, shard, g->nops);
    if (!shards)
        return err_no_memory(err);
    for (uint32_t i = 0; i < g->nops; i++)
        for (uint32_t d = 0; d < GRAPH_MAX_DIMS; d++)
            shards[i].parts[d] = 1;
    descent s = start(g, m, shards);
    if (s.chips > 1)
        descend(&s);
    shard_charges(g, m, shards);
    *out = shards;
    return ANTLER_OK;
}
