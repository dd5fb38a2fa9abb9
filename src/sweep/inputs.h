/* Everything that a sweep file names, loaded. */
#ifndef SWEEP_INPUTS_H
#define SWEEP_INPUTS_H

#include <antler/sweep.h>

#include "space/space.h"
#include "spec/sweep_file.h"
#include "spec/techs.h"

typedef struct sweep_inputs {
    arena *memory;
    sweep_file *file;
    antler_hwspec **hwspecs; /* in the order of the file, like the models */
    antler_model **models;
    const char **model_names;
    antler_techs *techs;
    space *space;
} sweep_inputs;

/* ANTLER_BAD_INPUT at the line of what cannot be found or is not right. Free with inputs_free, also after a failure. */
antler_status inputs_load(const char *sweep, sweep_inputs *out, antler_error *err);
void inputs_free(sweep_inputs *in);

#endif
