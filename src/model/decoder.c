/* Everything but attention (attention.c). Each function is a few lines of builder_op. */
#include "model/decoder.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_BYTES = 64 };

decoder decoder_start(builder *b, const decoder_shape *s, const antler_workload *w)
{
    uint64_t tokens = w->phase == ANTLER_DECODE ? 1 : w->context;
    bool every = w->phase == ANTLER_TRAIN_FORWARD; /* logits of every token */
    builder_axis(b, 'm', "batch", w->batch * tokens);
    builder_axis(b, 'b', "batch", w->batch);
    builder_axis(b, 'l', "batch", every ? w->batch * tokens : w->batch);
    builder_axis(b, 't', "position", tokens);
    builder_axis(b, 'h', "hidden", s->hidden);
    builder_axis(b, 'q', "heads", (s->heads + 2 * s->kv_heads) * s->head_dim);
    builder_axis(b, 'g', "heads", s->kv_heads);
    builder_axis(b, 'r', "query", s->heads / s->kv_heads);
    builder_axis(b, 'd', "head_dim", s->head_dim);
    builder_axis(b, 'a', "heads", s->heads * s->head_dim);
    builder_axis(b, 'f', "ffn", s->ffn);
    builder_axis(b, 'u', "ffn", 2 * s->ffn);
    builder_axis(b, 'v', "vocabulary", s->vocabulary);
    builder_axis(b, 'p', "position_row", s->positions);
    return (decoder){.b = b, .shape = s, .phase = w->phase, .batch = w->batch, .context = w->context};
}

void decoder_layer(decoder *d, int32_t layer)
{
    uint64_t window = d->shape->window;
    bool local = layer >= 0 && decoder_shape_local(d->shape, (uint64_t)layer);
    d->kept = local && window < d->context ? window : d->context;
    builder_axis(d->b, 'c', "context", d->kept);
    builder_axis(d->b, 's', "context", decoder_whole(d) ? d->context : d->kept);
    builder_layer(d->b, layer);
}

tensor_ref decoder_embed(decoder *d)
{
    d->embedding = builder_weight(d->b, "embedding.weight", "vh");
    tensor_ref ids = builder_indices(d->b, "token_ids", "m");
    tensor_ref x = builder_op(d->b, OP_GATHER, "embedding", "mh,m->mh", (tensor_ref[]){d->embedding, ids});
    if (d->shape->positions == 0)
        return x;
    tensor_ref places = builder_indices(d->b, "position_ids", "m");
    tensor_ref table = builder_weight(d->b, "positions.weight", "ph");
    tensor_ref p = builder_op(d->b, OP_GATHER, "positions", "mh,m->mh", (tensor_ref[]){table, places});
    return decoder_add(d, "embedding_sum", x, p);
}

/* A weight of the operator that follows: `qkv.weight`. */
static tensor_ref weight_of(decoder *d, const char *role, const char *suffix, const char *axes)
{
    char name[TEXT_BYTES];
    (void)snprintf(name, sizeof name, "%s.%s", role, suffix);
    return builder_weight(d->b, name, axes);
}

/* A formula over rows of hidden, and the role of a part of `role`. */
typedef struct row_text {
    char formula[TEXT_BYTES], role[TEXT_BYTES];
} row_text;

/* `pattern` holds * where the letter of the rows goes. */
static row_text on_rows(char rows, const char *pattern, const char *role, const char *part)
{
    row_text t;
    (void)snprintf(t.formula, sizeof t.formula, "%s", pattern);
    for (char *c = t.formula; *c; c++)
        if (*c == '*')
            *c = rows;
    (void)snprintf(t.role, sizeof t.role, "%s%s", role, part);
    return t;
}

tensor_ref decoder_rms_norm(decoder *d, char rows, const char *role, tensor_ref x)
{
    row_text sum = on_rows(rows, "*h->*", role, "_sum"), scale = on_rows(rows, "*h,*,h->*h", role, "");
    tensor_ref weight = weight_of(d, role, "weight", "h");
    tensor_ref squares = builder_op(d->b, OP_REDUCE, sum.role, sum.formula, &x);
    return builder_op(d->b, OP_BINARY, scale.role, scale.formula, (tensor_ref[]){x, squares, weight});
}

