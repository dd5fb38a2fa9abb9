/* A Markdown table: units stand behind the names, numbers align to the right. */
#include "report/format.h"

static void print_text(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == '|')
            fputs("\\|", out);
        else
            fputc(*text == '\n' || *text == '\r' ? ' ' : *text, out);
}

static antler_status begin(writer *w, antler_error *err)
{
    (void)err;
    fputs("|", w->out);
    for (size_t i = 0; i < w->count; i++) {
        fputs(" ", w->out);
        print_text(w->out, w->columns[i].name);
        if (w->columns[i].unit[0])
            fprintf(w->out, " (%s)", w->columns[i].unit);
        fputs(" |", w->out);
    }
    fputs("\n|", w->out);
    return ANTLER_OK;
}

/* The alignment of a column is that of its first value: the row under the header waits for it. */
static void print_rule(writer *w, const cell *cells)
{
    for (size_t i = 0; i < w->count; i++)
        fputs(cells && cell_is_number(&cells[i]) ? " ---: |" : " --- |", w->out);
    fputs("\n", w->out);
}

static antler_status row(writer *w, const cell *cells, antler_error *err)
{
    (void)err;
    if (w->rows == 0)
        print_rule(w, cells);
    fputs("|", w->out);
    for (size_t i = 0; i < w->count; i++) {
        char buffer[NUMBER_TEXT];
        fputs(" ", w->out);
        print_text(w->out, cell_readable(&cells[i], buffer));
        fputs(" |", w->out);
    }
    fputs("\n", w->out);
    return ANTLER_OK;
}

static antler_status end(writer *w, antler_error *err)
{
    (void)err;
    if (w->rows == 0)
        print_rule(w, NULL);
    return ANTLER_OK;
}

const format_ops format_markdown = {begin, row, end};
