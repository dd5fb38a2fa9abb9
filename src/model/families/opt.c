/* OPT: LayerNorm and biases everywhere, learned positions, ReLU.
 *
 * OPT-350m (norms behind the blocks, embeddings of another width) is another network and refused. */
#include "model/family.h"
#include "model/stacks.h"

/* The table begins with two rows that no position uses: published checkpoints hold max_position_embeddings + 2. */
enum { OPT_UNUSED_POSITIONS = 2 };

static const hf_field fields[] = {
    {"hidden_size", HF_COUNT, true, offsetof(decoder_shape, hidden), HF_MAX_WIDTH},
    {"num_hidden_layers", HF_COUNT, true, offsetof(decoder_shape, layers), HF_MAX_LAYERS},
    {"num_attention_heads", HF_COUNT, true, offsetof(decoder_shape, heads), HF_MAX_HEADS},
    {"ffn_dim", HF_COUNT, true, offsetof(decoder_shape, ffn), HF_MAX_WIDTH},
    {"vocab_size", HF_COUNT, true, offsetof(decoder_shape, vocabulary), HF_MAX_VOCABULARY},
    {"max_position_embeddings", HF_COUNT, true, offsetof(decoder_shape, positions), HF_MAX_POSITIONS},
    {"tie_word_embeddings", HF_FLAG, false, offsetof(decoder_shape, tied), 0}};

typedef struct opt_flag {
    const char *key;
    bool value;
} opt_flag;

static const opt_flag flags[] = {{"do_layer_norm_before", true},
                                 {"enable_bias", true},
                                 {"layer_norm_elementwise_affine", true},
                                 {"_remove_final_layer_norm", false}};

/* Embeddings of another width than the layers would need two more projections. */
static antler_status check_embedding(const hf_config *c, const decoder_shape *s, antler_error *err)
{
    uint64_t width = s->hidden;
    const hf_field field = {"word_embed_proj_dim", HF_COUNT, false, 0, HF_MAX_WIDTH};
    antler_status status = hf_read(c, &field, 1, &width, err);
    if (!status && width != s->hidden)
        status = hf_error(c, field.key, err, "no operators for this; it must equal hidden_size");
    return status;
}

static antler_status opt_read(const hf_config *c, decoder_shape *out, antler_error *err)
{
    *out = (decoder_shape){.tied = true, .bias = true};
    antler_status status = hf_read(c, fields, sizeof fields / sizeof fields[0], out, err);
    for (size_t i = 0; i < sizeof flags / sizeof flags[0] && !status; i++)
        status = hf_expect_flag(c, flags[i].key, flags[i].value, err);
    if (!status)
        status = hf_expect_word(c, "activation_function", "relu", err);
    if (!status)
        status = check_embedding(c, out, err);
    out->positions += OPT_UNUSED_POSITIONS;
    return status ? status : decoder_shape_finish(c, out, err);
}

const family opt_family = {.model_type = "opt",
                           .doc = "OPT: LayerNorm, learned positions, biases, ReLU",
                           .read = opt_read,
                           .build = classic_build};
