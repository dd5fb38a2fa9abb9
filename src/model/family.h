/* A model family: how its config names things, and the operators that it is made of. One file a family in families/,
 * one line in family.c's table. */
#ifndef MODEL_FAMILY_H
#define MODEL_FAMILY_H

#include "model/builder.h"
#include "model/hf.h"

typedef struct model_family {
    const char *model_type;
    /* Keys of config.json for each size; NULL: the family has no such size. */
    const char *hidden, *layers, *heads, *kv_heads, *head_dim, *ffn, *vocabulary, *positions;
    uint64_t (*parameters)(const hf_config *c);
    /* All operators of one run, in execution order. */
    void (*build)(graph_builder *b, const hf_config *c, const antler_workload *w);
} model_family;

extern const model_family family_llama;

/* NULL-ended. */
extern const model_family *const model_families[];

#endif
