/* Model families: how the config of one `model_type` is read and what its operators are.
 *
 * Adding one is a file in families/ and a line in family.c. */
#ifndef MODEL_FAMILY_H
#define MODEL_FAMILY_H

#include "model/decoder.h"

typedef struct family {
    const char *model_type;         /* of the config */
    const char *const *class_names; /* `_class_name` of diffusers' configs, NULL-ended; NULL: none */
    bool encoder;                   /* all tokens at once: it has no decode and no KV cache */
    const char *doc;                /* one line for `list models` */
    antler_status (*read)(const hf_config *c, decoder_shape *out, antler_error *err);
    void (*build)(decoder *d); /* every operator of one run, in order; failures stick to d->b */
} family;

/* NULL-ended. */
extern const family *const families[];

extern const family llama_family, mistral_family, qwen2_family, qwen3_family, phi3_family, gemma_family, gemma2_family,
    gemma3_family, opt_family, gpt2_family, gpt_neox_family, falcon_family, bert_family, vit_family, dit_family;

/* The family that the config names, or an error that lists the known ones. */
antler_status family_of(const hf_config *c, const family **out, antler_error *err);

#endif
