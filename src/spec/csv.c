/* libcsv splits the text into cells; this file groups them into rows and counts lines, which libcsv does not. */
#include "spec/csv.h"

#include "base/io.h"

#include <csv.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    arena *arena;
    unsigned line;
    const char **cells; /* of the row being read */
    size_t cell_count, cell_size;
    csv_row *rows;
    size_t row_count, row_size;
    bool no_memory;
} reader;

/* Room for one more item: arena memory does not grow, so the array is doubled into a new one. */
static void *grown(arena *a, void *items, size_t count, size_t *size, size_t item)
{
    if (count < *size)
        return items;
    size_t larger = *size ? 2 * *size : 16;
    void *copy = arena_alloc(a, larger, item);
    if (copy && count)
        memcpy(copy, items, count * item);
    if (copy)
        *size = larger;
    return copy;
}

static void on_cell(void *text, size_t length, void *context)
{
    reader *r = context;
    char *cell = ARENA_ARRAY(r->arena, char, length + 1);
    const char **cells = grown(r->arena, r->cells, r->cell_count, &r->cell_size, sizeof *cells);
    if (!cell || !cells) {
        r->no_memory = true;
        return;
    }
    if (length)
        memcpy(cell, text, length);
    for (size_t i = 0; i < length; i++)
        r->line += cell[i] == '\n';
    r->cells = cells;
    r->cells[r->cell_count++] = cell;
}

/* CSV_REPALL_NL: called for every CR and LF, so that empty lines are counted too; -1 at the end of the file. */
static void on_row(int newline, void *context)
{
    reader *r = context;
    if (r->cell_count > 0 && !r->no_memory) {
        csv_row *rows = grown(r->arena, r->rows, r->row_count, &r->row_size, sizeof *rows);
        if (!rows) {
            r->no_memory = true;
            return;
        }
        r->rows = rows;
        r->rows[r->row_count++] = (csv_row){.line = r->line, .count = r->cell_count, .cells = r->cells};
        r->cells = NULL;
        r->cell_count = r->cell_size = 0;
    }
    r->line += newline == '\n';
}

static antler_status split(const char *path, const char *text, size_t size, reader *r, antler_error *err)
{
    struct csv_parser parser;
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL))
        return err_no_memory(err);
    bool broken =
        csv_parse(&parser, text, size, on_cell, on_row, r) != size || csv_fini(&parser, on_cell, on_row, r) != 0;
    int why = broken ? csv_error(&parser) : CSV_SUCCESS;
    csv_free(&parser);
    if (r->no_memory || why == CSV_ENOMEM)
        return err_no_memory(err);
    if (broken)
        return err_at(err, ANTLER_BAD_INPUT, path, r->line, 0,
                      "malformed CSV: a quote is not closed, or stands inside an unquoted cell");
    return ANTLER_OK;
}

static antler_status check_widths(const csv_table *table, antler_error *err)
{
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].count != table->header.count)
            return err_at(err, ANTLER_BAD_INPUT, table->file, table->rows[i].line, 0,
                          "this row has %zu cells, the header %zu", table->rows[i].count, table->header.count);
    return ANTLER_OK;
}

antler_status csv_load(const char *path, arena *a, csv_table *out, antler_error *err)
{
    char *text, *file = arena_strdup(a, path);
    size_t size;
    if (!file)
        return err_no_memory(err);
    antler_status status = io_read_text(path, &text, &size, err);
    if (status)
        return status;
    reader r = {.arena = a, .line = 1};
    status = split(file, text, size, &r, err);
    free(text);
    if (!status && r.row_count == 0)
        status = err_at(err, ANTLER_BAD_INPUT, file, 1, 0, "the file is empty; its first row must name the columns");
    if (status)
        return status;
    csv_table table = {.file = file, .header = r.rows[0], .count = r.row_count - 1, .rows = r.rows + 1};
    status = check_widths(&table, err);
    if (!status)
        *out = table;
    return status;
}
