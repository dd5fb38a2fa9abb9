#include "spec/figures.h"

#include <stdio.h>
#include <string.h>

#include <xxhash.h>

#include "base/error.h"
#include "base/number.h"
#include "base/suggest.h"
#include "spec/yaml.h"

const figure_info figure_infos[FIGURE_ROWS] = {
#define FIGURE(kind, id, key, unit, least, most, example, doc) {FIGURES_##kind, key, unit, least, most, example, doc},
#include "spec/figures.def"
#undef FIGURE
};

static const struct {
    const char *name, *folder, *example;
} kinds[FIGURE_KINDS] = {
    [FIGURES_TECHNOLOGY] = {"technology", "hwspecs/tech", "7nm"},
    [FIGURES_MEMORY] = {"memory", "hwspecs/memory", "hbm3"},
    [FIGURES_PACKAGE] = {"package", "hwspecs/package", "standard"},
};

const char *figure_kind_name(figure_kind kind)
{
    return kinds[kind].name;
}

const char *figure_kind_folder(figure_kind kind)
{
    return kinds[kind].folder;
}

typedef struct key_list {
    const char *items[FIGURE_ROWS + 2];
    size_t count;
} key_list;

static size_t section_length(const char *key)
{
    return (size_t)(strchr(key, '.') - key);
}

static bool in_section(const figure_info *f, figure_kind kind, const char *section)
{
    size_t length = section_length(f->key);
    return f->kind == kind && strlen(section) == length && strncmp(f->key, section, length) == 0;
}

/* Keys at the top of a file of this kind: kind, name, sections. Rows of a section stand together in the table. */
static bool top_keys(figure_kind kind, arena *a, key_list *out)
{
    out->items[0] = "kind";
    out->items[1] = "name";
    out->count = 2;
    for (size_t i = 0; i < FIGURE_ROWS; i++) {
        const figure_info *f = &figure_infos[i];
        if (f->kind != kind)
            continue;
        char *section = arena_strdup(a, f->key);
        if (!section)
            return false;
        section[section_length(f->key)] = '\0';
        if (strcmp(out->items[out->count - 1], section) != 0)
            out->items[out->count++] = section;
    }
    return true;
}

