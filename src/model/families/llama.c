/* Llama 2 and 3: RMSNorm, rotary positions, grouped queries, SwiGLU. */
#include "model/family.h"
#include "model/stacks.h"

static antler_status llama_read(const hf_config *c, decoder_shape *out, antler_error *err)
{
    *out = (decoder_shape){.tied = false};
    antler_status status = gated_read(c, NULL, 0, out, err);
    return status ? status : hf_expect_flag(c, "mlp_bias", false, err);
}

const family llama_family = {.model_type = "llama",
                             .doc = "Llama 2 and 3: RMSNorm, rotary positions, grouped queries, SwiGLU",
                             .read = llama_read,
                             .build = gated_build};
