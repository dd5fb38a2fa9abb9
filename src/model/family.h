/* Model families: how the config of one `model_type` is read and what its operators are.
 *
 * Adding one is a file in families/ and a line in family.c. */
#ifndef MODEL_FAMILY_H
#define MODEL_FAMILY_H

#include "model/decoder.h"

typedef struct family {
    const char *model_type; /* of the config */
    const char *doc;        /* one line for `list models` */
    antler_status (*read)(const hf_config *c, decoder_shape *out, antler_error *err);
    void (*build)(decoder *d); /* every operator of one run, in order; failures stick to d->b */
} family;

/* NULL-ended. */
extern const family *const families[];

extern const family llama_family, opt_family, gemma2_family;

/* The family that the config names, or an error that lists the known ones. */
antler_status family_of(const hf_config *c, const family **out, antler_error *err);

#endif
