/* A loaded model: what its family read of the config. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include <stddef.h>

#include "model/family.h"

struct antler_model {
    char *name;    /* file name without its ending; of `NAME/config.json`, NAME */
    char *content; /* antler_model_content */
    const family *family;
    decoder_shape shape;
    bool scaled_positions; /* `rope_scaling`: other entries of the rotary tables, no other work */
};

/* The loader without the file: `path` is for messages and the name. */
antler_status model_parse(const char *path, const char *text, size_t size, antler_model **out, antler_error *err);

#endif
