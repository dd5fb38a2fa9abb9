/* CSV with the quoting of RFC 4180 and plain line feeds. NULL is an empty field, an empty text is a quoted one; numbers
 * keep every bit. */
#include "report/format.h"

#include <string.h>

#include <csv.h>

static void field(FILE *out, const char *text, bool quote)
{
    if (quote || strpbrk(text, ",\"\r\n"))
        csv_fwrite(out, text, strlen(text));
    else
        fputs(text, out);
}

static void separate(const writer *w, size_t i)
{
    fputc(i + 1 == w->count ? '\n' : ',', w->out);
}

static antler_status begin(writer *w, antler_error *err)
{
    (void)err;
    for (size_t i = 0; i < w->count; i++) {
        field(w->out, w->columns[i].name, false);
        separate(w, i);
    }
    return ANTLER_OK;
}

static antler_status row(writer *w, const cell *cells, antler_error *err)
{
    (void)err;
    for (size_t i = 0; i < w->count; i++) {
        char buffer[NUMBER_TEXT];
        const char *text = cell_exact(&cells[i], buffer);
        field(w->out, text, cells[i].kind == CELL_TEXT && !*text);
        separate(w, i);
    }
    return ANTLER_OK;
}

static antler_status end(writer *w, antler_error *err)
{
    (void)w, (void)err;
    return ANTLER_OK;
}

const format_ops format_csv = {begin, row, end};
