/* Qwen 2 and 2.5: Llama with a bias on q, k and v; Qwen 3: with norms on the heads of q and k instead.
 *
 * `sliding_window` counts only with `use_sliding_window`, and then from layer `max_window_layers` on. */
#include "model/family.h"
#include "model/stacks.h"

static const hf_field qwen2_fields[] = {
    {"num_key_value_heads", HF_COUNT, true, offsetof(decoder_shape, kv_heads), HF_MAX_HEADS}};

static const hf_field qwen3_fields[] = {
    {"num_key_value_heads", HF_COUNT, true, offsetof(decoder_shape, kv_heads), HF_MAX_HEADS},
    {"head_dim", HF_COUNT, true, offsetof(decoder_shape, head_dim), HF_MAX_HEAD_DIM}};

static const hf_field window_fields[] = {
    {"sliding_window", HF_COUNT, true, offsetof(decoder_shape, window), HF_MAX_POSITIONS},
    {"max_window_layers", HF_COUNT, true, offsetof(decoder_shape, window_from), HF_MAX_LAYERS}};

static antler_status read_window(const hf_config *c, decoder_shape *out, antler_error *err)
{
    bool used = false;
    const hf_field flag = {"use_sliding_window", HF_FLAG, false, 0, 0};
    antler_status status = hf_read(c, &flag, 1, &used, err);
    if (!status && used)
        status = hf_read(c, window_fields, sizeof window_fields / sizeof window_fields[0], out, err);
    return status;
}

static antler_status qwen2_read(const hf_config *c, decoder_shape *out, antler_error *err)
{
    *out = (decoder_shape){.qkv_bias = true};
    antler_status status = gated_read(c, qwen2_fields, sizeof qwen2_fields / sizeof qwen2_fields[0], out, err);
    return status ? status : read_window(c, out, err);
}

static antler_status qwen3_read(const hf_config *c, decoder_shape *out, antler_error *err)
{
    *out = (decoder_shape){.qk_norm = true};
    antler_status status = gated_read(c, qwen3_fields, sizeof qwen3_fields / sizeof qwen3_fields[0], out, err);
    return status ? status : read_window(c, out, err);
}

const family qwen2_family = {.model_type = "qwen2",
                             .doc = "Qwen 2 and 2.5: Llama with a bias on q, k and v",
                             .read = qwen2_read,
                             .build = gated_build};

const family qwen3_family = {
    .model_type = "qwen3", .doc = "Qwen 3: Llama with norms on q and k", .read = qwen3_read, .build = gated_build};
