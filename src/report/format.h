/* Output formats of rows: one struct of functions each (formats/), rows go in one by one. */
#ifndef REPORT_FORMAT_H
#define REPORT_FORMAT_H

#include <stddef.h>
#include <stdio.h>

#include <antler/report.h>

#include "base/arena.h"
#include "report/cell.h"
#include "report/database.h"

typedef struct writer writer;

typedef struct format_ops {
    antler_status (*begin)(writer *w, antler_error *err);
    antler_status (*row)(writer *w, const cell *cells, antler_error *err);
    antler_status (*end)(writer *w, antler_error *err);
} format_ops;

struct writer {
    const format_ops *ops;
    FILE *out;
    arena *memory;
    size_t count;
    const column *columns;
    size_t rows;    /* written so far */
    void *contents; /* the format's own */
};

extern const format_ops format_table, format_csv, format_json, format_markdown;

/* `columns` and `memory` must outlive the writer; there is nothing to free. */
antler_status writer_open(writer *w, antler_format format, FILE *out, size_t count, const column *columns,
                          arena *memory, antler_error *err);
antler_status writer_row(writer *w, const cell *cells, antler_error *err);
/* ANTLER_IO when anything could not be written. */
antler_status writer_close(writer *w, antler_error *err);

/* Columns a terminal needs for this UTF-8 text: its characters, not its bytes. */
size_t text_width(const char *text);

#endif
