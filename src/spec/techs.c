#include "spec/techs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "spec/resolve.h"

/* All files of one kind. A file must have the name and the kind of its place: that is how it is found. */
static antler_status load_kind(antler_techs *t, figure_kind kind, antler_error *err)
{
    const char *const *names = NULL;
    const char *folder = figure_kind_folder(kind);
    antler_status status = spec_shipped(folder, ".yaml", t->memory, &names, &t->counts[kind], err);
    if (status)
        return status;
    t->files[kind] = ARENA_ARRAY(t->memory, figure_file, t->counts[kind]);
    if (!t->files[kind])
        return err_no_memory(err);
    for (size_t i = 0; i < t->counts[kind] && !status; i++) {
        char path[1024];
        figure_file *file = &t->files[kind][i];
        status = spec_resolve_shipped(names[i], folder, ".yaml", path, sizeof path, err);
        if (!status)
            status = figures_load(path, t->memory, file, err);
        if (!status && (file->kind != kind || strcmp(file->name, names[i]) != 0))
            status = err_set(err, ANTLER_BAD_INPUT, "%s: holds %s '%s'; here it must be %s '%s'", path,
                             figure_kind_name(file->kind), file->name, figure_kind_name(kind), names[i]);
    }
    return status;
}

antler_status antler_techs_load(antler_techs **out, antler_error *err)
{
    antler_techs *t = calloc(1, sizeof *t);
    if (!t)
        return err_no_memory(err);
    t->memory = arena_new();
    antler_status status = t->memory ? ANTLER_OK : err_no_memory(err);
    for (int kind = 0; kind < FIGURE_KINDS && !status; kind++)
        status = load_kind(t, (figure_kind)kind, err);
    if (status) {
        antler_techs_free(t);
        return status;
    }
    *out = t;
    return ANTLER_OK;
}

void antler_techs_free(antler_techs *techs)
{
    if (!techs)
        return;
    arena_free(techs->memory);
    free(techs);
}

const figure_file *techs_find(const antler_techs *techs, figure_kind kind, const char *name)
{
    for (size_t i = 0; i < techs->counts[kind]; i++)
        if (strcmp(techs->files[kind][i].name, name) == 0)
            return &techs->files[kind][i];
    return NULL;
}

static antler_status not_shipped(const antler_techs *techs, figure_kind kind, const char *key, const char *value,
                                 antler_error *err)
{
    char known[256] = "";
    for (size_t i = 0; i < techs->counts[kind]; i++) {
        size_t used = strlen(known);
        (void)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", techs->files[kind][i].name);
    }
    return err_set(err, ANTLER_BAD_INPUT, "%s: no figures for '%s'; there are %s", key, value, known);
}

static antler_status missing(field_id id, antler_error *err)
{
    const field *f = &hw_fields[id];
    return err_set(err, ANTLER_BAD_INPUT, "needs the key '%s'; write for example '%s: %s'", f->key, f->key, f->example);
}

antler_status techs_choose(const antler_techs *techs, const antler_hwspec *spec, tech_choice *out, antler_error *err)
{
    char number[32], node[40];
    if (!hw_is_set(spec, HW_CHIP_NODE))
        return missing(HW_CHIP_NODE, err);
    if (!hw_is_set(spec, HW_HBM_TYPE))
        return missing(HW_HBM_TYPE, err);
    number_format(hw_number(spec, HW_CHIP_NODE), 6, number, sizeof number);
    (void)snprintf(node, sizeof node, "%snm", number);
    const char *memory = hw_word(spec, HW_HBM_TYPE);
    *out = (tech_choice){.technology = techs_find(techs, FIGURES_TECHNOLOGY, node),
                         .memory = techs_find(techs, FIGURES_MEMORY, memory),
                         .package = techs_find(techs, FIGURES_PACKAGE, "standard")};
    if (!out->technology)
        return not_shipped(techs, FIGURES_TECHNOLOGY, "chip.node", node, err);
    if (!out->memory && strcmp(memory, "remote") != 0)
        return not_shipped(techs, FIGURES_MEMORY, "hbm.type", memory, err);
    if (!out->package)
        return not_shipped(techs, FIGURES_PACKAGE, "package", "standard", err);
    return ANTLER_OK;
}
