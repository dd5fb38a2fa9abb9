/* Stands in for the model room: a model is any file, its content the file's first line. */
#include "../space/fake_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

antler_status antler_model_load(const char *source, antler_model **out, antler_error *err)
{
    FILE *file = fopen(source, "r");
    antler_model *model = calloc(1, sizeof *model);
    if (!file || !model || !fgets(model->content, sizeof model->content, file)) {
        if (file)
            (void)fclose(file);
        free(model);
        return err_set(err, ANTLER_IO, "%s: cannot be read", source);
    }
    (void)fclose(file);
    const char *slash = strrchr(source, '/');
    (void)snprintf(model->name, sizeof model->name, "%.*s", (int)strcspn(slash ? slash + 1 : source, "."),
                   slash ? slash + 1 : source);
    *out = model;
    return ANTLER_OK;
}

const char *antler_model_name(const antler_model *model)
{
    return model->name;
}

const char *antler_model_content(const antler_model *model)
{
    return model->content;
}

void antler_model_free(antler_model *model)
{
    free(model);
}

antler_status antler_phase_parse(const char *text, antler_phase *out, antler_error *err)
{
    if (strcmp(text, "decode") != 0)
        return err_set(err, ANTLER_BAD_INPUT, "unknown phase '%s'", text);
    *out = ANTLER_DECODE;
    return ANTLER_OK;
}

antler_status antler_dtype_parse(const char *text, antler_dtype *out, antler_error *err)
{
    if (strcmp(text, "fp16") != 0)
        return err_set(err, ANTLER_BAD_INPUT, "unknown dtype '%s'", text);
    *out = ANTLER_FP16;
    return ANTLER_OK;
}

const char *antler_phase_name(antler_phase phase)
{
    return phase == ANTLER_DECODE ? "decode" : "prefill";
}

const char *antler_dtype_name(antler_dtype dtype)
{
    return dtype == ANTLER_FP16 ? "fp16" : "fp32";
}
