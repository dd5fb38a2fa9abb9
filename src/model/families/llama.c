/* Llama 2 and 3: RMSNorm, rotary positions, grouped-query attention, SwiGLU. One token a sequence in decode, the whole
 * context in prefill.
 *
 * Dims of attention: batch, kv heads, query heads of one kv head, and head_dim or context. Scores and softmax keep the
 * context dimension. The scale 1/sqrt(head_dim) is folded into the rotary table. */
#include "model/family.h"

static uint64_t parameters(const hf_config *c)
{
    uint64_t attention = c->hidden * c->head_dim * (2 * c->heads + 2 * c->kv_heads);
    uint64_t layer = attention + 3 * c->hidden * c->ffn + 2 * c->hidden;
    uint64_t embeddings = c->hidden * c->vocabulary * (c->tied_embeddings ? 1 : 2);
    return c->layers * layer + embeddings + c->hidden;
}

static int32_t embed(graph_builder *b, const hf_config *c, uint64_t rows)
{
    int32_t table = builder_tensor(b, "embed_table", TENSOR_WEIGHT);
    graph_op *op = builder_op(b, "embed", OP_GATHER);
    builder_dim(b, op, "batch", rows, ROLE_M);
    builder_dim(b, op, "hidden", c->hidden, ROLE_N);
    builder_input(b, op, table, "01");
    return builder_output(b, op, "01");
}

/* x / rms(x) * weight, as the mean square of each row, then one scaling of all elements. */
static int32_t rms_norm(graph_builder *b, const hf_config *c, uint64_t rows, int32_t x, const char *square_role,
                        const char *scale_role, const char *weight_name)
{
    graph_op *square = builder_op(b, square_role, OP_REDUCE);
    builder_dim(b, square, "batch", rows, ROLE_M);
    builder_dim(b, square, "hidden", c->hidden, ROLE_K);
    builder_input(b, square, x, "01");
    int32_t statistic = builder_output(b, square, "0");

    int32_t weight = builder_tensor(b, weight_name, TENSOR_WEIGHT);
    graph_op *scale = builder_op(b, scale_role, OP_BINARY);
    builder_dim(b, scale, "batch", rows, ROLE_M);
    builder_dim(b, scale, "hidden", c->hidden, ROLE_M);
    builder_input(b, scale, x, "01");
    builder_input(b, scale, statistic, "0");
    builder_input(b, scale, weight, "1");
    return builder_output(b, scale, "01");
}

/* y[rows, out] = x[rows, in] x weight[in, out] */
static int32_t project(graph_builder *b, const char *role, const char *weight_name, uint64_t rows, int32_t x,
                       const char *in_axis, uint64_t in, const char *out_axis, uint64_t out)
{
    int32_t weight = builder_tensor(b, weight_name, TENSOR_WEIGHT);
    graph_op *op = builder_op(b, role, OP_MATMUL);
    builder_dim(b, op, "batch", rows, ROLE_M);
    builder_dim(b, op, out_axis, out, ROLE_N);
    builder_dim(b, op, in_axis, in, ROLE_K);
    builder_input(b, op, x, "02");
    builder_input(b, op, weight, "21");
    return builder_output(b, op, "01");
}

/* Rotates queries and keys of the fused projection; the new keys and values go to the KV cache in HBM. */
static int32_t rotate(graph_builder *b, const hf_config *c, uint64_t rows, int32_t qkv)
{
    int32_t table = builder_tensor(b, "rotary_table", TENSOR_INPUT);
    graph_op *op = builder_op(b, "rotary", OP_BINARY);
    builder_dim(b, op, "batch", rows, ROLE_M);
    builder_dim(b, op, "heads", c->heads + c->kv_heads, ROLE_M);
    builder_dim(b, op, "head_dim", c->head_dim, ROLE_M);
    builder_input(b, op, qkv, "012");
    builder_input(b, op, table, "2");
    int32_t out = builder_output(b, op, "012");
    op->store_bytes = (uint64_t)((double)(2 * rows * c->kv_heads * c->head_dim) * b->element_bytes);
    return out;
}

static void attention_dims(graph_builder *b, graph_op *op, const hf_config *c, const antler_workload *w)
{
    builder_dim(b, op, "batch", w->batch, op->kind == OP_MATMUL ? ROLE_BATCH : ROLE_M);
    builder_dim(b, op, "heads", c->kv_heads, op->kind == OP_MATMUL ? ROLE_BATCH : ROLE_M);
    builder_dim(b, op, "group", c->heads / c->kv_heads, ROLE_M);
}

static int32_t scores(graph_builder *b, const hf_config *c, const antler_workload *w, int32_t queries)
{
    int32_t keys = builder_tensor(b, "key_cache", TENSOR_KV);
    graph_op *op = builder_op(b, "scores", OP_MATMUL);
    attention_dims(b, op, c, w);
    builder_dim(b, op, "context", w->context, ROLE_N);
    builder_dim(b, op, "head_dim", c->head_dim, ROLE_K);
    builder_input(b, op, queries, "0124");
    builder_input(b, op, keys, "0134");
    return builder_output(b, op, "0123");
}

