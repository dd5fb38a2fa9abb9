/* Whole decoders that several families share; what differs between them is in the shape. */
#ifndef MODEL_STACKS_H
#define MODEL_STACKS_H

#include "model/decoder.h"

/* RMSNorm, rotary positions, gated FFN: Llama and its kin (gated.c). */
void gated_build(decoder *d);
/* What their configs have in common. `own` are the fields of the family itself, read after the others. */
antler_status gated_read(const hf_config *c, const hf_field *own, size_t count, decoder_shape *out, antler_error *err);

/* LayerNorm before each block, biases everywhere, a plain FFN: OPT and GPT-2 (classic.c). */
void classic_build(decoder *d);
/* Its blocks, each with its residual. */
tensor_ref classic_attention(decoder *d, tensor_ref x);
tensor_ref classic_ffn(decoder *d, tensor_ref x);

/* Attention and FFN side by side on the same rows, rotary positions: GPT-NeoX and Falcon (parallel.c). */
void parallel_build(decoder *d);

#endif
