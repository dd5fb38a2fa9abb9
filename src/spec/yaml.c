/* The tree is built from libyaml's events, so that every node keeps its mark and the limits below hold while reading.
 *
 * libfyaml was tried first for its messages. Fuzzing found that 0.7.12 (Debian 12) leaks memory on sound files (a long
 * single-quoted text of '' pairs) and loops without end on some text that is not UTF-8; libyaml did neither. What
 * libyaml does not check, duplicate keys and depth, is checked here. */
#include "spec/yaml.h"

#include "base/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* Far above any sound file; they bound the stack and the quadratic search for duplicate keys. */
enum { DEPTH_LIMIT = 16, KEYS_LIMIT = 1024 };

typedef struct reader {
    const char *file;
    arena *arena;
    yaml_parser_t *parser;
    antler_error *err;
} reader;

/* "found unexpected end of stream while scanning a quoted scalar that begins in line 2" */
static antler_status syntax_error(const reader *r)
{
    const yaml_parser_t *p = r->parser;
    char begin[48] = "";
    if (p->error == YAML_MEMORY_ERROR)
        return err_no_memory(r->err);
    if (p->context && p->context_mark.line != p->problem_mark.line)
        (void)snprintf(begin, sizeof begin, " that begins in line %zu", p->context_mark.line + 1);
    return err_at(r->err, ANTLER_BAD_INPUT, r->file, (unsigned)p->problem_mark.line + 1,
                  (unsigned)p->problem_mark.column + 1, "malformed YAML: %s%s%s%s",
                  p->problem ? p->problem : "cannot be read", p->context ? " " : "", p->context ? p->context : "",
                  begin);
}

/* On ANTLER_OK the caller deletes the event. */
static antler_status next_event(const reader *r, yaml_event_t *event)
{
    return yaml_parser_parse(r->parser, event) ? ANTLER_OK : syntax_error(r);
}

static antler_status fail_at(const reader *r, const yaml_event_t *event, const char *what)
{
    return err_at(r->err, ANTLER_BAD_INPUT, r->file, (unsigned)event->start_mark.line + 1,
                  (unsigned)event->start_mark.column + 1, "%s", what);
}

static yaml_node *new_node(const reader *r, yaml_kind kind, const yaml_event_t *event)
{
    yaml_node *node = ARENA_ARRAY(r->arena, yaml_node, 1);
    if (!node)
        return NULL;
    node->kind = kind;
    node->line = (unsigned)event->start_mark.line + 1;
    node->col = (unsigned)event->start_mark.column + 1;
    return node;
}

static antler_status read_scalar(const reader *r, const yaml_event_t *event, yaml_node **out)
{
    size_t length = event->data.scalar.length;
    yaml_node *node = new_node(r, YAML_SCALAR, event);
    char *copy = ARENA_ARRAY(r->arena, char, length + 1);
    if (!node || !copy)
        return err_no_memory(r->err);
    memcpy(copy, event->data.scalar.value, length);
    if (memchr(copy, '\0', length))
        return fail_at(r, event, "a value may not hold a NUL character");
    node->text = copy;
    *out = node;
    return ANTLER_OK;
}

static antler_status read_node(const reader *r, const yaml_event_t *event, int depth, yaml_node **out);

/* The node that the next event begins; NULL when that event ends the parent. */
static antler_status read_child(const reader *r, int depth, yaml_node **out)
{
    yaml_event_t event;
    antler_status status = next_event(r, &event);
    if (status)
        return status;
    *out = NULL;
    if (event.type != YAML_MAPPING_END_EVENT && event.type != YAML_SEQUENCE_END_EVENT)
        status = read_node(r, &event, depth, out);
    yaml_event_delete(&event);
    return status;
}

static antler_status check_key(const reader *r, const yaml_node *mapping, const yaml_node *key)
{
    if (key->kind != YAML_SCALAR)
        return err_at(r->err, ANTLER_BAD_INPUT, r->file, key->line, key->col, "a key must be plain text");
    const yaml_node *old = yaml_get(mapping, key->text);
    if (old)
        return err_at(r->err, ANTLER_BAD_INPUT, r->file, key->line, key->col,
                      "duplicate key '%s', first written in line %u; remove one", key->text, old->key->line);
    if (mapping->count >= KEYS_LIMIT)
        return err_at(r->err, ANTLER_BAD_INPUT, r->file, key->line, key->col, "too many keys in one mapping");
    return ANTLER_OK;
}

