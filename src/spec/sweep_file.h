/* A sweep file as written, checked key by key but not expanded (docs/FORMATS.md). */
#ifndef SPEC_SWEEP_FILE_H
#define SPEC_SWEEP_FILE_H

#include <stddef.h>

#include <antler/model.h>

#include "base/arena.h"
#include "spec/field.h"
#include "spec/resolve.h"

/* One axis: a field of the hwspec and the values it takes, ranges already unrolled. */
typedef struct sweep_axis {
    const field *field;
    size_t count;
    field_value *values;
    unsigned line;
} sweep_axis;

/* derive: the field is set from a SQL expression over the axes, in base units. */
typedef struct sweep_derive {
    const field *field;
    const char *sql;
    unsigned line;
} sweep_derive;

typedef struct sweep_strings {
    size_t count;
    const char **items;
    unsigned *lines; /* where each was written */
} sweep_strings;

typedef struct sweep_numbers {
    size_t count;
    uint32_t *items;
} sweep_numbers;

/* Points listed one by one in a CSV file: some axes, and in each row a value of each. */
typedef struct sweep_points {
    size_t naxes, nrows;
    const field **fields;
    field_value *values; /* row by row, naxes each; their line is the CSV's */
} sweep_points;

typedef struct sweep_file {
    const char *path;
    const char *name;
    sweep_strings hwspecs, models, designs; /* as written: names or paths beside the sweep file */
    antler_phase phase;
    sweep_numbers batches, contexts;
    antler_workload types; /* its dtypes count, the rest is above */
    size_t naxes;
    sweep_axis *axes;
    size_t nderives;
    sweep_derive *derives;
    const char *where; /* NULL: all */
    unsigned where_line;
    const char *points; /* CSV path, resolved beside the file; NULL: none */
    sweep_points rows;  /* what is in it */
} sweep_file;

/* `path`: a file or the name of a shipped sweep. A range that never ends, an unknown axis, a missing unit:
 * ANTLER_BAD_INPUT at its line and column. */
antler_status sweep_file_load(const char *path, arena *a, sweep_file **out, antler_error *err);

/* The same from memory; `file` names it in messages. */
antler_status sweep_file_parse(const char *file, const char *text, size_t size, arena *a, sweep_file **out,
                               antler_error *err);

#endif
