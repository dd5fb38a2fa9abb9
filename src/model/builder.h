/* Writing a graph operator by operator. The builder remembers its first failure, so that a family reads as a list. */
#ifndef MODEL_BUILDER_H
#define MODEL_BUILDER_H

#include <stdbool.h>

#include "model/graph.h"

typedef struct graph_builder {
    graph *g;
    arena *a;
    uint32_t op_room, tensor_room;
    double element_bytes;
    int32_t layer; /* of the operators being added; -1 outside the layers */
    antler_status status;
    antler_error *err;
    graph_op unused; /* what builder_op hands out after a failure */
} graph_builder;

antler_status builder_start(graph_builder *b, arena *a, double element_bytes, antler_error *err);

/* A new tensor; its axes are those of the operand that first names it. Returns its number. */
int32_t builder_tensor(graph_builder *b, const char *name, tensor_kind kind);

/* Begin an operator; its dims, then its inputs, then its output follow. */
graph_op *builder_op(graph_builder *b, const char *role, op_kind kind);
void builder_dim(graph_builder *b, graph_op *op, const char *axis, uint64_t size, dim_role role);

/* Operands name the dims that they span by their position: "013" is dims 0, 1 and 3. */
void builder_input(graph_builder *b, graph_op *op, int32_t tensor, const char *dims);
int32_t builder_output(graph_builder *b, graph_op *op, const char *dims);

#endif
