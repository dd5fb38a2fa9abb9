/* A Hugging Face config.json, as far as a transformer's shapes need it. */
#ifndef MODEL_HF_H
#define MODEL_HF_H

#include <stdbool.h>
#include <stdint.h>

#include <antler/error.h>

/* Sizes are positive once loaded; what a family does not have is 0. */
typedef struct hf_config {
    char model_type[32];
    uint64_t hidden, layers, heads, kv_heads, head_dim, ffn, vocabulary, positions;
    bool tied_embeddings;
} hf_config;

struct model_family;

/* A JSON text of `file`. Errors: FILE:LINE:COL for syntax, FILE:LINE for a field that is there, FILE: for one that is
 * not. */
antler_status hf_parse(const char *text, const char *file, hf_config *out, const struct model_family **family,
                       antler_error *err);

#endif
