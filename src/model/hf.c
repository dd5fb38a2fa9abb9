#include "model/hf.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "model/family.h"

#define LARGEST_SIZE 16777216 /* 2^24: no dimension of a network comes near */
#define MOST_LAYERS  4096

typedef struct reader {
    const char *text, *file;
    json_t *root;
    antler_error *err;
} reader;

/* The line on which a top-level key is written, by its first mention; 0 when it is not there. */
static unsigned line_of(const reader *r, const char *key)
{
    char quoted[64];
    (void)snprintf(quoted, sizeof quoted, "\"%s\"", key);
    const char *at = strstr(r->text, quoted);
    if (!at)
        return 0;
    unsigned line = 1;
    for (const char *c = r->text; c < at; c++)
        line += *c == '\n';
    return line;
}

static antler_status wrong(const reader *r, const char *key, const char *what)
{
    return err_at(r->err, ANTLER_BAD_INPUT, r->file, line_of(r, key), 0, "'%s' %s", key, what);
}

/* A size under `key`; `fallback` 0: required. A NULL key reads as 0. */
static antler_status read_size(const reader *r, const char *key, uint64_t fallback, uint64_t most, uint64_t *out)
{
    *out = fallback;
    if (!key)
        return ANTLER_OK;
    const json_t *value = json_object_get(r->root, key);
    if (!value || json_is_null(value)) {
        if (fallback > 0)
            return ANTLER_OK;
        return err_at(r->err, ANTLER_BAD_INPUT, r->file, 1, 0,
                      "'%s' is missing; a %s model needs it, for example \"%s\": 4096", key,
                      json_string_value(json_object_get(r->root, "model_type")), key);
    }
    if (!json_is_integer(value) || json_integer_value(value) < 1 || (uint64_t)json_integer_value(value) > most)
        return wrong(r, key, "must be a whole number above zero and of a sane size");
    *out = (uint64_t)json_integer_value(value);
    return ANTLER_OK;
}

static antler_status find_family(const reader *r, hf_config *c, const model_family **family)
{
    const char *type = json_string_value(json_object_get(r->root, "model_type"));
    char known[256] = "";
    for (size_t i = 0; model_families[i]; i++) {
        if (type && strcmp(type, model_families[i]->model_type) == 0) {
            *family = model_families[i];
            (void)snprintf(c->model_type, sizeof c->model_type, "%s", type);
            return ANTLER_OK;
        }
        size_t used = strlen(known);
        (void)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", model_families[i]->model_type);
    }
    if (!type)
        return err_at(r->err, ANTLER_BAD_INPUT, r->file, 1, 0, "'model_type' is missing; known families: %s", known);
    return err_at(r->err, ANTLER_BAD_INPUT, r->file, line_of(r, "model_type"), 0,
                  "model_type '%.40s' is not known; known families: %s", type, known);
}

static antler_status read_heads(const reader *r, const model_family *f, hf_config *c)
{
    antler_status st = read_size(r, f->heads, 0, LARGEST_SIZE, &c->heads);
    if (st == ANTLER_OK)
        st = read_size(r, f->kv_heads, c->heads, LARGEST_SIZE, &c->kv_heads);
    if (st != ANTLER_OK)
        return st;
    if (c->heads % c->kv_heads != 0)
        return wrong(r, f->kv_heads, "must divide the number of attention heads");
    bool given = f->head_dim && json_is_integer(json_object_get(r->root, f->head_dim));
    if (!given && c->hidden % c->heads != 0)
        return wrong(r, f->heads, "must divide the hidden size, unless 'head_dim' is given");
    return read_size(r, f->head_dim, c->hidden / c->heads > 0 ? c->hidden / c->heads : 1, LARGEST_SIZE, &c->head_dim);
}

static antler_status read_config(const reader *r, const model_family *f, hf_config *c)
{
    antler_status st = read_size(r, f->hidden, 0, LARGEST_SIZE, &c->hidden);
    if (st == ANTLER_OK)
        st = read_size(r, f->layers, 0, MOST_LAYERS, &c->layers);
    if (st == ANTLER_OK)
        st = read_heads(r, f, c);
    if (st == ANTLER_OK)
        st = read_size(r, f->ffn, 0, LARGEST_SIZE, &c->ffn);
    if (st == ANTLER_OK)
        st = read_size(r, f->vocabulary, 0, LARGEST_SIZE, &c->vocabulary);
    if (st == ANTLER_OK && f->positions)
        st = read_size(r, f->positions, 0, LARGEST_SIZE, &c->positions);
    c->tied_embeddings = json_is_true(json_object_get(r->root, "tie_word_embeddings"));
    return st;
}

antler_status hf_parse(const char *text, const char *file, hf_config *out, const model_family **family,
                       antler_error *err)
{
    json_error_t syntax;
    reader r = {.text = text, .file = file, .err = err};
    r.root = json_loads(text, JSON_REJECT_DUPLICATES, &syntax);
    if (!r.root)
        return err_at(err, ANTLER_BAD_INPUT, file, (unsigned)syntax.line, (unsigned)syntax.column, "not JSON: %s",
                      syntax.text);
    hf_config c = {0};
    const model_family *found = NULL;
    antler_status st = json_is_object(r.root)
                           ? find_family(&r, &c, &found)
                           : err_at(err, ANTLER_BAD_INPUT, file, 1, 0, "a model's config must be a JSON object");
    if (st == ANTLER_OK)
        st = read_config(&r, found, &c);
    json_decref(r.root);
    if (st == ANTLER_OK) {
        *out = c;
        *family = found;
    }
    return st;
}
