/* Makes a graph operator by operator, each written as the einsum formula of what it computes:
 *
 *     builder_op(b, OP_MATMUL, "qkv", "mh,qh->mq", (tensor_ref[]){x, weight})
 *
 * Letters are axes of the model, named and sized once with builder_axis; the operator's dims, their roles and the
 * shape of its output follow from the formula. The first failure sticks: later calls do nothing and builder_finish
 * reports it, so that families need no check after every line. */
#ifndef MODEL_BUILDER_H
#define MODEL_BUILDER_H

#include "model/graph.h"

/* Bounds that keep every byte count of a graph within uint64_t. */
#define BUILDER_MAX_ELEMENTS ((uint64_t)1 << 48) /* of one tensor */
#define BUILDER_MAX_BYTES    ((uint64_t)1 << 60) /* of all weights and KV entries, and of all that a run reads */

typedef struct builder builder;

/* A tensor as an operator reads it: whole, or the columns first .. first + width - 1 of its last axis. */
typedef struct tensor_ref {
    int32_t tensor;
    const char *view;
    uint64_t first, width;
} tensor_ref;

/* Bytes of an element of each kind of tensor. */
typedef struct builder_types {
    double weights, kv, activations;
} builder_types;

/* A builder in `a`, which the graph will live in; NULL when out of memory. */
builder *builder_new(arena *a, builder_types types);

/* `letter` is a to z. `name` is borrowed for as long as the graph lives. */
void builder_axis(builder *b, char letter, const char *name, uint64_t size);

/* What follows belongs to this layer; -1: to none. */
void builder_layer(builder *b, int32_t layer);

/* Tensors from outside the run; `axes` in letters, row-major. Names are copied and get the prefix of the layer. */
tensor_ref builder_weight(builder *b, const char *name, const char *axes);
tensor_ref builder_kv(builder *b, const char *name, const char *axes);
tensor_ref builder_input(builder *b, const char *name, const char *axes);
/* An input of 32-bit indices. */
tensor_ref builder_indices(builder *b, const char *name, const char *axes);

/* Columns of the last axis of a whole tensor. */
tensor_ref builder_view(tensor_ref whole, const char *view, uint64_t first, uint64_t width);

/* As many inputs as the formula has; gives the output. The operator of role r in layer n is named `layern.r`. */
tensor_ref builder_op(builder *b, op_kind kind, const char *role, const char *formula, const tensor_ref *inputs);

/* So many elements of the last operator's output also go to HBM, in the type of the KV cache. */
void builder_store(builder *b, uint64_t elements);

/* needs: the last operator made. leaves: the graph with its totals, or the first failure. `tokens`: of one run. */
antler_status builder_finish(builder *b, uint64_t tokens, graph **out, antler_error *err);

#endif
