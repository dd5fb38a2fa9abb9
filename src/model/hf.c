/* jansson parses; every value is then asked for by key, with its type and range. */
#include "model/hf.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/json_place.h"

/* jansson quotes the text near the error, which may hold line breaks; a message is one line. */
static void one_line(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            *text = ' ';
}

antler_status hf_open(const char *path, const char *text, size_t size, hf_config *out, antler_error *err)
{
    json_place deep;
    if (json_deeper_than(text, size, HF_MAX_LEVELS, &deep))
        return err_at(err, ANTLER_BAD_INPUT, path, deep.line, deep.column,
                      "nested deeper than %d levels; a config is nearly flat", HF_MAX_LEVELS);
    json_error_t why;
    errno = 0; /* jansson calls some failed allocations syntax errors; malloc says what they were */
    json_t *root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &why);
    if (!root && errno == ENOMEM)
        return err_no_memory(err);
    if (!root) {
        one_line(why.text);
        unsigned line = why.line > 0 ? (unsigned)why.line : 1;
        unsigned column = why.column > 0 ? (unsigned)why.column : 1;
        return err_at(err, ANTLER_BAD_INPUT, path, line, column, "malformed JSON: %s", why.text);
    }
    if (!json_is_object(root)) {
        json_decref(root);
        return err_at(err, ANTLER_BAD_INPUT, path, 1, 1, "is not a model config; it must be a JSON object {...}");
    }
    *out = (hf_config){.path = path, .text = text, .size = size, .root = root};
    return ANTLER_OK;
}

void hf_close(hf_config *c)
{
    json_decref(c->root);
    c->root = NULL;
}

antler_status hf_error(const hf_config *c, const char *key, antler_error *err, const char *fmt, ...)
{
    char message[512];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    one_line(message); /* values of the config may be quoted in it */
    json_place place = json_key_place(c->text, c->size, key);
    return err_at(err, ANTLER_BAD_INPUT, c->path, place.line, place.column, "%s: %s", key, message);
}

/* The value of a key, NULL when it is absent. jansson 2.14 goes on when its string buffer cannot grow, a letter short:
 * a key that the text has and the object has not was lost that way, and must not pass for an absent one. */
static antler_status find(const hf_config *c, const char *key, const json_t **out, antler_error *err)
{
    *out = json_object_get(c->root, key);
    return *out || json_key_place(c->text, c->size, key).column == 0 ? ANTLER_OK : err_no_memory(err);
}

static antler_status missing(const hf_config *c, const hf_field *f, antler_error *err)
{
    if (f->kind == HF_COUNT)
        return err_at(err, ANTLER_BAD_INPUT, c->path, 1, 0, "missing field '%s', a whole number from 1 to %" PRIu64,
                      f->key, f->max);
    return err_at(err, ANTLER_BAD_INPUT, c->path, 1, 0, "missing field '%s'", f->key);
}

static antler_status read_count(const hf_config *c, const hf_field *f, const json_t *value, uint64_t *out,
                                antler_error *err)
{
    json_int_t number = json_integer_value(value); /* 0 when it is none */
    if (number < 1 || (uint64_t)number > f->max)
        return hf_error(c, f->key, err, "must be a whole number from 1 to %" PRIu64, f->max);
    *out = (uint64_t)number;
    return ANTLER_OK;
}

static antler_status read_field(const hf_config *c, const hf_field *f, void *into, antler_error *err)
{
    const json_t *value;
    antler_status status = find(c, f->key, &value, err);
    bool *flag = (bool *)((char *)into + f->offset);
    if (status)
        return status;
    if (!value && f->required)
        return missing(c, f, err);
    if (f->kind == HF_CAP && json_is_null(value))
        *flag = false;
    if (!value || (json_is_null(value) && !f->required))
        return ANTLER_OK;
    switch (f->kind) {
    case HF_COUNT:
        return read_count(c, f, value, (uint64_t *)(void *)((char *)into + f->offset), err);
    case HF_FLAG:
        if (!json_is_boolean(value))
            return hf_error(c, f->key, err, "must be true or false");
        *flag = json_is_true(value);
        return ANTLER_OK;
    case HF_CAP:
        if (!(json_number_value(value) > 0))
            return hf_error(c, f->key, err, "must be a number above 0, or null");
        *flag = true;
        return ANTLER_OK;
    }
    return err_set(err, ANTLER_BUG, "field '%s' of an unknown kind", f->key);
}

antler_status hf_read(const hf_config *c, const hf_field *fields, size_t count, void *into, antler_error *err)
{
    antler_status status = ANTLER_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = read_field(c, &fields[i], into, err);
    return status;
}

antler_status hf_word(const hf_config *c, const char *key, const char **out, antler_error *err)
{
    const json_t *value;
    antler_status status = find(c, key, &value, err);
    if (status)
        return status;
    if (!value)
        return err_at(err, ANTLER_BAD_INPUT, c->path, 1, 0, "missing field '%s', a string", key);
    if (!json_is_string(value))
        return hf_error(c, key, err, "must be a string");
    *out = json_string_value(value);
    return ANTLER_OK;
}

antler_status hf_expect_flag(const hf_config *c, const char *key, bool value, antler_error *err)
{
    const json_t *found;
    antler_status status = find(c, key, &found, err);
    if (status)
        return status;
    if (!found || json_is_null(found) || (json_is_boolean(found) && json_is_true(found) == value))
        return ANTLER_OK;
    return hf_error(c, key, err, "no operators for this; it must be %s", value ? "true" : "false");
}

antler_status hf_expect_among(const hf_config *c, const char *key, const char *const *values, antler_error *err)
{
    const json_t *found;
    antler_status status = find(c, key, &found, err);
    if (status)
        return status;
    if (!found || json_is_null(found))
        return ANTLER_OK;
    for (size_t i = 0; json_is_string(found) && values[i]; i++)
        if (strcmp(json_string_value(found), values[i]) == 0)
            return ANTLER_OK;
    return hf_error(c, key, err, "no operators for this; it must be \"%s\"", values[0]);
}

antler_status hf_expect_word(const hf_config *c, const char *key, const char *value, antler_error *err)
{
    return hf_expect_among(c, key, (const char *const[]){value, NULL}, err);
}

antler_status hf_architecture(const hf_config *c, const char **out, antler_error *err)
{
    const json_t *list;
    antler_status status = find(c, "architectures", &list, err);
    if (status)
        return status;
    const char *first = json_string_value(json_array_get(list, 0));
    if (!first)
        return hf_error(c, "architectures", err, "must be a list of names; the first says which head the network has");
    *out = first;
    return ANTLER_OK;
}

uint64_t hf_members(const hf_config *c, const char *key)
{
    return json_object_size(json_object_get(c->root, key));
}

bool hf_has(const hf_config *c, const char *key)
{
    return json_object_get(c->root, key) != NULL;
}
