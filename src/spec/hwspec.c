/* Reading a hwspec: the table in field.c says which keys there are, this file finds them in the YAML and checks the
 * rules that span keys. */
#include <antler/hwspec.h>

#include "spec/field.h"
#include "spec/resolve.h"
#include "spec/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct key_list {
    const char *items[HW_FIELDS + 1];
    size_t count;
} key_list;

/* The part of a key before its dot; 0 when it has none. */
static size_t section_length(const char *key)
{
    const char *dot = strchr(key, '.');
    return dot ? (size_t)(dot - key) : 0;
}

static bool in_section(const field *f, const char *section)
{
    size_t length = section_length(f->key);
    return length > 0 && strlen(section) == length && strncmp(f->key, section, length) == 0;
}

/* Keys at the top of the file: name, keys without a section, sections. */
static bool top_keys(arena *a, key_list *out)
{
    out->items[0] = "name";
    out->count = 1;
    for (size_t i = 0; i < HW_FIELDS; i++) {
        size_t length = section_length(hw_fields[i].key);
        if (length > 0 && i > 0 && section_length(hw_fields[i - 1].key) == length &&
            strncmp(hw_fields[i - 1].key, hw_fields[i].key, length) == 0)
            continue;
        char *name = arena_strdup(a, hw_fields[i].key);
        if (!name)
            return false;
        if (length > 0)
            name[length] = '\0';
        out->items[out->count++] = name;
    }
    return true;
}

static void section_keys(const char *section, key_list *out)
{
    out->count = 0;
    for (size_t i = 0; i < HW_FIELDS; i++)
        if (in_section(&hw_fields[i], section))
            out->items[out->count++] = hw_fields[i].key + strlen(section) + 1;
}

static antler_status read_value(const yaml_document *doc, const yaml_node *node, const field *f, antler_hwspec *spec,
                                antler_error *err)
{
    antler_status status = yaml_expect(doc, node, YAML_SCALAR, f->key, f->example, err);
    if (status)
        return status;
    antler_error why;
    field_value value;
    if (field_parse(f, node->text, &value, &why))
        return yaml_error(doc, node, err, "%s", why.message);
    value.line = node->line;
    spec->values[f->id] = value;
    return ANTLER_OK;
}

static antler_status read_section(const yaml_document *doc, const yaml_node *section, antler_hwspec *spec,
                                  antler_error *err)
{
    const char *name = section->key->text;
    char example[128], prefix[32];
    key_list keys;
    section_keys(name, &keys);
    (void)snprintf(prefix, sizeof prefix, "%s.", name);
    (void)snprintf(example, sizeof example, "%s: {%s: ...}", name, keys.items[0]);
    antler_status status = yaml_expect(doc, section, YAML_MAPPING, name, example, err);
    if (!status)
        status = yaml_known_keys(doc, section, prefix, keys.items, keys.count, err);
    for (const yaml_node *child = section->first; child && !status; child = child->next)
        for (size_t i = 0; i < HW_FIELDS && !status; i++)
            if (in_section(&hw_fields[i], name) && strcmp(hw_fields[i].key + strlen(prefix), child->key->text) == 0)
                status = read_value(doc, child, &hw_fields[i], spec, err);
    return status;
}

/* `hbm.bandwidth: 4 TB/s` at the top is what --set and sweeps call it; say where the file wants it. */
static antler_status refuse_dotted(const yaml_document *doc, antler_error *err)
{
    for (const yaml_node *child = doc->root->first; child; child = child->next) {
        const char *key = child->key->text;
        if (strchr(key, '.') && field_find(key, NULL))
            return yaml_error(doc, child->key, err, "'%s' belongs into a section; write '%.*s: {%s: ...}'", key,
                              (int)section_length(key), key, key + section_length(key) + 1);
    }
    return ANTLER_OK;
}

static antler_status read_keys(const yaml_document *doc, arena *a, antler_hwspec *spec, antler_error *err)
{
    key_list keys;
    if (!top_keys(a, &keys))
        return err_no_memory(err);
    antler_status status = refuse_dotted(doc, err);
    if (!status)
        status = yaml_known_keys(doc, doc->root, "", keys.items, keys.count, err);
    if (!status)
        status = yaml_name(doc, "ipu-pod4", spec->name, sizeof spec->name, err);
    for (const yaml_node *child = doc->root->first; child && !status; child = child->next) {
        const field *f = field_find(child->key->text, NULL);
        if (f)
            status = read_value(doc, child, f, spec, err);
        else if (strcmp(child->key->text, "name") != 0)
            status = read_section(doc, child, spec, err);
    }
    return status;
}

