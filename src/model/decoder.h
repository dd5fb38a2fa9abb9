/* The parts that decoder-only transformers are made of, one call each; families/ write them in order.
 *
 * Axis letters: m tokens of the run (decode: one per sequence), b sequences, t tokens of a sequence, l rows that the
 * LM head makes logits of (the last token of each sequence; train-forward: all tokens),
 * s context, c the part of it in the KV cache, h hidden, q columns of the fused query-key-value projection, g KV
 * heads, r query heads per KV head, d head size, a all heads side by side, f FFN, u gate and up side by side,
 * v vocabulary, p rows of a position table. */
#ifndef MODEL_DECODER_H
#define MODEL_DECODER_H

#include <stdbool.h>

#include <antler/model.h>

#include "model/builder.h"
#include "model/shape.h"

typedef struct decoder {
    builder *b;
    const decoder_shape *shape;
    antler_phase phase;
    uint64_t batch, context;
    uint64_t kept; /* positions that the present layer's attention sees and its KV cache keeps */
    tensor_ref embedding;
    tensor_ref q_angles, k_angles; /* rotary tables */
} decoder;

/* Do the tokens of the run see each other, rather than one new token of each sequence its cache? */
static inline bool decoder_whole(const decoder *d)
{
    return d->phase != ANTLER_DECODE;
}

/* Name the axes. */
decoder decoder_start(builder *b, const decoder_shape *s, const antler_workload *w);

/* What follows belongs to this layer; -1: behind the last one. */
void decoder_layer(decoder *d, int32_t layer);

/* Token ids -> rows of the embedding table; learned positions are added when the shape has them. */
tensor_ref decoder_embed(decoder *d);

/* `rows`: the letter of the row axis, m or l. Two operators: sum of squares, scale by it and the weight. */
tensor_ref decoder_rms_norm(decoder *d, char rows, const char *role, tensor_ref x);
/* Five operators: mean, centre, sum of squares, scale, bias. */
tensor_ref decoder_layer_norm(decoder *d, char rows, const char *role, tensor_ref x);

/* A matmul with a weight of its own, named after the role; `formula` as "mh,qh->mq". */
tensor_ref decoder_linear(decoder *d, const char *role, const char *formula, tensor_ref x);
/* An activation where there is no bias to come with; `formula` as "mf->mf". */
tensor_ref decoder_unary(decoder *d, const char *role, const char *formula, tensor_ref x);
/* x + bias, and what an activation makes of it, in one pass; `formula` as "mf,f->mf". */
tensor_ref decoder_bias(decoder *d, const char *role, const char *formula, tensor_ref x);
tensor_ref decoder_add(decoder *d, const char *role, tensor_ref x, tensor_ref y);
/* x + y + bias. */
tensor_ref decoder_add_bias(decoder *d, const char *role, tensor_ref x, tensor_ref y);
/* act(gate) * up, from the two halves of one projection. */
tensor_ref decoder_gate(decoder *d, const char *role, tensor_ref gate_up);

/* The parts of the fused projection. */
tensor_ref decoder_q(const decoder *d, tensor_ref qkv);
tensor_ref decoder_k(const decoder *d, tensor_ref qkv);
tensor_ref decoder_v(const decoder *d, tensor_ref qkv);

/* RMSNorm of each head. */
tensor_ref decoder_norm_q(decoder *d, tensor_ref q);
tensor_ref decoder_norm_k(decoder *d, tensor_ref k);

/* The rotary tables, given on chip; once, before the first layer. q's holds the scale of the scores too. */
void decoder_rotary_tables(decoder *d);
tensor_ref decoder_rotary_q(decoder *d, tensor_ref q);
tensor_ref decoder_rotary_k(decoder *d, tensor_ref k);

/* From normed rows to the values of all heads: fused projection, its bias, norms of q and k where the shape has them,
 * rotation, scores, softmax, values. */
tensor_ref decoder_rotary_attention(decoder *d, tensor_ref x);

/* The last operator made `parts` (of new keys and new values) of this run's KV entries: they go to HBM, unless the run
 * is a training pass, which keeps none. */
void decoder_store_kv(decoder *d, uint64_t parts);

/* Scores, softmax and values, over the KV cache in decode and else over k and v. */
tensor_ref decoder_attention(decoder *d, tensor_ref q, tensor_ref k, tensor_ref v);

/* Of every sequence the token that the next one follows from, in training every token: rows l from rows m. */
tensor_ref decoder_last_token(decoder *d, tensor_ref x);
tensor_ref decoder_lm_head(decoder *d, tensor_ref x);

/* Of encoders: what a head makes of the first token of each sequence, rows b. A matmul, its bias and tanh. */
tensor_ref decoder_pooler(decoder *d, tensor_ref x);

#endif
