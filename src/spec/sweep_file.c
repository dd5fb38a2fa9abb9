/* Reading a sweep file: which keys it has and what each may hold. Nothing is expanded or evaluated here. */
#include "spec/sweep_file.h"

#include "base/number.h"
#include "spec/sweep_axes.h"
#include "spec/yaml.h"

#include <math.h>
#include <string.h>

typedef struct loader {
    const yaml_document *doc;
    arena *arena;
    sweep_file *sweep;
    antler_error *err;
} loader;

typedef antler_status (*read_key)(const loader *l, const yaml_node *node);

/* One key of the file. */
typedef struct sweep_key {
    const char *key;
    bool required;
    const char *example;
    read_key read;
} sweep_key;

static antler_status read_name(const loader *l, const yaml_node *node)
{
    char name[64];
    (void)node;
    antler_status status = yaml_name(l->doc, "hbm-vs-cores", name, sizeof name, l->err);
    if (!status && !(l->sweep->name = arena_strdup(l->arena, name)))
        return err_no_memory(l->err);
    return status;
}

/* A list's items, or the scalar itself as the only one. */
static antler_status items_of(const loader *l, const yaml_node *node, const yaml_node **first, size_t *count)
{
    bool list = node->kind == YAML_LIST;
    *first = list ? node->first : node;
    *count = list ? node->count : 1;
    if (*count == 0 || *count > SWEEP_LIST_LIMIT)
        return yaml_error(l->doc, node, l->err, "%s: a list must hold 1 to %d values, not %zu", node->key->text,
                          SWEEP_LIST_LIMIT, *count);
    return ANTLER_OK;
}

static antler_status read_strings(const loader *l, const yaml_node *node, const char *example, sweep_strings *out)
{
    size_t count;
    const yaml_node *item;
    antler_status status = items_of(l, node, &item, &count);
    if (status)
        return status;
    out->items = ARENA_ARRAY(l->arena, const char *, count);
    out->lines = ARENA_ARRAY(l->arena, unsigned, count);
    if (!out->items || !out->lines)
        return err_no_memory(l->err);
    for (; out->count < count; out->count++, item = item->next) {
        status = yaml_expect(l->doc, item, YAML_SCALAR, node->key->text, example, l->err);
        if (status)
            return status;
        for (size_t i = 0; i < out->count; i++)
            if (strcmp(out->items[i], item->text) == 0)
                return yaml_error(l->doc, item, l->err, "%s: '%s' is listed twice; remove one", node->key->text,
                                  item->text);
        out->items[out->count] = item->text;
        out->lines[out->count] = item->line;
    }
    return ANTLER_OK;
}

static antler_status read_hwspecs(const loader *l, const yaml_node *node)
{
    return read_strings(l, node, "ipu-pod4", &l->sweep->hwspecs);
}

static antler_status read_models(const loader *l, const yaml_node *node)
{
    return read_strings(l, node, "llama2-13b", &l->sweep->models);
}

static antler_status read_designs(const loader *l, const yaml_node *node)
{
    return read_strings(l, node, "elk-full", &l->sweep->designs);
}

/* Whole numbers of 1 to 2^32 - 1. */
static antler_status read_numbers(const loader *l, const yaml_node *node, sweep_numbers *out)
{
    size_t count;
    const yaml_node *item;
    antler_status status = items_of(l, node, &item, &count);
    if (status)
        return status;
    out->items = ARENA_ARRAY(l->arena, uint32_t, count);
    if (!out->items)
        return err_no_memory(l->err);
    for (; out->count < count; out->count++, item = item->next) {
        const char *end;
        double value;
        status = yaml_expect(l->doc, item, YAML_SCALAR, node->key->text, "32", l->err);
        if (status)
            return status;
        if (!number_parse(item->text, &end, &value) || *end != '\0' || value != floor(value) || value < 1 ||
            value > UINT32_MAX)
            return yaml_error(l->doc, item, l->err, "%s: '%s' must be a whole number of 1 to %lu", node->key->text,
                              item->text, (unsigned long)UINT32_MAX);
        for (size_t i = 0; i < out->count; i++)
            if (out->items[i] == (uint32_t)value)
                return yaml_error(l->doc, item, l->err, "%s: '%s' is listed twice; remove one", node->key->text,
                                  item->text);
        out->items[out->count] = (uint32_t)value;
    }
    return ANTLER_OK;
}

