/* Loading a model by path or by shipped name. */
#include "model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/io.h"
#include "spec/resolve.h"

/* The file's name without folder and ending. */
static void name_from(const char *path, char *name, size_t size)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    size_t length = dot ? (size_t)(dot - base) : strlen(base);
    (void)snprintf(name, size, "%.*s", (int)length, base);
}

antler_status antler_model_load(const char *source, antler_model **out, antler_error *err)
{
    char path[512];
    antler_status st = spec_resolve(source, NULL, "sweeps/models", ".json", path, sizeof path, err);
    if (st != ANTLER_OK)
        return st;
    antler_model *model = calloc(1, sizeof *model);
    if (!model)
        return err_no_memory(err);
    size_t size = 0;
    st = io_read_text(path, &model->text, &size, err);
    if (st == ANTLER_OK)
        st = hf_parse(model->text, path, &model->config, &model->family, err);
    if (st != ANTLER_OK) {
        antler_model_free(model);
        return st;
    }
    name_from(path, model->name, sizeof model->name);
    *out = model;
    return ANTLER_OK;
}

const char *antler_model_name(const antler_model *model)
{
    return model->name;
}

void antler_model_free(antler_model *model)
{
    if (!model)
        return;
    free(model->text);
    free(model);
}

const char *model_text(const antler_model *model)
{
    return model->text;
}
