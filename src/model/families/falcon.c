/* Falcon: attention and FFN side by side, no biases, rotary positions. The first architecture (7B) has one KV head and
 * one norm for both, the new one (40B, 180B) groups of queries and two norms unless `num_ln_in_parallel_attn` is 1. */
#include "model/family.h"
#include "model/stacks.h"

enum { FFN_FACTOR = 4 }; /* ffn_hidden_size, when absent, is so many times hidden_size */

static const hf_field fields[] = {
    {"hidden_size", HF_COUNT, true, offsetof(decoder_shape, hidden), HF_MAX_WIDTH / FFN_FACTOR},
    {"num_hidden_layers", HF_COUNT, true, offsetof(decoder_shape, layers), HF_MAX_LAYERS},
    {"num_attention_heads", HF_COUNT, true, offsetof(decoder_shape, heads), HF_MAX_HEADS},
    {"ffn_hidden_size", HF_COUNT, false, offsetof(decoder_shape, ffn), HF_MAX_WIDTH},
    {"vocab_size", HF_COUNT, true, offsetof(decoder_shape, vocabulary), HF_MAX_VOCABULARY},
    {"bias", HF_FLAG, false, offsetof(decoder_shape, bias), 0},
    {"tie_word_embeddings", HF_FLAG, false, offsetof(decoder_shape, tied), 0}};

typedef struct falcon_own {
    bool grouped, multi_query;
    uint64_t norms, kv_heads;
} falcon_own;

static const hf_field own_fields[] = {{"new_decoder_architecture", HF_FLAG, false, offsetof(falcon_own, grouped), 0},
                                      {"multi_query", HF_FLAG, false, offsetof(falcon_own, multi_query), 0},
                                      {"num_ln_in_parallel_attn", HF_COUNT, false, offsetof(falcon_own, norms), 2},
                                      {"num_kv_heads", HF_COUNT, false, offsetof(falcon_own, kv_heads), HF_MAX_HEADS}};

static antler_status read_own(const hf_config *c, decoder_shape *out, antler_error *err)
{
    falcon_own own = {.multi_query = true};
    antler_status status = hf_read(c, own_fields, sizeof own_fields / sizeof own_fields[0], &own, err);
    if (own.norms == 0)
        own.norms = own.grouped ? 2 : 1;
    out->one_norm = own.norms == 1;
    if (own.grouped)
        out->kv_heads = own.kv_heads; /* 0: as many as heads */
    else
        out->kv_heads = own.multi_query ? 1 : out->heads;
    if (!status && out->kv_heads > 0 && out->heads % out->kv_heads != 0)
        status = hf_error(c, "num_kv_heads", err, "does not divide num_attention_heads; make it a divisor of it");
    return status;
}

static antler_status falcon_read(const hf_config *c, decoder_shape *out, antler_error *err)
{
    *out = (decoder_shape){.tied = true, .gelu = true};
    antler_status status = hf_read(c, fields, sizeof fields / sizeof fields[0], out, err);
    if (!status)
        status = read_own(c, out, err);
    if (!status)
        status = hf_expect_flag(c, "alibi", false, err);
    if (!status)
        status = hf_expect_flag(c, "parallel_attn", true, err);
    if (!status)
        status = hf_expect_word(c, "activation", "gelu", err);
    if (status)
        return status;
    out->ffn = out->ffn ? out->ffn : FFN_FACTOR * out->hidden;
    status = decoder_shape_finish(c, out, err);
    return status ? status : decoder_shape_rotates(c, out, err);
}

const family falcon_family = {.model_type = "falcon",
                              .doc = "Falcon: attention beside FFN, LayerNorm, rotary positions",
                              .read = falcon_read,
                              .build = parallel_build};
