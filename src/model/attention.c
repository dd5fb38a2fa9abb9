/* Attention with grouped queries: r query heads read each of the g KV heads. One table a phase holds its formulas.
 *
 * In decode the one new token of each sequence looks at s cached positions, itself included. Otherwise all t tokens
 * look at the keys and values of this very run; the causal mask zeroes half of the scores, and that half is computed
 * all the same. */
#include "model/decoder.h"

typedef struct attention_forms {
    const char *angles; /* axes of the rotary tables: cosines and sines of half the head each */
    const char *rotate_q, *rotate_k;
    const char *squares_q, *norm_q, *squares_k, *norm_k; /* RMSNorm of each head */
    const char *scores;
    const char *cap;      /* element-wise on the scores */
    const char *rows;     /* reduction over the context */
    const char *with_row; /* element-wise with one number a row */
    const char *values;
} attention_forms;

static const attention_forms decode_forms = {.angles = "d",
                                             .rotate_q = "bgrd,d->bgrd",
                                             .rotate_k = "bgd,d->bgd",
                                             .squares_q = "bgrd->bgr",
                                             .norm_q = "bgrd,bgr,d->bgrd",
                                             .squares_k = "bgd->bg",
                                             .norm_k = "bgd,bg,d->bgd",
                                             .scores = "bgrd,bgsd->bgrs",
                                             .cap = "bgrs->bgrs",
                                             .rows = "bgrs->bgr",
                                             .with_row = "bgrs,bgr->bgrs",
                                             .values = "bgrs,bgsd->bgrd"};

static const attention_forms whole_forms = {.angles = "td",
                                            .rotate_q = "btgrd,td->btgrd",
                                            .rotate_k = "btgd,td->btgd",
                                            .squares_q = "btgrd->btgr",
                                            .norm_q = "btgrd,btgr,d->btgrd",
                                            .squares_k = "btgd->btg",
                                            .norm_k = "btgd,btg,d->btgd",
                                            .scores = "btgrd,bsgd->btgrs",
                                            .cap = "btgrs->btgrs",
                                            .rows = "btgrs->btgr",
                                            .with_row = "btgrs,btgr->btgrs",
                                            .values = "btgrs,bsgd->btgrd"};

static const attention_forms *forms_of(const decoder *d)
{
    return decoder_whole(d) ? &whole_forms : &decode_forms;
}

tensor_ref decoder_q(const decoder *d, tensor_ref qkv)
{
    return builder_view(qkv, "q", 0, d->shape->heads * d->shape->head_dim);
}

tensor_ref decoder_k(const decoder *d, tensor_ref qkv)
{
    const decoder_shape *s = d->shape;
    return builder_view(qkv, "k", s->heads * s->head_dim, s->kv_heads * s->head_dim);
}

tensor_ref decoder_v(const decoder *d, tensor_ref qkv)
{
    const decoder_shape *s = d->shape;
    return builder_view(qkv, "v", (s->heads + s->kv_heads) * s->head_dim, s->kv_heads * s->head_dim);
}

void decoder_rotary_tables(decoder *d)
{
    d->q_angles = builder_input(d->b, "q_angles", forms_of(d)->angles);
    d->k_angles = builder_input(d->b, "k_angles", forms_of(d)->angles);
}

tensor_ref decoder_rotary_q(decoder *d, tensor_ref q)
{
    return builder_op(d->b, OP_BINARY, "q_rotary", forms_of(d)->rotate_q, (tensor_ref[]){q, d->q_angles});
}

tensor_ref decoder_rotary_k(decoder *d, tensor_ref k)
{
    return builder_op(d->b, OP_BINARY, "k_rotary", forms_of(d)->rotate_k, (tensor_ref[]){k, d->k_angles});
}

tensor_ref decoder_norm_q(decoder *d, tensor_ref q)
{
    tensor_ref weight = builder_weight(d->b, "q_norm.weight", "d");
    tensor_ref squares = builder_op(d->b, OP_REDUCE, "q_norm_sum", forms_of(d)->squares_q, &q);
    return builder_op(d->b, OP_BINARY, "q_norm", forms_of(d)->norm_q, (tensor_ref[]){q, squares, weight});
}

tensor_ref decoder_norm_k(decoder *d, tensor_ref k)
{
    tensor_ref weight = builder_weight(d->b, "k_norm.weight", "d");
    tensor_ref squares = builder_op(d->b, OP_REDUCE, "k_norm_sum", forms_of(d)->squares_k, &k);
    return builder_op(d->b, OP_BINARY, "k_norm", forms_of(d)->norm_k, (tensor_ref[]){k, squares, weight});
}

void decoder_store_kv(decoder *d, uint64_t parts)
{
    uint64_t tokens = decoder_whole(d) ? d->kept : 1;
    if (d->phase != ANTLER_TRAIN_FORWARD)
        builder_store(d->b, parts * d->batch * tokens * d->shape->kv_heads * d->shape->head_dim);
}

/* exp(x - max) / sum: the maximum is taken off so that exp cannot overflow. */
static tensor_ref softmax(decoder *d, tensor_ref scores)
{
    const attention_forms *f = forms_of(d);
    tensor_ref max = builder_op(d->b, OP_REDUCE, "softmax_max", f->rows, &scores);
    tensor_ref e = builder_op(d->b, OP_BINARY, "softmax_exp", f->with_row, (tensor_ref[]){scores, max});
    tensor_ref sum = builder_op(d->b, OP_REDUCE, "softmax_sum", f->rows, &e);
    return builder_op(d->b, OP_BINARY, "softmax", f->with_row, (tensor_ref[]){e, sum});
}

tensor_ref decoder_attention(decoder *d, tensor_ref q, tensor_ref k, tensor_ref v)
{
    const attention_forms *f = forms_of(d);
    if (d->phase != ANTLER_TRAIN_FORWARD) {
        tensor_ref k_cache = builder_kv(d->b, "k_cache", "bgcd"), v_cache = builder_kv(d->b, "v_cache", "bgcd");
        k = decoder_whole(d) ? k : k_cache;
        v = decoder_whole(d) ? v : v_cache;
    }
    tensor_ref scores = builder_op(d->b, OP_MATMUL, "scores", f->scores, (tensor_ref[]){q, k});
    if (d->shape->score_cap)
        scores = builder_op(d->b, OP_UNARY, "score_cap", f->cap, &scores);
    tensor_ref weights = softmax(d, scores);
    return builder_op(d->b, OP_MATMUL, "values", f->values, (tensor_ref[]){weights, v});
}

tensor_ref decoder_rotary_attention(decoder *d, tensor_ref x)
{
    const decoder_shape *s = d->shape;
    tensor_ref qkv = decoder_linear(d, "qkv", "mh,qh->mq", x);
    if (s->bias || s->qkv_bias)
        qkv = decoder_bias(d, "qkv_bias", "mq,q->mq", qkv);
    decoder_store_kv(d, 1); /* values are done; keys still turn */
    tensor_ref q = decoder_q(d, qkv), k = decoder_k(d, qkv);
    if (s->qk_norm) {
        q = decoder_norm_q(d, q);
        k = decoder_norm_k(d, k);
    }
    q = decoder_rotary_q(d, q);
    k = decoder_rotary_k(d, k);
    decoder_store_kv(d, 1);
    return decoder_attention(d, q, k, decoder_v(d, qkv));
}
