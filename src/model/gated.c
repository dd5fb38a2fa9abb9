/* Decoders with RMSNorm, rotary positions and a gated FFN; Gemmas norm behind each block as well. */
#include "model/stacks.h"

static const hf_field fields[] = {
    {"hidden_size", HF_COUNT, true, offsetof(decoder_shape, hidden), HF_MAX_WIDTH},
    {"num_hidden_layers", HF_COUNT, true, offsetof(decoder_shape, layers), HF_MAX_LAYERS},
    {"num_attention_heads", HF_COUNT, true, offsetof(decoder_shape, heads), HF_MAX_HEADS},
    {"num_key_value_heads", HF_COUNT, false, offsetof(decoder_shape, kv_heads), HF_MAX_HEADS},
    {"head_dim", HF_COUNT, false, offsetof(decoder_shape, head_dim), HF_MAX_HEAD_DIM},
    {"intermediate_size", HF_COUNT, true, offsetof(decoder_shape, ffn), HF_MAX_WIDTH},
    {"vocab_size", HF_COUNT, true, offsetof(decoder_shape, vocabulary), HF_MAX_VOCABULARY},
    {"tie_word_embeddings", HF_FLAG, false, offsetof(decoder_shape, tied), 0}};

antler_status gated_read(const hf_config *c, const hf_field *own, size_t count, decoder_shape *out, antler_error *err)
{
    antler_status status = hf_read(c, fields, sizeof fields / sizeof fields[0], out, err);
    if (!status && count > 0)
        status = hf_read(c, own, count, out, err);
    if (!status && !out->gelu)
        status = hf_expect_word(c, "hidden_act", "silu", err);
    if (!status && !out->qkv_bias)
        status = hf_expect_flag(c, "attention_bias", false, err);
    if (!status)
        status = decoder_shape_finish(c, out, err);
    return status ? status : decoder_shape_rotates(c, out, err);
}

static tensor_ref attention(decoder *d, tensor_ref x)
{
    tensor_ref y = decoder_rms_norm(d, 'm', "attention_norm", x);
    y = decoder_linear(d, "output", "ma,ha->mh", decoder_rotary_attention(d, y));
    return d->shape->post_norm ? decoder_rms_norm(d, 'm', "attention_post_norm", y) : y;
}

static tensor_ref ffn(decoder *d, tensor_ref x)
{
    tensor_ref y = decoder_rms_norm(d, 'm', "ffn_norm", x);
    tensor_ref gate_up = decoder_linear(d, "gate_up", "mh,uh->mu", y);
    tensor_ref inner = decoder_gate(d, d->shape->gelu ? "gelu_mul" : "silu_mul", gate_up);
    y = decoder_linear(d, "down", "mf,hf->mh", inner);
    return d->shape->post_norm ? decoder_rms_norm(d, 'm', "ffn_post_norm", y) : y;
}

void gated_build(decoder *d)
{
    tensor_ref x = decoder_embed(d);
    decoder_rotary_tables(d);
    if (d->shape->scaled_embedding)
        x = decoder_unary(d, "embedding_scale", "mh->mh", x);
    for (uint64_t layer = 0; layer < d->shape->layers; layer++) {
        decoder_layer(d, (int32_t)layer);
        x = decoder_add(d, "attention_residual", x, attention(d, x));
        x = decoder_add(d, "ffn_residual", x, ffn(d, x));
    }
    decoder_layer(d, -1);
    x = decoder_last_token(d, x);
    x = decoder_rms_norm(d, 'l', "final_norm", x);
    tensor_ref logits = decoder_lm_head(d, x);
    if (d->shape->logit_cap)
        (void)decoder_unary(d, "logit_cap", "lv->lv", logits);
}