static antler_status read_children(const reader *r, yaml_node *node, int depth)
{
    yaml_node **link = &node->first;
    for (;;) {
        yaml_node *child, *key = NULL;
        antler_status status = read_child(r, depth, &child);
        if (status || !child)
            return status;
        if (node->kind == YAML_MAPPING) {
            key = child;
            status = check_key(r, node, key);
            if (!status)
                status = read_child(r, depth, &child);
            if (status)
                return status;
            if (!child) /* libyaml makes up an empty value for a key without one */
                return err_set(r->err, ANTLER_BUG, "%s: a key without a value event", r->file);
        }
        child->key = key;
        *link = child;
        link = &child->next;
        node->count++;
    }
}

/* Anchors without aliases change nothing and are passed over; tags would change what a value is. */
static antler_status read_node(const reader *r, const yaml_event_t *event, int depth, yaml_node **out)
{
    const yaml_char_t *tag = NULL;
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        tag = event->data.scalar.tag;
        break;
    case YAML_SEQUENCE_START_EVENT:
        tag = event->data.sequence_start.tag;
        break;
    case YAML_MAPPING_START_EVENT:
        tag = event->data.mapping_start.tag;
        break;
    default:
        return fail_at(r, event, "aliases ('*name') are not supported; write the value out");
    }
    if (tag)
        return fail_at(r, event, "tags ('!name') are not supported; write the value alone");
    if (event->type == YAML_SCALAR_EVENT)
        return read_scalar(r, event, out);
    if (depth >= DEPTH_LIMIT)
        return fail_at(r, event, "nested too deeply");
    *out = new_node(r, event->type == YAML_SEQUENCE_START_EVENT ? YAML_LIST : YAML_MAPPING, event);
    return *out ? read_children(r, *out, depth + 1) : err_no_memory(r->err);
}

static antler_status expect_event(const reader *r, yaml_event_type_t type, const char *otherwise)
{
    yaml_event_t event;
    antler_status status = next_event(r, &event);
    if (status)
        return status;
    if (event.type != type)
        status = fail_at(r, &event, otherwise);
    yaml_event_delete(&event);
    return status;
}

static antler_status read_document(const reader *r, yaml_node **root)
{
    static const char empty[] = "the file is empty; it must hold keys, like 'name: ipu-pod4'";
    antler_status status = expect_event(r, YAML_STREAM_START_EVENT, empty);
    if (!status)
        status = expect_event(r, YAML_DOCUMENT_START_EVENT, empty);
    if (!status)
        status = read_child(r, 0, root);
    if (!status && (!*root || (*root)->kind != YAML_MAPPING))
        status = err_at(r->err, ANTLER_BAD_INPUT, r->file, *root ? (*root)->line : 1, *root ? (*root)->col : 1,
                        "the file must hold keys, like 'name: ipu-pod4'");
    if (!status)
        status = expect_event(r, YAML_DOCUMENT_END_EVENT, "malformed YAML: unexpected text after the document");
    if (!status)
        status = expect_event(r, YAML_STREAM_END_EVENT, "only one document a file; remove '---' and what follows");
    return status;
}

antler_status yaml_parse(const char *file, const char *text, size_t size, arena *a, yaml_document *out,
                         antler_error *err)
{
    yaml_parser_t parser;
    yaml_node *root = NULL;
    antler_status status = io_check_text(file, text, size, err);
    if (status)
        return status;
    if (!yaml_parser_initialize(&parser))
        return err_no_memory(err);
    size_t mark = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* byte order mark */
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text + mark, size - mark);
    status = read_document(&(reader){.file = file, .arena = a, .parser = &parser, .err = err}, &root);
    yaml_parser_delete(&parser);
    if (!status)
        *out = (yaml_document){.file = file, .root = root};
    return status;
}

antler_status yaml_load(const char *path, arena *a, yaml_document *out, antler_error *err)
{
    char *text, *file = arena_strdup(a, path);
    size_t size;
    if (!file)
        return err_no_memory(err);
    antler_status status = io_read_text(path, &text, &size, err);
    if (status)
        return status;
    status = yaml_parse(file, text, size, a, out, err);
    free(text);
    return status;
}
