#include "model/builder.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"

static void fail_memory(graph_builder *b)
{
    b->status = err_no_memory(b->err);
}

antler_status builder_start(graph_builder *b, arena *a, double element_bytes, antler_error *err)
{
    *b = (graph_builder){.a = a, .element_bytes = element_bytes, .layer = -1, .err = err};
    b->g = ARENA_ARRAY(a, graph, 1);
    if (!b->g)
        fail_memory(b);
    return b->status;
}

/* `array` of `count` in a room of `*room`, with space for one more. */
static void *grow(graph_builder *b, void *array, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room)
        return array;
    uint32_t larger = *room ? *room * 2 : 64;
    void *copy = arena_alloc(b->a, larger, size);
    if (!copy) {
        fail_memory(b);
        return NULL;
    }
    if (count > 0)
        memcpy(copy, array, count * size);
    *room = larger;
    return copy;
}

static const char *full_name(graph_builder *b, const char *role)
{
    char text[96];
    if (b->layer >= 0)
        (void)snprintf(text, sizeof text, "layer%d.%s", b->layer, role);
    else
        (void)snprintf(text, sizeof text, "%s", role);
    const char *name = arena_strdup(b->a, text);
    if (!name)
        fail_memory(b);
    return name;
}

int32_t builder_tensor(graph_builder *b, const char *name, tensor_kind kind)
{
    if (b->status != ANTLER_OK)
        return GRAPH_NONE;
    graph_tensor *tensors = grow(b, b->g->tensors, b->g->ntensors, &b->tensor_room, sizeof *tensors);
    if (!tensors)
        return GRAPH_NONE;
    b->g->tensors = tensors;
    tensors[b->g->ntensors] = (graph_tensor){.name = full_name(b, name),
                                             .kind = kind,
                                             .element_bytes = b->element_bytes,
                                             .producer = GRAPH_NONE,
                                             .last_reader = GRAPH_NONE};
    return (int32_t)b->g->ntensors++;
}

graph_op *builder_op(graph_builder *b, const char *role, op_kind kind)
{
    if (b->status != ANTLER_OK)
        return &b->unused;
    graph_op *ops = grow(b, b->g->ops, b->g->nops, &b->op_room, sizeof *ops);
    if (!ops)
        return &b->unused;
    b->g->ops = ops;
    graph_op *op = &ops[b->g->nops++];
    *op = (graph_op){.name = full_name(b, role), .role = role, .layer = b->layer, .kind = kind};
    return op;
}

void builder_dim(graph_builder *b, graph_op *op, const char *axis, uint64_t size, dim_role role)
{
    if (b->status == ANTLER_OK)
        op->dim[op->ndims++] = (graph_dim){.axis = axis, .size = size, .role = role};
}

static graph_operand operand(const graph_op *op, graph_tensor *t, int32_t tensor, const char *dims)
{
    graph_operand o = {.tensor = tensor};
    for (const char *d = dims; *d; d++)
        o.dim[o.naxes++] = (uint8_t)(*d - '0');
    if (t->naxes == 0) {
        t->naxes = o.naxes;
        for (uint8_t i = 0; i < o.naxes; i++)
            t->size[i] = op->dim[o.dim[i]].size;
    }
    return o;
}

void builder_input(graph_builder *b, graph_op *op, int32_t tensor, const char *dims)
{
    if (b->status != ANTLER_OK)
        return;
    graph_tensor *t = &b->g->tensors[tensor];
    op->input[op->ninputs++] = operand(op, t, tensor, dims);
    t->last_reader = (int32_t)b->g->nops - 1;
}

/* Two for each multiply-add; only matrix operators count. */
static double matmul_flops(const graph_op *op)
{
    double flops = op->kind == OP_MATMUL ? 2 : 0;
    for (uint8_t d = 0; d < op->ndims; d++)
        flops *= (double)op->dim[d].size;
    return flops;
}

int32_t builder_output(graph_builder *b, graph_op *op, const char *dims)
{
    int32_t tensor = builder_tensor(b, op->role ? op->role : "", TENSOR_ACTIVATION);
    if (tensor == GRAPH_NONE)
        return tensor;
    graph_tensor *t = &b->g->tensors[tensor];
    op->output = operand(op, t, tensor, dims);
    t->producer = (int32_t)b->g->nops - 1;
    op->flops = matmul_flops(op);
    return tensor;
}
