/* Fields of a Hugging Face config.json, each error with the file, the line of its key and what would be right.
 *
 * A config holds many keys that do not change how a model runs (token ids, dropout); they are passed over. */
#ifndef MODEL_HF_H
#define MODEL_HF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include <antler/error.h>

#include "base/error.h"

/* Bounds on what a config may ask for: some ten times the largest published model, and small enough that no product
 * of two sizes overflows. What is made of them is bounded again in builder.h. */
enum {
    HF_MAX_LEVELS = 32,
    HF_MAX_LAYERS = 1 << 10,
    HF_MAX_HEADS = 1 << 14,
    HF_MAX_HEAD_DIM = 1 << 14,
    HF_MAX_WIDTH = 1 << 20,      /* hidden, FFN */
    HF_MAX_VOCABULARY = 1 << 24, /* rows of a table */
    HF_MAX_POSITIONS = 1 << 30
};

typedef struct hf_config {
    const char *path, *text; /* borrowed */
    size_t size;
    json_t *root;
} hf_config;

typedef enum hf_kind {
    HF_COUNT, /* uint64_t: a whole number from 1 to max */
    HF_FLAG,  /* bool */
    HF_CAP    /* bool: whether there is a positive number rather than null */
} hf_kind;

/* One field of the struct that a family reads into. Optional ones keep their value when absent or null. */
typedef struct hf_field {
    const char *key;
    hf_kind kind;
    bool required;
    size_t offset;
    uint64_t max;
} hf_field;

/* needs: text that outlives `out`. leaves: an object, or an error at its line and column. */
antler_status hf_open(const char *path, const char *text, size_t size, hf_config *out, antler_error *err);
void hf_close(hf_config *c);

antler_status hf_read(const hf_config *c, const hf_field *fields, size_t count, void *into, antler_error *err);

/* A required word; it points into the config. */
antler_status hf_word(const hf_config *c, const char *key, const char **out, antler_error *err);

/* What the family's operators rely on: a key that is there must have this value. */
antler_status hf_expect_flag(const hf_config *c, const char *key, bool value, antler_error *err);
antler_status hf_expect_word(const hf_config *c, const char *key, const char *value, antler_error *err);
/* The same with several words that mean one thing to the operators; NULL-ended. The first is named in errors. */
antler_status hf_expect_among(const hf_config *c, const char *key, const char *const *values, antler_error *err);

/* The first of `architectures`; it points into the config. */
antler_status hf_architecture(const hf_config *c, const char **out, antler_error *err);

/* Members of the object `key`, 0 when it is absent. */
uint64_t hf_members(const hf_config *c, const char *key);

/* Is the key there? */
bool hf_has(const hf_config *c, const char *key);

/* An error at the line of `key`. */
antler_status hf_error(const hf_config *c, const char *key, antler_error *err, const char *fmt, ...) BASE_PRINTF(4, 5);

#endif