static antler_status read_kind(const yaml_document *doc, figure_kind *out, antler_error *err)
{
    const yaml_node *node = yaml_get(doc->root, "kind");
    const char *names[FIGURE_KINDS];
    if (!node)
        return err_at(err, ANTLER_BAD_INPUT, doc->file, doc->root->line, 0,
                      "missing key 'kind'; write for example 'kind: technology'");
    antler_status status = yaml_expect(doc, node, YAML_SCALAR, "kind", "kind: technology", err);
    if (status)
        return status;
    for (size_t i = 0; i < FIGURE_KINDS; i++) {
        names[i] = kinds[i].name;
        if (strcmp(node->text, names[i]) == 0) {
            *out = (figure_kind)i;
            return ANTLER_OK;
        }
    }
    const char *nearest = suggest_nearest(node->text, names, FIGURE_KINDS);
    return yaml_error(doc, node, err,
                      "kind: unknown value '%.80s'%s%s%s; it must be one of technology, memory, package", node->text,
                      nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'" : "");
}

static antler_status read_value(const yaml_document *doc, const yaml_node *node, const figure_info *f, figure *out,
                                antler_error *err)
{
    antler_error why;
    quantity q;
    antler_status status = yaml_expect(doc, node, YAML_SCALAR, f->key, f->example, err);
    if (status)
        return status;
    if (unit_parse(node->text, f->unit, &q, &why))
        return yaml_error(doc, node, err, "%s: %s", f->key, why.message);
    if (q.per_cycle || !(q.value >= f->least && q.value <= f->most)) {
        char least[64], most[64];
        unit_format((quantity){.value = f->least}, f->unit, least, sizeof least);
        unit_format((quantity){.value = f->most}, f->unit, most, sizeof most);
        return yaml_error(doc, node, err, "%s: '%.80s' is out of range; it must be %s to %s", f->key, node->text, least,
                          most);
    }
    out->value = q.value;
    out->text = node->text;
    return ANTLER_OK;
}

/* `{value: 0.048 um2, source: ...}`: a figure without a source is not accepted. */
static antler_status read_figure(const yaml_document *doc, const yaml_node *node, const figure_info *f, figure *out,
                                 antler_error *err)
{
    static const char *const keys[] = {"value", "source"};
    char example[128], prefix[64];
    (void)snprintf(example, sizeof example, "%s: {value: %s, source: ...}", f->key + section_length(f->key) + 1,
                   f->example);
    (void)snprintf(prefix, sizeof prefix, "%s.", f->key);
    antler_status status = yaml_expect(doc, node, YAML_MAPPING, f->key, example, err);
    if (!status)
        status = yaml_known_keys(doc, node, prefix, keys, 2, err);
    if (status)
        return status;
    const yaml_node *value = yaml_get(node, "value"), *source = yaml_get(node, "source");
    if (!value || !source)
        return yaml_error(doc, node, err, "%s has no '%s'; write for example '%s'", f->key, value ? "source" : "value",
                          example);
    (void)snprintf(prefix, sizeof prefix, "%s.source", f->key);
    status = yaml_expect(doc, source, YAML_SCALAR, prefix, "source: the paper, its table", err);
    if (!status)
        status = read_value(doc, value, f, out, err);
    out->source = source->text;
    return status;
}

static antler_status read_section(const yaml_document *doc, const yaml_node *section, figure_file *out,
                                  antler_error *err)
{
    const char *name = section->key->text;
    char example[160], prefix[64];
    key_list keys = {.count = 0};
    for (size_t i = 0; i < FIGURE_ROWS; i++)
        if (in_section(&figure_infos[i], out->kind, name))
            keys.items[keys.count++] = figure_infos[i].key + strlen(name) + 1;
    (void)snprintf(prefix, sizeof prefix, "%s.", name);
    (void)snprintf(example, sizeof example, "%s: {%s: {value: ..., source: ...}}", name, keys.items[0]);
    antler_status status = yaml_expect(doc, section, YAML_MAPPING, name, example, err);
    if (!status)
        status = yaml_known_keys(doc, section, prefix, keys.items, keys.count, err);
    for (const yaml_node *child = section->first; child && !status; child = child->next)
        for (size_t i = 0; i < FIGURE_ROWS && !status; i++)
            if (in_section(&figure_infos[i], out->kind, name) &&
                strcmp(figure_infos[i].key + strlen(prefix), child->key->text) == 0)
                status = read_figure(doc, child, &figure_infos[i], &out->figures[i], err);
    return status;
}

static antler_status check_complete(const yaml_document *doc, const figure_file *file, antler_error *err)
{
    for (size_t i = 0; i < FIGURE_ROWS; i++) {
        const figure_info *f = &figure_infos[i];
        if (f->kind != file->kind || file->figures[i].source)
            continue;
        char section[32];
        int length = (int)section_length(f->key);
        (void)snprintf(section, sizeof section, "%.*s", length, f->key);
        const yaml_node *node = yaml_get(doc->root, section);
        return err_at(err, ANTLER_BAD_INPUT, doc->file, node ? node->key->line : doc->root->line, 0,
                      "missing figure '%s'; write for example '%s: {value: %s, source: ...}' under '%s'", f->key,
                      f->key + length + 1, f->example, section);
    }
    return ANTLER_OK;
}

static antler_status make_digest(figure_file *file, antler_error *err)
{
    XXH3_state_t *state = XXH3_createState();
    XXH128_canonical_t bytes;
    if (!state)
        return err_no_memory(err);
    (void)XXH3_128bits_reset(state);
    for (size_t i = 0; i < FIGURE_ROWS; i++) {
        char text[128], number[32];
        if (figure_infos[i].kind != file->kind)
            continue;
        number_format(file->figures[i].value, 17, number, sizeof number);
        (void)snprintf(text, sizeof text, "%s %s\n", figure_infos[i].key, number);
        (void)XXH3_128bits_update(state, text, strlen(text));
    }
    XXH128_canonicalFromHash(&bytes, XXH3_128bits_digest(state));
    (void)XXH3_freeState(state);
    for (size_t i = 0; i < sizeof bytes.digest; i++)
        (void)snprintf(file->digest + 2 * i, 3, "%02x", bytes.digest[i]);
    return ANTLER_OK;
}

static antler_status read_document(const yaml_document *doc, arena *a, figure_file *out, antler_error *err)
{
    key_list keys;
    char name[64];
    antler_status status = read_kind(doc, &out->kind, err);
    if (!status && !top_keys(out->kind, a, &keys))
        status = err_no_memory(err);
    if (!status)
        status = yaml_known_keys(doc, doc->root, "", keys.items, keys.count, err);
    if (!status)
        status = yaml_name(doc, kinds[out->kind].example, name, sizeof name, err);
    for (const yaml_node *child = doc->root->first; child && !status; child = child->next)
        if (strcmp(child->key->text, "kind") != 0 && strcmp(child->key->text, "name") != 0)
            status = read_section(doc, child, out, err);
    if (!status)
        status = check_complete(doc, out, err);
    if (!status)
        status = make_digest(out, err);
    if (!status && !(out->name = arena_strdup(a, name)))
        status = err_no_memory(err);
    return status;
}

antler_status figures_load(const char *path, arena *a, figure_file *out, antler_error *err)
{
    yaml_document doc;
    *out = (figure_file){.name = NULL};
    antler_status status = yaml_load(path, a, &doc, err);
    return status ? status : read_document(&doc, a, out, err);
}

antler_status figures_parse(const char *file, const char *text, size_t size, arena *a, figure_file *out,
                            antler_error *err)
{
    yaml_document doc;
    *out = (figure_file){.name = NULL};
    antler_status status = yaml_parse(file, text, size, a, &doc, err);
    return status ? status : read_document(&doc, a, out, err);
}
