#include "sweep/inputs.h"

#include <string.h>

#include <antler/evaluate.h>

#include "base/error.h"
#include "base/suggest.h"

/* The path of a file that the sweep names, in `path`. */
static antler_status resolve(const sweep_file *file, const sweep_strings *list, size_t i, const char *folder,
                             const char *ending, char *path, size_t size, antler_error *err)
{
    antler_error why;
    antler_status status = spec_resolve(list->items[i], file->path, folder, ending, path, size, &why);
    return status ? err_at(err, status, file->path, list->lines[i], 0, "%s", why.message) : ANTLER_OK;
}

static antler_status load_hwspecs(sweep_inputs *in, antler_error *err)
{
    const sweep_strings *list = &in->file->hwspecs;
    char path[1024];
    antler_status status = ANTLER_OK;
    in->hwspecs = ARENA_ARRAY(in->memory, antler_hwspec *, list->count);
    if (!in->hwspecs)
        return err_no_memory(err);
    for (size_t i = 0; i < list->count && !status; i++) {
        status = resolve(in->file, list, i, "hwspecs", ".yaml", path, sizeof path, err);
        if (!status)
            status = antler_hwspec_load(path, &in->hwspecs[i], err);
    }
    return status;
}

static antler_status load_models(sweep_inputs *in, antler_error *err)
{
    const sweep_strings *list = &in->file->models;
    char path[1024];
    antler_status status = ANTLER_OK;
    in->models = ARENA_ARRAY(in->memory, antler_model *, list->count);
    in->model_names = ARENA_ARRAY(in->memory, const char *, list->count);
    if (!in->models || !in->model_names)
        return err_no_memory(err);
    for (size_t i = 0; i < list->count && !status; i++) {
        status = resolve(in->file, list, i, "sweeps/models", ".json", path, sizeof path, err);
        if (!status)
            status = antler_model_load(path, &in->models[i], err);
        if (!status)
            in->model_names[i] = antler_model_name(in->models[i]);
    }
    return status;
}

static antler_status unknown_design(const sweep_file *file, size_t i, const char *const *names, size_t count,
                                    antler_error *err)
{
    char list[256] = "";
    const char *nearest = suggest_nearest(file->designs.items[i], names, count);
    for (size_t j = 0; j < count; j++) {
        strncat(list, j ? ", " : "", sizeof list - strlen(list) - 1);
        strncat(list, names[j], sizeof list - strlen(list) - 1);
    }
    return err_at(err, ANTLER_BAD_INPUT, file->path, file->designs.lines[i], 0,
                  "unknown design '%.80s'%s%s%s; it must be one of %s", file->designs.items[i],
                  nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "", list);
}

static antler_status check_designs(const sweep_file *file, antler_error *err)
{
    enum { MOST = 32 };
    const char *names[MOST];
    size_t count = 0;
    for (const antler_design_info *d = antler_designs(); d->name && count < MOST; d++)
        names[count++] = d->name;
    for (size_t i = 0; i < file->designs.count; i++) {
        bool known = false;
        for (size_t j = 0; j < count; j++)
            known = known || strcmp(names[j], file->designs.items[i]) == 0;
        if (!known)
            return unknown_design(file, i, names, count, err);
    }
    return ANTLER_OK;
}

antler_status inputs_load(const char *sweep, sweep_inputs *out, antler_error *err)
{
    *out = (sweep_inputs){.memory = arena_new()};
    if (!out->memory)
        return err_no_memory(err);
    antler_status status = sweep_file_load(sweep, out->memory, &out->file, err);
    if (!status)
        status = load_hwspecs(out, err);
    if (!status)
        status = load_models(out, err);
    if (!status)
        status = check_designs(out->file, err);
    if (!status)
        status = antler_techs_load(&out->techs, err);
    if (!status)
        status = space_open(out->file, (const antler_hwspec *const *)out->hwspecs, out->model_names, &out->space, err);
    return status;
}

void inputs_free(sweep_inputs *in)
{
    space_close(in->space);
    antler_techs_free(in->techs);
    for (size_t i = 0; in->hwspecs && i < in->file->hwspecs.count; i++)
        antler_hwspec_free(in->hwspecs[i]);
    for (size_t i = 0; in->models && i < in->file->models.count; i++)
        antler_model_free(in->models[i]);
    arena_free(in->memory);
    *in = (sweep_inputs){.memory = NULL};
}
