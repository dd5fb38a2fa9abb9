/* What a family reads of a config: all that its operators depend on. Members that a family has no use for stay 0. */
#ifndef MODEL_SHAPE_H
#define MODEL_SHAPE_H

#include <stdbool.h>

#include "model/hf.h"

typedef struct decoder_shape {
    uint64_t hidden, layers, heads, kv_heads, head_dim, ffn, vocabulary;
    uint64_t positions;        /* rows of a learned position table; 0: none */
    uint64_t window;           /* context that local layers see at most; 0: all layers see all of it */
    uint64_t window_from;      /* the first layer that may be local */
    uint64_t global_every;     /* of the layers, the last of so many sees everything; 0: none does */
    bool tied;                 /* LM head and embedding are one table */
    bool score_cap, logit_cap; /* attention scores and logits are squashed by tanh */
    bool gelu;                 /* the FFN's activation, instead of SiLU where it is gated and ReLU where not */
    bool bias;                 /* every projection has one */
    bool qkv_bias;             /* q, k and v have one */
    bool qk_norm;              /* the heads of q and k are normed */
    bool post_norm;            /* attention and FFN are normed behind as well */
    bool scaled_embedding;     /* embeddings are multiplied by a constant */
    bool one_norm;             /* attention and FFN, side by side, share one norm */
    uint64_t types;            /* rows of a token type table */
    uint64_t tokens;           /* that a run has, where the config fixes it; 0: as the workload says */
    uint64_t patch;            /* elements of one patch of an image */
    uint64_t outputs;          /* elements that the network makes of one patch */
    uint64_t classes;          /* that a classifier tells apart, or an image is made of */
    bool pooler, mlm_head;     /* heads of encoders */
} decoder_shape;

/* Fill what absent fields imply (kv_heads and head_dim are 0 when not given) and check the rules that span fields. */
antler_status decoder_shape_finish(const hf_config *c, decoder_shape *s, antler_error *err);

/* Rotary positions turn one half of a head against the other. */
antler_status decoder_shape_rotates(const hf_config *c, const decoder_shape *s, antler_error *err);

/* Is this layer local? */
bool decoder_shape_local(const decoder_shape *s, uint64_t layer);

/* Every member that is not 0, as a JSON object with sorted keys; to free. NULL: out of memory. */
char *decoder_shape_content(const decoder_shape *s, const char *family);

#endif
