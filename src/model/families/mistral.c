/* Mistral: Llama with attention that every layer limits to `sliding_window` tokens, where there is one. */
#include "model/family.h"
#include "model/stacks.h"

static const hf_field fields[] = {
    {"num_key_value_heads", HF_COUNT, true, offsetof(decoder_shape, kv_heads), HF_MAX_HEADS},
    {"sliding_window", HF_COUNT, false, offsetof(decoder_shape, window), HF_MAX_POSITIONS}};

static antler_status mistral_read(const hf_config *c, decoder_shape *out, antler_error *err)
{
    *out = (decoder_shape){.tied = false};
    return gated_read(c, fields, sizeof fields / sizeof fields[0], out, err);
}

const family mistral_family = {.model_type = "mistral",
                               .doc = "Mistral: Llama, with a sliding window in every layer where given",
                               .read = mistral_read,
                               .build = gated_build};
