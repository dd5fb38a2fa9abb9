/* Files of figures: a technology node, a kind of memory, packaging. Every figure is a value with its source; a file
 * holds all figures of its kind. One table, figures.def, makes the parser, the lists and the docs. */
#ifndef SPEC_FIGURES_H
#define SPEC_FIGURES_H

#include <stddef.h>

#include <antler/error.h>

#include "base/arena.h"
#include "base/unit.h"

/* One enum a kind: TECHNOLOGY_sram_bit_area, MEMORY_byte_energy, PACKAGE_substrate_scale, numbered within the kind. */
typedef enum figure_kind { FIGURES_TECHNOLOGY, FIGURES_MEMORY, FIGURES_PACKAGE, FIGURE_KINDS } figure_kind;

typedef enum figure_row {
#define FIGURE(kind, id, key, unit, least, most, example, doc) ROW_##kind##_##id,
#include "spec/figures.def"
#undef FIGURE
    FIGURE_ROWS
} figure_row;

typedef struct figure_info {
    figure_kind kind;
    const char *key; /* `sram.bit_area`: in the file as section `sram`, key `bit_area` */
    unit unit;
    double least, most; /* inclusive, base units */
    const char *example;
    const char *doc;
} figure_info;

extern const figure_info figure_infos[FIGURE_ROWS];

typedef struct figure {
    double value;
    const char *text;   /* as written */
    const char *source; /* where it is from; never empty */
} figure;

typedef struct figure_file {
    const char *name;
    figure_kind kind;
    figure figures[FIGURE_ROWS]; /* those of its kind; the others are zero */
    char digest[33];             /* of all values, hexadecimal: equal values give equal digests */
} figure_file;

/* The word for a kind in the file's key `kind`, and the shipped folder that holds such files. */
const char *figure_kind_name(figure_kind kind);
const char *figure_kind_folder(figure_kind kind);

/* In `a`. ANTLER_BAD_INPUT at the line and column of an unknown, missing or wrong figure, or one without a source. */
antler_status figures_load(const char *path, arena *a, figure_file *out, antler_error *err);

/* The same from memory; `file` names it in messages. */
antler_status figures_parse(const char *file, const char *text, size_t size, arena *a, figure_file *out,
                            antler_error *err);

/* FIGURE_OF(tech, TECHNOLOGY, sram_bit_area): its value in base units. */
#define FIGURE_OF(file, kind, id) ((file)->figures[ROW_##kind##_##id].value)

#endif