static antler_status read_batches(const loader *l, const yaml_node *node)
{
    return read_numbers(l, node, &l->sweep->batches);
}

static antler_status read_contexts(const loader *l, const yaml_node *node)
{
    return read_numbers(l, node, &l->sweep->contexts);
}

static antler_status read_phase(const loader *l, const yaml_node *node)
{
    antler_error why;
    antler_status status = yaml_expect(l->doc, node, YAML_SCALAR, "phase", "decode", l->err);
    if (!status && antler_phase_parse(node->text, &l->sweep->phase, &why))
        return yaml_error(l->doc, node, l->err, "%s", why.message);
    return status;
}

static antler_status read_dtype(const loader *l, const yaml_node *node)
{
    antler_error why;
    antler_status status = yaml_expect(l->doc, node, YAML_SCALAR, "dtype", "fp16", l->err);
    if (!status && antler_workload_set_dtype(&l->sweep->types, node->text, &why))
        return yaml_error(l->doc, node, l->err, "%s", why.message);
    return status;
}

/* Every key of a table: none unknown, none missing, each read by its function in the table's order. */
static antler_status read_mapping(const loader *l, const yaml_node *mapping, const char *prefix, const sweep_key *keys,
                                  size_t count)
{
    const char *names[16];
    for (size_t i = 0; i < count; i++)
        names[i] = keys[i].key;
    antler_status status = yaml_known_keys(l->doc, mapping, prefix, names, count, l->err);
    for (size_t i = 0; i < count && !status; i++) {
        const yaml_node *node = yaml_get(mapping, keys[i].key);
        if (node)
            status = keys[i].read(l, node);
        else if (keys[i].required)
            status = err_at(l->err, ANTLER_BAD_INPUT, l->doc->file, mapping->key ? mapping->key->line : mapping->line,
                            0, "missing key '%s%s'; write for example '%s: %s'", prefix, keys[i].key, keys[i].key,
                            keys[i].example);
    }
    return status;
}

static antler_status read_workload(const loader *l, const yaml_node *node)
{
    static const sweep_key keys[] = {{"phase", true, "decode", read_phase},
                                     {"batch", true, "[16, 32]", read_batches},
                                     {"context", true, "2048", read_contexts},
                                     {"dtype", true, "fp16", read_dtype}};
    antler_status status = yaml_expect(l->doc, node, YAML_MAPPING, "workload",
                                       "workload: {phase: decode, batch: 32, context: 2048, dtype: fp16}", l->err);
    return status ? status : read_mapping(l, node, "workload.", keys, sizeof keys / sizeof *keys);
}

static antler_status read_axes(const loader *l, const yaml_node *node)
{
    antler_status status = yaml_expect(l->doc, node, YAML_MAPPING, "axes", "axes: {chip.cores: [736, 1472]}", l->err);
    if (status)
        return status;
    l->sweep->axes = ARENA_ARRAY(l->arena, sweep_axis, node->count);
    if (!l->sweep->axes)
        return err_no_memory(l->err);
    for (const yaml_node *child = node->first; child && !status; child = child->next) {
        status = sweep_read_axis(l->doc, child, l->arena, &l->sweep->axes[l->sweep->naxes], l->err);
        l->sweep->naxes += !status;
    }
    return status;
}

static antler_status set_twice(const loader *l, const yaml_node *at, const field *f, const char *other)
{
    return yaml_error(l->doc, at, l->err, "'%s' is set by '%s' too; keep one of them", f->key, other);
}

static bool is_axis(const sweep_file *sweep, const field *f)
{
    for (size_t i = 0; i < sweep->naxes; i++)
        if (sweep->axes[i].field == f)
            return true;
    return false;
}

static antler_status read_points(const loader *l, const yaml_node *node)
{
    sweep_file *sweep = l->sweep;
    char path[1024];
    antler_error why;
    antler_status status = yaml_expect(l->doc, node, YAML_SCALAR, "points", "points.csv", l->err);
    if (status)
        return status;
    if (spec_resolve(node->text, sweep->path, "sweeps", ".csv", path, sizeof path, &why))
        return yaml_error(l->doc, node, l->err, "points: %s", why.message);
    sweep->points = arena_strdup(l->arena, path);
    if (!sweep->points)
        return err_no_memory(l->err);
    status = sweep_read_points(path, l->arena, &sweep->rows, l->err);
    for (size_t i = 0; i < sweep->rows.naxes && !status; i++)
        if (is_axis(sweep, sweep->rows.fields[i]))
            status = set_twice(l, node, sweep->rows.fields[i], "axes");
    return status;
}

