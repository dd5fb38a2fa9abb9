/* Slices of one operator are laid out in row-major order of its dims. */
#include "model/slice.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"

enum { LONGEST_SUFFIX = 32 };

antler_status slicing_none(const graph *g, arena *a, slicing *out, antler_error *err)
{
    out->length = arena_alloc(a, g->nops, sizeof *out->length);
    out->spilled = ARENA_ARRAY(a, bool, g->ntensors);
    if (!out->length || !out->spilled)
        return err_no_memory(err);
    for (uint32_t i = 0; i < g->nops; i++)
        for (uint8_t d = 0; d < g->ops[i].ndims; d++)
            out->length[i][d] = g->ops[i].dim[d].size;
    return ANTLER_OK;
}

static uint64_t pieces(uint64_t size, uint64_t length)
{
    return (size + length - 1) / length;
}

uint64_t slicing_count(const graph_op *op, const uint64_t *length)
{
    uint64_t count = 1;
    for (uint8_t d = 0; d < op->ndims; d++)
        count *= pieces(op->dim[d].size, length[d]);
    return count;
}

static char *with_suffix(const char *name, uint32_t index, arena *a)
{
    size_t room = strlen(name) + LONGEST_SUFFIX;
    char *text = ARENA_ARRAY(a, char, room);
    if (text)
        (void)snprintf(text, room, "%s.slice%" PRIu32, name, index);
    return text;
}

/* Where slice `index` lies. */
static void place(const graph_op *whole, const uint64_t *length, uint32_t index, graph_op *out)
{
    uint64_t left = index;
    for (uint8_t d = whole->ndims; d-- > 0;) {
        uint64_t size = whole->dim[d].size;
        uint64_t along = pieces(size, length[d]);
        uint64_t first = left % along * length[d];
        left /= along;
        out->slice.first[d] = first;
        out->slice.whole[d] = size;
        out->dim[d].size = length[d] < size - first ? length[d] : size - first;
    }
}

/* Multiply-adds of a matmul, and its share of the whole's work. */
static double work(const graph_op *op)
{
    double product = 1;
    for (uint8_t d = 0; d < op->ndims; d++)
        product *= (double)op->dim[d].size;
    return product;
}

typedef struct slicer {
    const graph *whole;
    const slicing *s;
    arena *a;
    graph *g;
    uint32_t *origin;
} slicer;

/* The slices of operator `op`, appended. What it stores is shared out by work, so that the shares add up. */
static bool append_slices(slicer *sl, uint32_t op)
{
    const graph_op *whole = &sl->whole->ops[op];
    const uint64_t *length = sl->s->length[op];
    uint32_t count = (uint32_t)slicing_count(whole, length);
    bool spilled = sl->s->spilled[whole->output.tensor];
    double done = 0;
    uint64_t stored = 0;
    for (uint32_t i = 0; i < count; i++) {
        graph_op *out = &sl->g->ops[sl->g->nops];
        *out = *whole;
        sl->origin[sl->g->nops++] = op;
        if (count > 1) {
            out->slice = (graph_slice){.index = i, .count = count};
            out->name = with_suffix(whole->name, i, sl->a);
            out->role = with_suffix(whole->role, i, sl->a);
            place(whole, length, i, out);
            out->flops = whole->flops > 0 ? 2 * work(out) : 0;
            done += work(out);
            uint64_t until = (uint64_t)((double)whole->store_bytes * (done / work(whole)) + 0.5);
            out->store_bytes = until - stored;
            stored = until;
        }
        if (spilled)
            out->store_bytes += graph_operand_bytes(sl->g, out, &out->output);
        if (!out->name || !out->role)
            return false;
    }
    return true;
}

static void rewire(graph *g)
{
    for (uint32_t i = 0; i < g->ntensors; i++)
        g->tensors[i].last_reader = GRAPH_NONE;
    for (uint32_t i = 0; i < g->nops; i++) {
        for (uint8_t k = 0; k < g->ops[i].ninputs; k++)
            g->tensors[g->ops[i].input[k].tensor].last_reader = (int32_t)i;
        g->tensors[g->ops[i].output.tensor].producer = (int32_t)i;
    }
}

/* HBM room of a spilled tensor is taken when its first slice stores and free after its last reader. */
static uint64_t peak_spilled(const graph *g)
{
    uint64_t now = 0, peak = 0;
    for (uint32_t i = 0; i < g->nops; i++) {
        const graph_op *op = &g->ops[i];
        if (op->slice.index == 0 && g->tensors[op->output.tensor].kind == TENSOR_SPILLED)
            now += graph_tensor_bytes(&g->tensors[op->output.tensor]);
        peak = now > peak ? now : peak;
        for (uint8_t k = 0; k < op->ninputs; k++) {
            const graph_tensor *t = &g->tensors[op->input[k].tensor];
            bool again = false; /* an operator may read a tensor twice */
            for (uint8_t j = 0; j < k; j++)
                again |= op->input[j].tensor == op->input[k].tensor;
            if (t->kind == TENSOR_SPILLED && t->last_reader == (int32_t)i && !again)
                now -= graph_tensor_bytes(t);
        }
    }
    return peak;
}

antler_status graph_slice_ops(const graph *g, const slicing *s, arena *a, graph **out, uint32_t **origin,
                              antler_error *err)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < g->nops; i++)
        count += slicing_count(&g->ops[i], s->length[i]);
    slicer sl = {.whole = g, .s = s, .a = a, .g = ARENA_ARRAY(a, graph, 1), .origin = ARENA_ARRAY(a, uint32_t, count)};
    if (!sl.g || !sl.origin)
        return err_no_memory(err);
    *sl.g = *g;
    sl.g->nops = 0;
    sl.g->ops = ARENA_ARRAY(a, graph_op, count);
    sl.g->tensors = ARENA_ARRAY(a, graph_tensor, g->ntensors);
    if (!sl.g->ops || !sl.g->tensors)
        return err_no_memory(err);
    memcpy(sl.g->tensors, g->tensors, g->ntensors * sizeof *g->tensors);
    for (uint32_t i = 0; i < g->ntensors; i++)
        if (s->spilled[i])
            sl.g->tensors[i].kind = TENSOR_SPILLED;
    for (uint32_t i = 0; i < g->nops; i++)
        if (!append_slices(&sl, i))
            return err_no_memory(err);
    rewire(sl.g);
    sl.g->hbm_resident_bytes += peak_spilled(sl.g);
    *out = sl.g;
    *origin = sl.origin;
    return ANTLER_OK;
}
