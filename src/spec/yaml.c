/* The tree is built from libfyaml's events and not from its documents: events carry their marks, and the limits below
 * hold while reading instead of after. libfyaml's own messages are collected, and the first one becomes ours. */
#include "spec/yaml.h"

#include "base/io.h"

#include <libfyaml.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Far above any sound file; they bound the stack and the quadratic search for duplicate keys. */
enum { DEPTH_LIMIT = 16, KEYS_LIMIT = 1024 };

typedef struct reader {
    const char *file;
    arena *arena;
    struct fy_diag *diag;
    struct fy_parser *parser;
    antler_error *err;
} reader;

/* The first problem that libfyaml met. */
static antler_status syntax_error(const reader *r)
{
    void *iterator = NULL;
    const struct fy_diag_error *e = fy_diag_errors_iterate(r->diag, &iterator);
    if (!e) /* a version directive that it does not know, or no memory: it does not say */
        return err_at(r->err, ANTLER_BAD_INPUT, r->file, 1, 1, "cannot be read as YAML 1.2");
    char text[256];
    (void)snprintf(text, sizeof text, "%s", e->msg ? e->msg : "malformed");
    text[strcspn(text, "\r\n")] = '\0';
    unsigned line = e->line > 0 ? (unsigned)e->line : 1, col = e->column > 0 ? (unsigned)e->column : 1;
    return err_at(r->err, ANTLER_BAD_INPUT, r->file, line, col, "malformed YAML: %s", text);
}

static antler_status next_event(const reader *r, struct fy_event **out)
{
    *out = fy_parser_parse(r->parser);
    if (*out)
        return ANTLER_OK;
    return syntax_error(r);
}

static antler_status fail_at(const reader *r, const yaml_node *at, const char *what)
{
    return err_at(r->err, ANTLER_BAD_INPUT, r->file, at->line, at->col, "%s", what);
}

/* Where an event stands, 1-based; what was left out stands where its parent or key does. libfyaml marks a quoted
 * scalar behind its quote. */
static void place(struct fy_event *event, const yaml_node *parent, yaml_node *at)
{
    const struct fy_mark *mark = fy_event_start_mark(event);
    at->line = mark ? (unsigned)mark->line + 1 : parent ? parent->line : 1;
    at->col = mark ? (unsigned)mark->column + 1 : parent ? parent->col : 1;
    if (mark && mark->column > 0 && event->type == FYET_SCALAR) {
        enum fy_scalar_style style = fy_token_scalar_style(event->scalar.value);
        at->col -= style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED;
    }
}

static yaml_node *new_node(const reader *r, yaml_kind kind, struct fy_event *event, const yaml_node *parent)
{
    yaml_node *node = ARENA_ARRAY(r->arena, yaml_node, 1);
    if (!node)
        return NULL;
    node->kind = kind;
    place(event, parent, node);
    return node;
}

static antler_status read_scalar(const reader *r, struct fy_event *event, const yaml_node *parent, yaml_node **out)
{
    yaml_node *node = new_node(r, YAML_SCALAR, event, parent);
    if (!node)
        return err_no_memory(r->err);
    size_t length = 0;
    const char *text = event->scalar.value ? fy_token_get_text(event->scalar.value, &length) : "";
    char *copy = ARENA_ARRAY(r->arena, char, length + 1);
    if (!text || !copy)
        return err_no_memory(r->err);
    memcpy(copy, text, length);
    if (memchr(copy, '\0', length))
        return fail_at(r, node, "a value may not hold a NUL character");
    node->text = copy;
    *out = node;
    return ANTLER_OK;
}

static antler_status read_node(const reader *r, struct fy_event *event, const yaml_node *parent, int depth,
                               yaml_node **out);

/* Read up to the event of type `end`; `*event` is taken over and what follows the node is not read. */
static antler_status read_child(const reader *r, const yaml_node *parent, enum fy_event_type end, int depth,
                                yaml_node **out)
{
    struct fy_event *event;
    antler_status status = next_event(r, &event);
    if (status)
        return status;
    *out = NULL;
    if (event->type != end)
        status = read_node(r, event, parent, depth, out);
    fy_parser_event_free(r->parser, event);
    return status;
}

static antler_status check_key(const reader *r, const yaml_node *mapping, const yaml_node *key)
{
    if (key->kind != YAML_SCALAR)
        return fail_at(r, key, "a key must be plain text");
    const yaml_node *old = yaml_get(mapping, key->text);
    if (old)
        return err_at(r->err, ANTLER_BAD_INPUT, r->file, key->line, key->col,
                      "duplicate key '%s', first written in line %u; remove one", key->text, old->key->line);
    if (mapping->count >= KEYS_LIMIT)
        return fail_at(r, key, "too many keys in one mapping");
    return ANTLER_OK;
}

