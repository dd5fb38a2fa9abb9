/* Decoders with LayerNorm and biases everywhere and learned positions. The scale of the scores is a constant factor of
 * the query's weight and bias, and folded into them. */
#include "model/stacks.h"

tensor_ref classic_attention(decoder *d, tensor_ref x)
{
    tensor_ref y = decoder_layer_norm(d, 'm', "attention_norm", x);
    y = decoder_linear(d, "qkv", "mh,qh->mq", y);
    tensor_ref qkv = decoder_bias(d, "qkv_bias", "mq,q->mq", y);
    decoder_store_kv(d, 2); /* keys and values */
    tensor_ref heads = decoder_attention(d, decoder_q(d, qkv), decoder_k(d, qkv), decoder_v(d, qkv));
    y = decoder_linear(d, "output", "ma,ha->mh", heads);
    return decoder_add_bias(d, "attention_residual", x, y);
}

tensor_ref classic_ffn(decoder *d, tensor_ref x)
{
    tensor_ref y = decoder_layer_norm(d, 'm', "ffn_norm", x);
    y = decoder_linear(d, "up", "mh,fh->mf", y);
    y = decoder_bias(d, d->shape->gelu ? "gelu_bias" : "relu_bias", "mf,f->mf", y);
    y = decoder_linear(d, "down", "mf,hf->mh", y);
    return decoder_add_bias(d, "ffn_residual", x, y);
}

void classic_build(decoder *d)
{
    tensor_ref x = decoder_embed(d);
    for (uint64_t layer = 0; layer < d->shape->layers; layer++) {
        decoder_layer(d, (int32_t)layer);
        x = classic_attention(d, x);
        x = classic_ffn(d, x);
    }
    decoder_layer(d, -1);
    x = decoder_last_token(d, x);
    x = decoder_layer_norm(d, 'l', "final_norm", x);
    (void)decoder_lm_head(d, x);
}
