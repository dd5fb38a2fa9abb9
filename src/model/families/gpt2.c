/* GPT-2: OPT's blocks with GELU, and a position table without unused rows. */
#include "model/family.h"
#include "model/stacks.h"

enum { FFN_FACTOR = 4 }; /* n_inner, when null, is so many times n_embd */

static const hf_field fields[] = {
    {"n_embd", HF_COUNT, true, offsetof(decoder_shape, hidden), HF_MAX_WIDTH / FFN_FACTOR},
    {"n_layer", HF_COUNT, true, offsetof(decoder_shape, layers), HF_MAX_LAYERS},
    {"n_head", HF_COUNT, true, offsetof(decoder_shape, heads), HF_MAX_HEADS},
    {"n_inner", HF_COUNT, false, offsetof(decoder_shape, ffn), HF_MAX_WIDTH},
    {"n_positions", HF_COUNT, true, offsetof(decoder_shape, positions), HF_MAX_POSITIONS},
    {"vocab_size", HF_COUNT, true, offsetof(decoder_shape, vocabulary), HF_MAX_VOCABULARY},
    {"tie_word_embeddings", HF_FLAG, false, offsetof(decoder_shape, tied), 0}};

static antler_status gpt2_read(const hf_config *c, decoder_shape *out, antler_error *err)
{
    static const char *const acts[] = {"gelu_new", "gelu", "gelu_pytorch_tanh", NULL};
    *out = (decoder_shape){.tied = true, .gelu = true, .bias = true};
    antler_status status = hf_read(c, fields, sizeof fields / sizeof fields[0], out, err);
    if (!status)
        status = hf_expect_among(c, "activation_function", acts, err);
    if (!status)
        status = hf_expect_flag(c, "add_cross_attention", false, err);
    if (!status && out->hidden % out->heads != 0)
        status = hf_error(c, "n_head", err, "does not divide n_embd; make it a divisor of it");
    if (status)
        return status;
    out->ffn = out->ffn ? out->ffn : FFN_FACTOR * out->hidden;
    return decoder_shape_finish(c, out, err);
}

const family gpt2_family = {.model_type = "gpt2",
                            .doc = "GPT-2: LayerNorm, learned positions, biases, GELU",
                            .read = gpt2_read,
                            .build = classic_build};
