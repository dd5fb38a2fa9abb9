/* CSV files as rows of text that keep their line. */
#ifndef SPEC_CSV_H
#define SPEC_CSV_H

#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"

typedef struct csv_row {
    unsigned line; /* 1-based, where the row ends */
    size_t count;
    const char **cells;
} csv_row;

typedef struct csv_table {
    const char *file;
    csv_row header;
    size_t count;
    csv_row *rows; /* as many cells each as the header; empty lines are left out */
} csv_table;

/* In `a`. ANTLER_BAD_INPUT at the line of a row with too few or too many cells or of broken quotes. */
antler_status csv_load(const char *path, arena *a, csv_table *out, antler_error *err);

#endif
