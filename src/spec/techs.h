/* All technology nodes, kinds of memory and packaging that are shipped, and which of them a hwspec means. */
#ifndef SPEC_TECHS_H
#define SPEC_TECHS_H

#include <antler/cost.h>

#include "spec/field.h"
#include "spec/figures.h"

struct antler_techs {
    arena *memory;
    size_t counts[FIGURE_KINDS];
    figure_file *files[FIGURE_KINDS]; /* by kind, sorted by name */
};

/* NULL when there is none of that name. */
const figure_file *techs_find(const antler_techs *techs, figure_kind kind, const char *name);

/* What one hwspec is made with. */
typedef struct tech_choice {
    const figure_file *technology;
    const figure_file *memory; /* NULL: hbm.type is remote, what is behind links is not part of the chip */
    const figure_file *package;
} tech_choice;

/* ANTLER_BAD_INPUT names the key that is missing, or for which there is no file; a reason, not a mistake in the file.
 */
antler_status techs_choose(const antler_techs *techs, const antler_hwspec *spec, tech_choice *out, antler_error *err);

#endif
