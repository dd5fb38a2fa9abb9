/* SQLite values in and out of text. Files that programs read get every bit of a double, tables for people six digits.
 */
#include "report/cell.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"

antler_status cell_read(sqlite3_stmt *statement, int index, cell *out, antler_error *err)
{
    switch (sqlite3_column_type(statement, index)) {
    case SQLITE_NULL:
        *out = (cell){.kind = CELL_NULL};
        return ANTLER_OK;
    case SQLITE_INTEGER:
        *out = (cell){.kind = CELL_INTEGER, .as.integer = sqlite3_column_int64(statement, index)};
        return ANTLER_OK;
    case SQLITE_FLOAT:
        *out = (cell){.kind = CELL_REAL, .as.real = sqlite3_column_double(statement, index)};
        return ANTLER_OK;
    default:
        *out = (cell){.kind = CELL_TEXT, .as.text = (const char *)sqlite3_column_text(statement, index)};
        return out->as.text ? ANTLER_OK : err_no_memory(err);
    }
}

bool cell_is_number(const cell *c)
{
    return c->kind == CELL_INTEGER || c->kind == CELL_REAL;
}

double cell_number(const cell *c)
{
    return c->kind == CELL_INTEGER ? (double)c->as.integer : c->as.real;
}

bool cell_equal(const cell *x, const cell *y)
{
    if (cell_is_number(x) && cell_is_number(y))
        return cell_number(x) == cell_number(y);
    if (x->kind != y->kind)
        return false;
    return x->kind == CELL_NULL || strcmp(x->as.text, y->as.text) == 0;
}

const char *number_exact(double number, char *buffer)
{
    for (int digits = 15; digits <= 17; digits++) {
        double back = 0;
        const char *end;
        number_format(number, digits, buffer, NUMBER_TEXT);
        if (number_parse(buffer, &end, &back) && back == number)
            break;
    }
    return buffer;
}

static const char *number_text(const cell *c, char *buffer, bool exact)
{
    if (c->kind == CELL_INTEGER)
        (void)snprintf(buffer, NUMBER_TEXT, "%" PRId64, c->as.integer);
    else if (exact)
        return number_exact(c->as.real, buffer);
    else
        number_format(c->as.real, 6, buffer, NUMBER_TEXT);
    return buffer;
}

const char *cell_exact(const cell *c, char *buffer)
{
    if (c->kind == CELL_NULL)
        return "";
    return c->kind == CELL_TEXT ? c->as.text : number_text(c, buffer, true);
}

const char *cell_readable(const cell *c, char *buffer)
{
    if (c->kind == CELL_NULL)
        return "-";
    return c->kind == CELL_TEXT ? c->as.text : number_text(c, buffer, false);
}