/* In two passes over x, as norms are computed where the numbers are short: the mean is taken off before squaring. */
tensor_ref decoder_layer_norm(decoder *d, char rows, const char *role, tensor_ref x)
{
    row_text mean = on_rows(rows, "*h->*", role, "_mean"), centre = on_rows(rows, "*h,*->*h", role, "_centre");
    row_text sum = on_rows(rows, "*h->*", role, "_sum"), scale = on_rows(rows, "*h,*,h->*h", role, "_scale");
    row_text shift = on_rows(rows, "*h,h->*h", role, "");
    tensor_ref weight = weight_of(d, role, "weight", "h"), bias = weight_of(d, role, "bias", "h");
    tensor_ref middle = builder_op(d->b, OP_REDUCE, mean.role, mean.formula, &x);
    tensor_ref away = builder_op(d->b, OP_BINARY, centre.role, centre.formula, (tensor_ref[]){x, middle});
    tensor_ref squares = builder_op(d->b, OP_REDUCE, sum.role, sum.formula, &away);
    tensor_ref y = builder_op(d->b, OP_BINARY, scale.role, scale.formula, (tensor_ref[]){away, squares, weight});
    return builder_op(d->b, OP_BINARY, shift.role, shift.formula, (tensor_ref[]){y, bias});
}

/* "mh,qh->mq": the letters between the comma and the arrow are the second operand's. */
static tensor_ref second_weight(decoder *d, const char *role, const char *suffix, const char *formula)
{
    char axes[TEXT_BYTES];
    const char *second = strchr(formula, ',') + 1;
    (void)snprintf(axes, sizeof axes, "%.*s", (int)strcspn(second, "-"), second);
    return weight_of(d, role, suffix, axes);
}

tensor_ref decoder_linear(decoder *d, const char *role, const char *formula, tensor_ref x)
{
    tensor_ref weight = second_weight(d, role, "weight", formula);
    return builder_op(d->b, OP_MATMUL, role, formula, (tensor_ref[]){x, weight});
}

tensor_ref decoder_bias(decoder *d, const char *role, const char *formula, tensor_ref x)
{
    tensor_ref bias = second_weight(d, role, "bias", formula);
    return builder_op(d->b, OP_BINARY, role, formula, (tensor_ref[]){x, bias});
}

tensor_ref decoder_unary(decoder *d, const char *role, const char *formula, tensor_ref x)
{
    return builder_op(d->b, OP_UNARY, role, formula, &x);
}

tensor_ref decoder_add(decoder *d, const char *role, tensor_ref x, tensor_ref y)
{
    return builder_op(d->b, OP_BINARY, role, "mh,mh->mh", (tensor_ref[]){x, y});
}

tensor_ref decoder_add_bias(decoder *d, const char *role, tensor_ref x, tensor_ref y)
{
    tensor_ref bias = weight_of(d, role, "bias", "h");
    return builder_op(d->b, OP_BINARY, role, "mh,mh,h->mh", (tensor_ref[]){x, y, bias});
}

tensor_ref decoder_gate(decoder *d, const char *role, tensor_ref gate_up)
{
    uint64_t ffn = d->shape->ffn;
    tensor_ref gate = builder_view(gate_up, "gate", 0, ffn), up = builder_view(gate_up, "up", ffn, ffn);
    return builder_op(d->b, OP_BINARY, role, "mf,mf->mf", (tensor_ref[]){gate, up});
}

tensor_ref decoder_last_token(decoder *d, tensor_ref x)
{
    if (d->phase != ANTLER_PREFILL)
        return x;
    tensor_ref rows = builder_indices(d->b, "last_rows", "l");
    return builder_op(d->b, OP_GATHER, "last_token", "lh,l->lh", (tensor_ref[]){x, rows});
}

tensor_ref decoder_lm_head(decoder *d, tensor_ref x)
{
    if (!d->shape->tied)
        return decoder_linear(d, "lm_head", "lh,vh->lv", x);
    return builder_op(d->b, OP_MATMUL, "lm_head", "lh,vh->lv", (tensor_ref[]){x, d->embedding});
}

tensor_ref decoder_pooler(decoder *d, tensor_ref x)
{
    builder_axis(d->b, 'i', "pooled", d->shape->hidden);
    tensor_ref rows = builder_indices(d->b, "first_rows", "b");
    tensor_ref first = builder_op(d->b, OP_GATHER, "first_token", "bh,b->bh", (tensor_ref[]){x, rows});
    tensor_ref y = decoder_linear(d, "pooler", "bh,ih->bi", first);
    return decoder_bias(d, "pooler_tanh", "bi,i->bi", y);
}