static int32_t row_statistic(graph_builder *b, const hf_config *c, const antler_workload *w, const char *role,
                             int32_t x)
{
    graph_op *op = builder_op(b, role, OP_REDUCE);
    attention_dims(b, op, c, w);
    builder_dim(b, op, "context", w->context, ROLE_K);
    builder_input(b, op, x, "0123");
    return builder_output(b, op, "012");
}

static int32_t with_statistic(graph_builder *b, const hf_config *c, const antler_workload *w, const char *role,
                              int32_t x, int32_t statistic)
{
    graph_op *op = builder_op(b, role, OP_BINARY);
    attention_dims(b, op, c, w);
    builder_dim(b, op, "context", w->context, ROLE_M);
    builder_input(b, op, x, "0123");
    builder_input(b, op, statistic, "012");
    return builder_output(b, op, "0123");
}

/* Numerically stable: subtract the largest score of the row before the exponential, divide by the sum after it. */
static int32_t softmax(graph_builder *b, const hf_config *c, const antler_workload *w, int32_t x)
{
    int32_t largest = row_statistic(b, c, w, "softmax_max", x);
    int32_t exponential = with_statistic(b, c, w, "softmax_exp", x, largest);
    int32_t sum = row_statistic(b, c, w, "softmax_sum", exponential);
    return with_statistic(b, c, w, "softmax_divide", exponential, sum);
}

static int32_t weigh_values(graph_builder *b, const hf_config *c, const antler_workload *w, int32_t probabilities)
{
    int32_t values = builder_tensor(b, "value_cache", TENSOR_KV);
    graph_op *op = builder_op(b, "values", OP_MATMUL);
    attention_dims(b, op, c, w);
    builder_dim(b, op, "head_dim", c->head_dim, ROLE_N);
    builder_dim(b, op, "context", w->context, ROLE_K);
    builder_input(b, op, probabilities, "0124");
    builder_input(b, op, values, "0143");
    return builder_output(b, op, "0123");
}

static int32_t add(graph_builder *b, const hf_config *c, const char *role, uint64_t rows, int32_t x, int32_t y)
{
    graph_op *op = builder_op(b, role, OP_BINARY);
    builder_dim(b, op, "batch", rows, ROLE_M);
    builder_dim(b, op, "hidden", c->hidden, ROLE_M);
    builder_input(b, op, x, "01");
    builder_input(b, op, y, "01");
    return builder_output(b, op, "01");
}

/* silu(gate) x up: both halves of the fused projection. */
static int32_t gate(graph_builder *b, const hf_config *c, uint64_t rows, int32_t gate_up)
{
    graph_op *op = builder_op(b, "silu_multiply", OP_BINARY);
    builder_dim(b, op, "batch", rows, ROLE_M);
    builder_dim(b, op, "ffn", c->ffn, ROLE_M);
    builder_input(b, op, gate_up, "01");
    builder_input(b, op, gate_up, "01");
    return builder_output(b, op, "01");
}

static int32_t layer(graph_builder *b, const hf_config *c, const antler_workload *w, int32_t x)
{
    uint64_t rows = w->batch;
    uint64_t attention = c->heads * c->head_dim;
    uint64_t fused = (c->heads + 2 * c->kv_heads) * c->head_dim;
    int32_t normed = rms_norm(b, c, rows, x, "attention_norm_square", "attention_norm_scale", "attention_norm_weight");
    int32_t qkv = project(b, "qkv", "qkv_weight", rows, normed, "hidden", c->hidden, "heads", fused);
    int32_t queries = rotate(b, c, rows, qkv);
    int32_t probabilities = softmax(b, c, w, scores(b, c, w, queries));
    int32_t mixed = weigh_values(b, c, w, probabilities);
    int32_t out =
        project(b, "attention_out", "attention_out_weight", rows, mixed, "heads", attention, "hidden", c->hidden);
    x = add(b, c, "attention_residual", rows, x, out);
    normed = rms_norm(b, c, rows, x, "ffn_norm_square", "ffn_norm_scale", "ffn_norm_weight");
    int32_t gate_up = project(b, "gate_up", "gate_up_weight", rows, normed, "hidden", c->hidden, "ffn", 2 * c->ffn);
    int32_t gated = gate(b, c, rows, gate_up);
    int32_t down = project(b, "down", "down_weight", rows, gated, "ffn", c->ffn, "hidden", c->hidden);
    return add(b, c, "ffn_residual", rows, x, down);
}

static void build(graph_builder *b, const hf_config *c, const antler_workload *w)
{
    uint64_t rows = w->batch;
    int32_t x = embed(b, c, rows);
    for (uint64_t l = 0; l < c->layers && b->status == ANTLER_OK; l++) {
        b->layer = (int32_t)l;
        x = layer(b, c, w, x);
    }
    b->layer = -1;
    x = rms_norm(b, c, rows, x, "final_norm_square", "final_norm_scale", "final_norm_weight");
    (void)project(b, "lm_head", "lm_head_weight", rows, x, "hidden", c->hidden, "vocabulary", c->vocabulary);
}

const model_family family_llama = {
    .model_type = "llama",
    .hidden = "hidden_size",
    .layers = "num_hidden_layers",
    .heads = "num_attention_heads",
    .kv_heads = "num_key_value_heads",
    .head_dim = "head_dim",
    .ffn = "intermediate_size",
    .vocabulary = "vocab_size",
    .positions = NULL,
    .parameters = parameters,
    .build = build,
};
