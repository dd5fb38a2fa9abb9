/* Points from CSV: the header names axes, cells are values as a hwspec would hold them ("4 TB/s"). */
#include "spec/sweep_axes.h"

#include "spec/csv.h"

static antler_status read_header(const csv_table *table, const field **fields, antler_error *err)
{
    for (size_t i = 0; i < table->header.count; i++) {
        const char *name = table->header.cells[i], *nearest = NULL;
        fields[i] = field_find(name, &nearest);
        if (!fields[i] && nearest)
            return err_at(err, ANTLER_BAD_INPUT, table->file, table->header.line, 0,
                          "unknown axis '%s'; did you mean '%s'?", name, nearest);
        if (!fields[i])
            return err_at(err, ANTLER_BAD_INPUT, table->file, table->header.line, 0,
                          "unknown axis '%.80s'; the header must name keys of a hwspec like 'hbm.bandwidth'", name);
        for (size_t j = 0; j < i; j++)
            if (fields[j] == fields[i])
                return err_at(err, ANTLER_BAD_INPUT, table->file, table->header.line, 0,
                              "axis '%s' has two columns; remove one", name);
    }
    return ANTLER_OK;
}

antler_status sweep_read_points(const char *path, arena *a, sweep_points *out, antler_error *err)
{
    csv_table table;
    antler_status status = csv_load(path, a, &table, err);
    if (status)
        return status;
    if (table.count == 0)
        return err_at(err, ANTLER_BAD_INPUT, table.file, table.header.line, 0, "no points below the header");
    if (table.header.count > HW_FIELDS)
        return err_at(err, ANTLER_BAD_INPUT, table.file, table.header.line, 0, "more columns than there are axes");
    sweep_points points = {.naxes = table.header.count, .nrows = table.count};
    points.fields = ARENA_ARRAY(a, const field *, points.naxes);
    points.values = ARENA_ARRAY(a, field_value, points.naxes * points.nrows);
    if (!points.fields || !points.values)
        return err_no_memory(err);
    status = read_header(&table, points.fields, err);
    for (size_t row = 0; row < points.nrows && !status; row++)
        for (size_t i = 0; i < points.naxes && !status; i++) {
            antler_error why;
            field_value *value = &points.values[row * points.naxes + i];
            if (field_parse(points.fields[i], table.rows[row].cells[i], value, &why))
                status = err_at(err, ANTLER_BAD_INPUT, table.file, table.rows[row].line, 0, "%s", why.message);
            value->line = table.rows[row].line;
        }
    if (!status)
        *out = points;
    return status;
}
