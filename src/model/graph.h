/* The operators of one run of a model, with their shapes: what the compiler compiles.
 *
 * An operator is a loop nest over its dims; each operand spans some of them, one dim per axis. Dims carry the role that
 * the kernel gives them: a matmul is BATCH x M x N x K; element-wise operators use M alone; a reduction sums (or takes
 * the maximum of) K for every M. K dims are the reduction dims of every kind. */
#ifndef MODEL_GRAPH_H
#define MODEL_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include <antler/model.h>

#include "base/arena.h"

enum { GRAPH_MAX_DIMS = 6, GRAPH_MAX_OPERANDS = 4, GRAPH_NONE = -1 };

typedef enum op_kind {
    OP_MATMUL,
    OP_BINARY, /* element-wise, two or three inputs (broadcast allowed), one pass */
    OP_UNARY,  /* element-wise, one input */
    OP_REDUCE, /* sum, sum of squares or maximum over the K dims */
    OP_GATHER  /* rows picked by index: dims M = rows picked, N = row length; reads only those rows. Input 0 is the
                * table (its operand spans the rows picked, not the table's), input 1 the indices */
} op_kind;

typedef enum dim_role { ROLE_BATCH, ROLE_M, ROLE_N, ROLE_K } dim_role;

typedef enum tensor_kind {
    TENSOR_ACTIVATION, /* made and read on chip */
    TENSOR_WEIGHT,     /* from HBM */
    TENSOR_KV,         /* from HBM, one entry per sequence and context position */
    TENSOR_INPUT,      /* given on chip before the run starts (token ids, tables) */
    TENSOR_SPILLED     /* an activation that its producer writes to HBM and its readers load from there */
} tensor_kind;

typedef struct graph_tensor {
    const char *name;
    tensor_kind kind;
    uint8_t naxes;
    uint64_t size[GRAPH_MAX_DIMS];
    double element_bytes; /* 0.5 for int4 */
    int32_t producer;     /* operator, of slices the last; or GRAPH_NONE */
    int32_t last_reader;  /* operator, or GRAPH_NONE */
} graph_tensor;

/* Read from HBM, by a preload? */
static inline bool tensor_in_hbm(const graph_tensor *t)
{
    return t->kind == TENSOR_WEIGHT || t->kind == TENSOR_KV || t->kind == TENSOR_SPILLED;
}

/* Made by an operator of the graph? */
static inline bool tensor_made(const graph_tensor *t)
{
    return t->kind == TENSOR_ACTIVATION || t->kind == TENSOR_SPILLED;
}

typedef struct graph_dim {
    const char *axis; /* of the model, `heads`: dims of one axis can be cut alike in every operator (docs/MODEL.md) */
    uint64_t size;
    dim_role role;
} graph_dim;

/* What an operator reads of a tensor, axis by axis in the tensor's row-major order. The axes may be the tensor's own,
 * or refold it: [batch, 128] read as [batch, kv_head 4, head_dim 32]. A view covers only the columns first ..
 * first + width - 1 of the tensor's last axis (how q, k and v lie in one fused projection); then the leading axes of
 * the operand still make up the tensor's other axes. Outputs cover their tensor whole. */
typedef struct graph_operand {
    int32_t tensor;
    uint8_t naxes;
    uint8_t dim[GRAPH_MAX_DIMS]; /* axis -> the operator's dim */
    const char *view;            /* `q`; NULL: the whole tensor */
    uint64_t first, width;       /* columns of the last axis; width 0: all of them */
} graph_operand;

/* An operator cut in time is `count` operators that follow one another and make one tensor together. Dim d of this one
 * is first[d] .. first[d] + size - 1 of a dim of whole[d]. Reduction dims are never cut. */
typedef struct graph_slice {
    uint32_t index, count; /* count 0: the operator is whole, and the rest is zero */
    uint64_t first[GRAPH_MAX_DIMS], whole[GRAPH_MAX_DIMS];
} graph_slice;

typedef struct graph_op {
    const char *name; /* unique: `layer12.qkv`, `layer12.qkv.slice3` */
    const char *role; /* `qkv`, `qkv.slice3`: equal in every layer */
    int32_t layer;    /* -1 outside the layers */
    op_kind kind;
    uint8_t ndims;
    graph_dim dim[GRAPH_MAX_DIMS];
    uint8_t ninputs;
    graph_operand input[GRAPH_MAX_OPERANDS];
    graph_operand output;
    double flops;         /* 2 x multiply-adds of a matmul, 0 for others */
    uint64_t store_bytes; /* written to HBM at its end, all chips together: new KV entries, all of a spilled output */
    graph_slice slice;
} graph_op;

/* Size of dim d of the operator that this one is, or is a slice of. */
static inline uint64_t graph_whole_size(const graph_op *op, uint8_t d)
{
    return op->slice.count > 0 ? op->slice.whole[d] : op->dim[d].size;
}

typedef struct graph {
    uint32_t nops;
    graph_op *ops; /* in execution order */
    uint32_t ntensors;
    graph_tensor *tensors;
    double element_bytes;       /* of activations: what kernels compute in */
    uint64_t parameters;        /* of the model, whether read in this run or not */
    uint64_t active_parameters; /* that one token is computed with: of gathered tables a row, of experts those picked */
    uint64_t hbm_resident_bytes; /* all weights, the whole KV cache, spilled activations: what must fit in HBM */
    uint64_t tokens;             /* that a run makes logits of: one a sequence, in a training pass all */
} graph;

/* needs: a loaded model. leaves: a checked graph in `a`. */
antler_status graph_build(const antler_model *model, const antler_workload *w, arena *a, graph **out,
                          antler_error *err);

/* Every input is produced before it is read, or external; operand axes, views and dims agree, and dims have the role
 * that their operands give them; producers and last readers are right; what is made is read, stored or the result;
 * names are unique. ANTLER_BUG names the operator. */
antler_status graph_check(const graph *g, antler_error *err);

/* Bytes read from HBM in one run: every operand in HBM once an operator, gathers only the rows picked. */
uint64_t graph_hbm_bytes(const graph *g);
/* Unique bytes of one operand of one operator (a gathered table counts the rows picked). */
uint64_t graph_operand_bytes(const graph *g, const graph_op *op, const graph_operand *operand);
/* Elements and bytes of a whole tensor. */
uint64_t graph_tensor_elements(const graph_tensor *t);
uint64_t graph_tensor_bytes(const graph_tensor *t);
/* Multiply-adds count two, all operators. */
double graph_total_flops(const graph *g);
/* Bytes written to HBM in one run. */
uint64_t graph_store_bytes(const graph *g);

#endif
