/* Phi-3: Llama with the projections of q, k and v, and of gate and up, fused in the checkpoint too. A rotation of a
 * part of each head costs as much as one of the whole: the operator passes over all of it. */
#include "model/family.h"
#include "model/stacks.h"

static const hf_field fields[] = {
    {"sliding_window", HF_COUNT, false, offsetof(decoder_shape, window), HF_MAX_POSITIONS}};

static antler_status phi3_read(const hf_config *c, decoder_shape *out, antler_error *err)
{
    *out = (decoder_shape){.tied = false};
    return gated_read(c, fields, sizeof fields / sizeof fields[0], out, err);
}

const family phi3_family = {
    .model_type = "phi3", .doc = "Phi-3: Llama with fused projections", .read = phi3_read, .build = gated_build};