static antler_status read_derive_one(const loader *l, const yaml_node *node, sweep_derive *out)
{
    sweep_file *sweep = l->sweep;
    antler_status status = sweep_axis_field(l->doc, node->key, &out->field, l->err);
    if (!status)
        status = yaml_expect(l->doc, node, YAML_SCALAR, node->key->text, "chip_cores * 2.7e9", l->err);
    if (status)
        return status;
    if (out->field->kind != FIELD_COUNT && out->field->kind != FIELD_QUANTITY)
        return yaml_error(l->doc, node->key, l->err, "'%s' is not a number; only numbers can be derived",
                          out->field->key);
    if (is_axis(sweep, out->field))
        return set_twice(l, node->key, out->field, "axes");
    for (size_t i = 0; i < sweep->rows.naxes; i++)
        if (sweep->rows.fields[i] == out->field)
            return set_twice(l, node->key, out->field, "points");
    out->sql = node->text;
    out->line = node->line;
    return ANTLER_OK;
}

static antler_status read_derives(const loader *l, const yaml_node *node)
{
    antler_status status =
        yaml_expect(l->doc, node, YAML_MAPPING, "derive", "derive: {inter_chip.bandwidth: chip_cores * 100e6}", l->err);
    if (status)
        return status;
    l->sweep->derives = ARENA_ARRAY(l->arena, sweep_derive, node->count);
    if (!l->sweep->derives)
        return err_no_memory(l->err);
    for (const yaml_node *child = node->first; child && !status; child = child->next) {
        status = read_derive_one(l, child, &l->sweep->derives[l->sweep->nderives]);
        l->sweep->nderives += !status;
    }
    return status;
}

static antler_status read_where(const loader *l, const yaml_node *node)
{
    antler_status status = yaml_expect(l->doc, node, YAML_SCALAR, "where", "chip_cores * core_sram <= 900e6", l->err);
    if (status)
        return status;
    l->sweep->where = node->text;
    l->sweep->where_line = node->line;
    return ANTLER_OK;
}

/* In the order of reading: what sets a field is read before what may not set it again. */
static const sweep_key top_keys[] = {
    {"name", true, "hbm-vs-cores", read_name},
    {"hwspec", true, "[ipu-pod4]", read_hwspecs},
    {"model", true, "[llama2-13b]", read_models},
    {"workload", true, "{phase: decode, batch: 32, context: 2048, dtype: fp16}", read_workload},
    {"design", true, "[static, ideal]", read_designs},
    {"axes", false, NULL, read_axes},
    {"points", false, NULL, read_points},
    {"derive", false, NULL, read_derives},
    {"where", false, NULL, read_where},
};

static antler_status read_document(const yaml_document *doc, arena *a, sweep_file **out, antler_error *err)
{
    sweep_file *sweep = ARENA_ARRAY(a, sweep_file, 1);
    if (!sweep)
        return err_no_memory(err);
    sweep->path = doc->file;
    loader l = {.doc = doc, .arena = a, .sweep = sweep, .err = err};
    antler_status status = read_mapping(&l, doc->root, "", top_keys, sizeof top_keys / sizeof *top_keys);
    if (!status)
        *out = sweep;
    return status;
}

antler_status sweep_file_load(const char *path, arena *a, sweep_file **out, antler_error *err)
{
    char found[1024];
    yaml_document doc;
    antler_status status = spec_resolve(path, NULL, "sweeps", ".yaml", found, sizeof found, err);
    if (!status)
        status = yaml_load(found, a, &doc, err);
    return status ? status : read_document(&doc, a, out, err);
}

antler_status sweep_file_parse(const char *file, const char *text, size_t size, arena *a, sweep_file **out,
                               antler_error *err)
{
    yaml_document doc;
    antler_status status = yaml_parse(file, text, size, a, &doc, err);
    return status ? status : read_document(&doc, a, out, err);
}
