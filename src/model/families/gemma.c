/* Gemma 1: Llama with GeGLU and scaled embeddings. Gemma 2: RMSNorm behind each block as well, capped scores and
 * logits, every second layer local. Gemma 3 (text): norms on q and k instead of caps, five of six layers local.
 *
 * Local layers see the last `sliding_window` tokens only, and keep no more of the KV cache. The factor sqrt(hidden) on
 * the embeddings is an operator: the LM head reads the same table without it. The norms' weights are stored as w - 1;
 * adding the one is done once and not per run. */
#include "model/family.h"
#include "model/stacks.h"

#define GEMMA_FIELDS                                                                                                   \
    {"num_key_value_heads", HF_COUNT, true, offsetof(decoder_shape, kv_heads), HF_MAX_HEADS},                          \
    {                                                                                                                  \
        "head_dim", HF_COUNT, true, offsetof(decoder_shape, head_dim), HF_MAX_HEAD_DIM                                 \
    }

static const hf_field gemma_fields[] = {GEMMA_FIELDS};

static const hf_field gemma2_fields[] = {
    GEMMA_FIELDS,
    {"sliding_window", HF_COUNT, true, offsetof(decoder_shape, window), HF_MAX_POSITIONS},
    {"attn_logit_softcapping", HF_CAP, false, offsetof(decoder_shape, score_cap), 0},
    {"final_logit_softcapping", HF_CAP, false, offsetof(decoder_shape, logit_cap), 0}};

static const hf_field gemma3_fields[] = {
    GEMMA_FIELDS,
    {"sliding_window", HF_COUNT, true, offsetof(decoder_shape, window), HF_MAX_POSITIONS},
    {"sliding_window_pattern", HF_COUNT, true, offsetof(decoder_shape, global_every), HF_MAX_LAYERS},
    {"attn_logit_softcapping", HF_CAP, false, offsetof(decoder_shape, score_cap), 0},
    {"final_logit_softcapping", HF_CAP, false, offsetof(decoder_shape, logit_cap), 0}};

static antler_status read(const hf_config *c, const hf_field *fields, size_t count, decoder_shape *out,
                          antler_error *err)
{
    static const char *const acts[] = {"gelu_pytorch_tanh", "gelu", NULL}; /* two ways to compute one function */
    out->tied = out->gelu = out->scaled_embedding = true;
    antler_status status = gated_read(c, fields, count, out, err);
    if (!status)
        status = hf_expect_among(c, "hidden_activation", acts, err);
    return status ? status : hf_expect_among(c, "hidden_act", acts, err);
}

static antler_status gemma_read(const hf_config *c, decoder_shape *out, antler_error *err)
{
    *out = (decoder_shape){.tied = true};
    return read(c, gemma_fields, sizeof gemma_fields / sizeof gemma_fields[0], out, err);
}

static antler_status gemma2_read(const hf_config *c, decoder_shape *out, antler_error *err)
{
    *out = (decoder_shape){.global_every = 2, .score_cap = true, .logit_cap = true, .post_norm = true};
    return read(c, gemma2_fields, sizeof gemma2_fields / sizeof gemma2_fields[0], out, err);
}

static antler_status gemma3_read(const hf_config *c, decoder_shape *out, antler_error *err)
{
    *out = (decoder_shape){.qk_norm = true, .post_norm = true};
    return read(c, gemma3_fields, sizeof gemma3_fields / sizeof gemma3_fields[0], out, err);
}

const family gemma_family = {.model_type = "gemma",
                             .doc = "Gemma 1: Llama with GeGLU and scaled embeddings",
                             .read = gemma_read,
                             .build = gated_build};

const family gemma2_family = {.model_type = "gemma2",
                              .doc = "Gemma 2: RMSNorm before and after, GeGLU, soft caps, every second layer local",
                              .read = gemma2_read,
                              .build = gated_build};

const family gemma3_family = {.model_type = "gemma3_text",
                              .doc = "Gemma 3 (text): RMSNorm before and after, norms on q and k, most layers local",
                              .read = gemma3_read,
                              .build = gated_build};
