/* JSON: an array with one object a row, one row a line. Texts are escaped by jansson; numbers are written here, because
 * jansson prints 0.1 as 0.10000000000000001. */
#include "report/format.h"

#include <math.h>

#include <jansson.h>

#include "base/error.h"

static antler_status print_string(FILE *out, const char *text, antler_error *err)
{
    json_t *string = json_string(text);
    if (!string)
        return err_set(err, ANTLER_BAD_INPUT, "'%.60s' is not UTF-8 and cannot be written as JSON", text);
    int failed = json_dumpf(string, out, JSON_ENCODE_ANY);
    json_decref(string);
    return failed ? err_set(err, ANTLER_IO, "output could not be written") : ANTLER_OK;
}

static antler_status print_value(FILE *out, const cell *c, antler_error *err)
{
    char buffer[NUMBER_TEXT];
    if (c->kind == CELL_TEXT)
        return print_string(out, c->as.text, err);
    bool finite = c->kind == CELL_INTEGER || (c->kind == CELL_REAL && isfinite(c->as.real));
    fputs(finite ? cell_exact(c, buffer) : "null", out);
    return ANTLER_OK;
}

static antler_status begin(writer *w, antler_error *err)
{
    (void)err;
    fputs("[", w->out);
    return ANTLER_OK;
}

static antler_status row(writer *w, const cell *cells, antler_error *err)
{
    antler_status status = ANTLER_OK;
    fputs(w->rows ? ",\n {" : "\n {", w->out);
    for (size_t i = 0; status == ANTLER_OK && i < w->count; i++) {
        fputs(i ? ", " : "", w->out);
        status = print_string(w->out, w->columns[i].name, err);
        fputs(": ", w->out);
        if (status == ANTLER_OK)
            status = print_value(w->out, &cells[i], err);
    }
    fputs("}", w->out);
    return status;
}

static antler_status end(writer *w, antler_error *err)
{
    (void)err;
    fputs(w->rows ? "\n]\n" : "]\n", w->out);
    return ANTLER_OK;
}

const format_ops format_json = {begin, row, end};
