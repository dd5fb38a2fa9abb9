/* The inside of a model, for this room and for the identity of points. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include <antler/model.h>

#include "model/family.h"

struct antler_model {
    char name[64];
    hf_config config;
    const model_family *family;
    char *text; /* the file as read */
};

/* The file's text: what makes two models the same model. */
const char *model_text(const antler_model *model);

#endif
