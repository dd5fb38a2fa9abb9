/* Decoders whose attention and FFN read the same rows: x + attention(norm(x)) + ffn(norm(x)). */
#include "model/stacks.h"

/* x + y, and the bias of y where there is one. */
static tensor_ref add(decoder *d, const char *role, tensor_ref x, tensor_ref y)
{
    return d->shape->bias ? decoder_add_bias(d, role, x, y) : decoder_add(d, role, x, y);
}

static tensor_ref layer(decoder *d, tensor_ref x)
{
    bool one = d->shape->one_norm;
    tensor_ref y = decoder_layer_norm(d, 'm', one ? "norm" : "attention_norm", x);
    tensor_ref heads = decoder_rotary_attention(d, y);
    tensor_ref attended = decoder_linear(d, "output", "ma,ha->mh", heads);
    y = one ? y : decoder_layer_norm(d, 'm', "ffn_norm", x);
    tensor_ref inner = decoder_linear(d, "up", "mh,fh->mf", y);
    inner =
        d->shape->bias ? decoder_bias(d, "gelu_bias", "mf,f->mf", inner) : decoder_unary(d, "gelu", "mf->mf", inner);
    y = decoder_linear(d, "down", "mf,hf->mh", inner);
    return add(d, "ffn_residual", add(d, "attention_residual", x, attended), y);
}

void parallel_build(decoder *d)
{
    tensor_ref x = decoder_embed(d);
    decoder_rotary_tables(d);
    for (uint64_t i = 0; i < d->shape->layers; i++) {
        decoder_layer(d, (int32_t)i);
        x = layer(d, x);
    }
    decoder_layer(d, -1);
    x = decoder_last_token(d, x);
    x = decoder_layer_norm(d, 'l', "final_norm", x);
    (void)decoder_lm_head(d, x);
}
