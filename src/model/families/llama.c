/* Llama 2 and 3: RMSNorm, rotary positions, grouped queries, SwiGLU. */
#include "model/family.h"

static const hf_field fields[] = {
    {"hidden_size", HF_COUNT, true, offsetof(decoder_shape, hidden), HF_MAX_WIDTH},
    {"num_hidden_layers", HF_COUNT, true, offsetof(decoder_shape, layers), HF_MAX_LAYERS},
    {"num_attention_heads", HF_COUNT, true, offsetof(decoder_shape, heads), HF_MAX_HEADS},
    {"num_key_value_heads", HF_COUNT, false, offsetof(decoder_shape, kv_heads), HF_MAX_HEADS},
    {"head_dim", HF_COUNT, false, offsetof(decoder_shape, head_dim), HF_MAX_HEAD_DIM},
    {"intermediate_size", HF_COUNT, true, offsetof(decoder_shape, ffn), HF_MAX_WIDTH},
    {"vocab_size", HF_COUNT, true, offsetof(decoder_shape, vocabulary), HF_MAX_VOCABULARY},
    {"tie_word_embeddings", HF_FLAG, false, offsetof(decoder_shape, tied), 0}};

static antler_status llama_read(const hf_config *c, decoder_shape *out, antler_error *err)
{
    *out = (decoder_shape){.tied = false};
    antler_status status = hf_read(c, fields, sizeof fields / sizeof fields[0], out, err);
    if (!status)
        status = hf_expect_word(c, "hidden_act", "silu", err);
    if (!status)
        status = hf_expect_flag(c, "attention_bias", false, err);
    if (!status)
        status = hf_expect_flag(c, "mlp_bias", false, err);
    if (!status)
        status = decoder_shape_finish(c, out, err);
    return status ? status : decoder_shape_rotates(c, out, err);
}

static tensor_ref llama_attention(decoder *d, tensor_ref x)
{
    tensor_ref y = decoder_rms_norm(d, 'm', "attention_norm", x);
    tensor_ref qkv = decoder_linear(d, "qkv", "mh,qh->mq", y);
    decoder_store_kv(d, 1); /* values are done; keys still turn */
    tensor_ref q = decoder_rotary_q(d, decoder_q(d, qkv));
    tensor_ref k = decoder_rotary_k(d, decoder_k(d, qkv));
    decoder_store_kv(d, 1);
    tensor_ref heads = decoder_attention(d, q, k, decoder_v(d, qkv));
    return decoder_linear(d, "output", "ma,ha->mh", heads);
}

static tensor_ref llama_ffn(decoder *d, tensor_ref x)
{
    tensor_ref y = decoder_rms_norm(d, 'm', "ffn_norm", x);
    tensor_ref gate_up = decoder_linear(d, "gate_up", "mh,uh->mu", y);
    tensor_ref inner = decoder_gate(d, "silu_mul", gate_up);
    return decoder_linear(d, "down", "mf,hf->mh", inner);
}

static void llama_build(decoder *d)
{
    tensor_ref x = decoder_embed(d);
    decoder_rotary_tables(d);
    for (uint64_t layer = 0; layer < d->shape->layers; layer++) {
        decoder_layer(d, (int32_t)layer);
        x = decoder_add(d, "attention_residual", x, llama_attention(d, x));
        x = decoder_add(d, "ffn_residual", x, llama_ffn(d, x));
    }
    decoder_layer(d, -1);
    x = decoder_last_token(d, x);
    x = decoder_rms_norm(d, 'l', "final_norm", x);
    (void)decoder_lm_head(d, x);
}

const family llama_family = {.model_type = "llama",
                             .doc = "Llama 2 and 3: RMSNorm, rotary positions, grouped queries, SwiGLU",
                             .read = llama_read,
                             .build = llama_build};
