/* Gemma 2: RMSNorm before and after each block, GeGLU, capped scores and logits, every second layer local.
 *
 * Even layers see the last `sliding_window` tokens only, and keep no more of the KV cache. The factor sqrt(hidden) on
 * the embeddings is an operator: the LM head reads the same table without it. The norms' weights are stored as w - 1;
 * adding the one is done once and not per run. */
#include "model/family.h"

static const hf_field fields[] = {
    {"hidden_size", HF_COUNT, true, offsetof(decoder_shape, hidden), HF_MAX_WIDTH},
    {"num_hidden_layers", HF_COUNT, true, offsetof(decoder_shape, layers), HF_MAX_LAYERS},
    {"num_attention_heads", HF_COUNT, true, offsetof(decoder_shape, heads), HF_MAX_HEADS},
    {"num_key_value_heads", HF_COUNT, true, offsetof(decoder_shape, kv_heads), HF_MAX_HEADS},
    {"head_dim", HF_COUNT, true, offsetof(decoder_shape, head_dim), HF_MAX_HEAD_DIM},
    {"intermediate_size", HF_COUNT, true, offsetof(decoder_shape, ffn), HF_MAX_WIDTH},
    {"vocab_size", HF_COUNT, true, offsetof(decoder_shape, vocabulary), HF_MAX_VOCABULARY},
    {"sliding_window", HF_COUNT, true, offsetof(decoder_shape, window), HF_MAX_POSITIONS},
    {"attn_logit_softcapping", HF_CAP, false, offsetof(decoder_shape, score_cap), 0},
    {"final_logit_softcapping", HF_CAP, false, offsetof(decoder_shape, logit_cap), 0},
    {"tie_word_embeddings", HF_FLAG, false, offsetof(decoder_shape, tied), 0}};

static antler_status gemma2_read(const hf_config *c, decoder_shape *out, antler_error *err)
{
    *out = (decoder_shape){.tied = true, .score_cap = true, .logit_cap = true};
    antler_status status = hf_read(c, fields, sizeof fields / sizeof fields[0], out, err);
    if (!status)
        status = hf_expect_word(c, "hidden_activation", "gelu_pytorch_tanh", err);
    if (!status)
        status = hf_expect_flag(c, "attention_bias", false, err);
    if (!status)
        status = decoder_shape_finish(c, out, err);
    return status ? status : decoder_shape_rotates(c, out, err);
}

static tensor_ref gemma2_attention(decoder *d, tensor_ref x)
{
    tensor_ref y = decoder_rms_norm(d, 'm', "attention_norm", x);
    tensor_ref qkv = decoder_linear(d, "qkv", "mh,qh->mq", y);
    decoder_store_kv(d, 1);
    tensor_ref q = decoder_rotary_q(d, decoder_q(d, qkv));
    tensor_ref k = decoder_rotary_k(d, decoder_k(d, qkv));
    decoder_store_kv(d, 1);
    tensor_ref heads = decoder_attention(d, q, k, decoder_v(d, qkv));
    y = decoder_linear(d, "output", "ma,ha->mh", heads);
    return decoder_rms_norm(d, 'm', "attention_post_norm", y);
}

static tensor_ref gemma2_ffn(decoder *d, tensor_ref x)
{
    tensor_ref y = decoder_rms_norm(d, 'm', "ffn_norm", x);
    tensor_ref gate_up = decoder_linear(d, "gate_up", "mh,uh->mu", y);
    tensor_ref inner = decoder_gate(d, "gelu_mul", gate_up);
    y = decoder_linear(d, "down", "mf,hf->mh", inner);
    return decoder_rms_norm(d, 'm', "ffn_post_norm", y);
}

static void gemma2_build(decoder *d)
{
    tensor_ref x = decoder_embed(d);
    decoder_rotary_tables(d);
    x = builder_op(d->b, OP_UNARY, "embedding_scale", "mh->mh", &x);
    for (uint64_t layer = 0; layer < d->shape->layers; layer++) {
        decoder_layer(d, (int32_t)layer);
        x = decoder_add(d, "attention_residual", x, gemma2_attention(d, x));
        x = decoder_add(d, "ffn_residual", x, gemma2_ffn(d, x));
    }
    decoder_layer(d, -1);
    x = decoder_last_token(d, x);
    x = decoder_rms_norm(d, 'l', "final_norm", x);
    tensor_ref logits = decoder_lm_head(d, x);
    if (d->shape->logit_cap)
        (void)builder_op(d->b, OP_UNARY, "logit_cap", "lv->lv", &logits);
}

const family gemma2_family = {.model_type = "gemma2",
                              .doc = "Gemma 2: RMSNorm before and after, GeGLU, soft caps, every second layer local",
                              .read = gemma2_read,
                              .build = gemma2_build};
