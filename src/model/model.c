/* Loading: find the file, read it, let the family read the config. */
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/io.h"
#include "spec/resolve.h"

enum { PATH_BYTES = 1024 };

/* A copy of the path's last part without its ending, or of the folder's name when the file is a `config.json`. */
static char *name_of(const char *path)
{
    const char *end = path + strlen(path), *slash = strrchr(path, '/');
    const char *start = slash ? slash + 1 : path;
    if (strcmp(start, "config.json") == 0 && slash && slash > path) {
        end = slash;
        for (start = slash; start > path && start[-1] != '/';)
            start--;
    } else if (end - start > 5 && strcmp(end - 5, ".json") == 0) {
        end -= 5;
    }
    size_t length = (size_t)(end - start);
    char *name = malloc(length + 1);
    if (!name)
        return NULL;
    memcpy(name, start, length);
    name[length] = '\0';
    return name;
}

antler_status model_parse(const char *path, const char *text, size_t size, antler_model **out, antler_error *err)
{
    hf_config config;
    antler_model *m = NULL;
    antler_status status = hf_open(path, text, size, &config, err);
    if (status)
        return status;
    m = calloc(1, sizeof *m);
    if (!m) {
        status = err_no_memory(err);
        goto fail;
    }
    status = family_of(&config, &m->family, err);
    if (!status)
        status = m->family->read(&config, &m->shape, err);
    if (status)
        goto fail;
    m->scaled_positions = json_is_object(json_object_get(config.root, "rope_scaling"));
    m->name = name_of(path);
    m->content = decoder_shape_content(&m->shape, m->family->model_type);
    if (!m->name || !m->content) {
        status = err_no_memory(err);
        goto fail;
    }
    hf_close(&config);
    *out = m;
    return ANTLER_OK;
fail:
    hf_close(&config);
    antler_model_free(m);
    return status;
}

antler_status antler_model_load(const char *source, antler_model **out, antler_error *err)
{
    char path[PATH_BYTES], *text = NULL;
    size_t size = 0;
    antler_status status = spec_resolve(source, NULL, "sweeps/models", ".json", path, sizeof path, err);
    if (!status)
        status = io_read_text(path, &text, &size, err);
    if (!status)
        status = model_parse(path, text, size, out, err);
    free(text);
    return status;
}

antler_workload antler_model_workload(const antler_model *model)
{
    antler_workload w = {.phase = ANTLER_DECODE, .batch = 1, .context = 2048, .dtype = ANTLER_FP16};
    const decoder_shape *s = &model->shape;
    if (!model->family->encoder)
        return w;
    w.phase = ANTLER_PREFILL;
    if (s->positions > 0 && s->positions <= UINT32_MAX)
        w.context = (uint32_t)s->positions;
    return w;
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
    if (!model)
        return;
    free(model->name);
    free(model->content);
    free(model);
}