static antler_status read_children(const reader *r, yaml_node *node, int depth)
{
    bool mapping = node->kind == YAML_MAPPING;
    enum fy_event_type end = mapping ? FYET_MAPPING_END : FYET_SEQUENCE_END;
    yaml_node **link = &node->first;
    for (;;) {
        yaml_node *child, *key = NULL;
        antler_status status = read_child(r, node, end, depth, &child);
        if (status || !child)
            return status;
        if (mapping) {
            key = child;
            status = check_key(r, node, key);
            if (!status)
                status = read_child(r, key, FYET_NONE, depth, &child);
            if (status)
                return status;
        }
        child->key = key;
        *link = child;
        link = &child->next;
        node->count++;
    }
}

/* Anchors without aliases change nothing and are passed over; tags would change what a value is. */
static antler_status read_node(const reader *r, struct fy_event *event, const yaml_node *parent, int depth,
                               yaml_node **out)
{
    yaml_node here = {.kind = YAML_SCALAR};
    place(event, parent, &here);
    bool list = event->type == FYET_SEQUENCE_START;
    if (event->type == FYET_ALIAS)
        return fail_at(r, &here, "aliases ('*name') are not supported; write the value out");
    if (event->type != FYET_SCALAR && !list && event->type != FYET_MAPPING_START)
        return fail_at(r, &here, "malformed YAML: a value is missing");
    struct fy_token *tag = event->type == FYET_SCALAR ? event->scalar.tag
                           : list                     ? event->sequence_start.tag
                                                      : event->mapping_start.tag;
    if (tag)
        return fail_at(r, &here, "tags ('!name') are not supported; write the value alone");
    if (event->type == FYET_SCALAR)
        return read_scalar(r, event, parent, out);
    if (depth >= DEPTH_LIMIT)
        return fail_at(r, &here, "nested too deeply");
    *out = new_node(r, list ? YAML_LIST : YAML_MAPPING, event, parent);
    return *out ? read_children(r, *out, depth + 1) : err_no_memory(r->err);
}

/* What came instead of the expected event may have no place of its own (the start of a second document without
 * `---`): then the place of what follows it is named. */
static antler_status unexpected(const reader *r, struct fy_event *event, const char *what)
{
    yaml_node here = {.kind = YAML_SCALAR};
    struct fy_event *following = fy_event_start_mark(event) ? NULL : fy_parser_parse(r->parser);
    place(following ? following : event, NULL, &here);
    if (following)
        fy_parser_event_free(r->parser, following);
    return fail_at(r, &here, what);
}

static antler_status expect_event(const reader *r, enum fy_event_type type, const char *otherwise)
{
    struct fy_event *event;
    antler_status status = next_event(r, &event);
    if (status)
        return status;
    if (event->type != type)
        status = unexpected(r, event, otherwise);
    fy_parser_event_free(r->parser, event);
    return status;
}

static antler_status read_document(const reader *r, yaml_node **root)
{
    static const char empty[] = "the file is empty; it must hold keys, like 'name: ipu-pod4'";
    antler_status status = expect_event(r, FYET_STREAM_START, empty);
    if (!status)
        status = expect_event(r, FYET_DOCUMENT_START, empty);
    if (!status)
        status = read_child(r, NULL, FYET_NONE, 0, root);
    if (!status && (*root)->kind != YAML_MAPPING)
        status = fail_at(r, *root, "the file must hold keys, like 'name: ipu-pod4'");
    if (!status)
        status = expect_event(r, FYET_DOCUMENT_END, "malformed YAML: unexpected text after the document");
    if (!status)
        status = expect_event(r, FYET_STREAM_END, "only one document a file; remove '---' and what follows");
    return status;
}

antler_status yaml_parse(const char *file, const char *text, size_t size, arena *a, yaml_document *out,
                         antler_error *err)
{
    struct fy_diag_cfg messages;
    fy_diag_cfg_default(&messages);
    messages.fp = NULL;
    reader r = {.file = file, .arena = a, .err = err};
    yaml_node *root = NULL;
    antler_status status = ANTLER_NO_MEMORY;
    r.diag = fy_diag_create(&messages);
    if (!r.diag)
        return err_no_memory(err);
    fy_diag_set_collect_errors(r.diag, true);
    r.parser = fy_parser_create(&(struct fy_parse_cfg){
        .search_path = "", .flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_DEFAULT_VERSION_1_2, .diag = r.diag});
    if (!r.parser || fy_parser_set_string(r.parser, text, size)) {
        status = err_no_memory(err);
        goto done;
    }
    status = read_document(&r, &root);
    if (!status)
        *out = (yaml_document){.file = file, .root = root};
done:
    if (r.parser)
        fy_parser_destroy(r.parser);
    fy_diag_destroy(r.diag);
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
