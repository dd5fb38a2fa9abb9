/* GPT-NeoX and Pythia: attention and FFN side by side, each with a LayerNorm of its own, biases, rotary positions. A
 * rotation of a part of each head costs as much as one of the whole: the operator passes over all of it. */
#include "model/family.h"
#include "model/stacks.h"

static const hf_field fields[] = {
    {"hidden_size", HF_COUNT, true, offsetof(decoder_shape, hidden), HF_MAX_WIDTH},
    {"num_hidden_layers", HF_COUNT, true, offsetof(decoder_shape, layers), HF_MAX_LAYERS},
    {"num_attention_heads", HF_COUNT, true, offsetof(decoder_shape, heads), HF_MAX_HEADS},
    {"intermediate_size", HF_COUNT, true, offsetof(decoder_shape, ffn), HF_MAX_WIDTH},
    {"vocab_size", HF_COUNT, true, offsetof(decoder_shape, vocabulary), HF_MAX_VOCABULARY},
    {"tie_word_embeddings", HF_FLAG, false, offsetof(decoder_shape, tied), 0}};

static antler_status gpt_neox_read(const hf_config *c, decoder_shape *out, antler_error *err)
{
    static const char *const acts[] = {"gelu", "gelu_fast", "gelu_new", NULL};
    *out = (decoder_shape){.gelu = true, .bias = true};
    antler_status status = hf_read(c, fields, sizeof fields / sizeof fields[0], out, err);
    if (!status)
        status = hf_expect_among(c, "hidden_act", acts, err);
    if (!status)
        status = hf_expect_flag(c, "use_parallel_residual", true, err);
    if (!status)
        status = hf_expect_flag(c, "attention_bias", true, err);
    if (!status)
        status = decoder_shape_finish(c, out, err);
    return status ? status : decoder_shape_rotates(c, out, err);
}

const family gpt_neox_family = {.model_type = "gpt_neox",
                                .doc = "GPT-NeoX, Pythia: attention beside FFN, LayerNorm, biases, rotary positions",
                                .read = gpt_neox_read,
                                .build = parallel_build};