/* What is required must have been written; what is not gets its documented fallback. */
static antler_status complete(const yaml_document *doc, antler_hwspec *spec, antler_error *err)
{
    for (size_t i = 0; i < HW_FIELDS; i++) {
        const field *f = &hw_fields[i];
        if (spec->values[i].set)
            continue;
        if (f->required) {
            int length = (int)section_length(f->key);
            char name[32];
            (void)snprintf(name, sizeof name, "%.*s", length, f->key);
            const yaml_node *section = yaml_get(doc->root, name);
            return err_at(err, ANTLER_BAD_INPUT, doc->file, section ? section->key->line : doc->root->line, 0,
                          "missing key '%s'; write for example '%s: %s' under '%s'", f->key, f->key + length + 1,
                          f->example, name);
        }
        if (f->fallback && field_parse(f, f->fallback, &spec->values[i], err))
            return ANTLER_BUG;
    }
    return ANTLER_OK;
}

static antler_status read_document(const yaml_document *doc, arena *a, antler_hwspec *spec, antler_error *err)
{
    if (strlen(doc->file) >= sizeof spec->path)
        return err_set(err, ANTLER_BAD_INPUT, "%.64s...: the path is too long; use a shorter one", doc->file);
    memcpy(spec->path, doc->file, strlen(doc->file) + 1);
    antler_status status = read_keys(doc, a, spec, err);
    if (!status)
        status = complete(doc, spec, err);
    spec->area_of_file = hw_is_set(spec, HW_CHIP_DIE_AREA);
    if (!status)
        status = antler_hwspec_check(spec, err);
    return status;
}

/* From memory when there is `text`, else from the file at `path`. */
static antler_status load(const char *path, const char *text, size_t size, antler_hwspec **out, antler_error *err)
{
    yaml_document doc;
    arena *a = arena_new();
    antler_hwspec *spec = calloc(1, sizeof *spec);
    antler_status status = a && spec ? ANTLER_OK : err_no_memory(err);
    if (!status)
        status = text ? yaml_parse(path, text, size, a, &doc, err) : yaml_load(path, a, &doc, err);
    if (!status)
        status = read_document(&doc, a, spec, err);
    arena_free(a);
    if (status) {
        free(spec);
        return status;
    }
    *out = spec;
    return ANTLER_OK;
}

antler_status antler_hwspec_load(const char *source, antler_hwspec **out, antler_error *err)
{
    char path[1024];
    antler_status status = spec_resolve(source, NULL, "hwspecs", ".yaml", path, sizeof path, err);
    return status ? status : load(path, NULL, 0, out, err);
}

antler_status hwspec_parse(const char *file, const char *text, size_t size, antler_hwspec **out, antler_error *err)
{
    return load(file, text, size, out, err);
}

antler_hwspec *antler_hwspec_copy(const antler_hwspec *spec)
{
    antler_hwspec *copy = malloc(sizeof *copy);
    if (copy)
        *copy = *spec;
    return copy;
}

antler_status antler_hwspec_set(antler_hwspec *spec, const char *key, const char *value, antler_error *err)
{
    const char *nearest = NULL;
    const field *f = field_find(key, &nearest);
    if (!f && nearest)
        return err_set(err, ANTLER_BAD_INPUT, "unknown key '%s'; did you mean '%s'?", key, nearest);
    if (!f)
        return err_set(err, ANTLER_BAD_INPUT, "unknown key '%s'; it must be a key of a hwspec like 'hbm.bandwidth'",
                       key);
    field_value parsed;
    antler_status status = field_parse(f, value, &parsed, err);
    if (!status)
        hw_put(spec, f->id, &parsed);
    return status;
}

const char *antler_hwspec_name(const antler_hwspec *spec)
{
    return spec->name;
}

void antler_hwspec_free(antler_hwspec *spec)
{
    free(spec);
}
