/* An aligned table for people: names, units, a rule, rows; numbers to the right. All rows are held back until the end,
 * because a column is as wide as its widest value. */
#include "report/format.h"

#include <string.h>

#include "base/error.h"

typedef struct line {
    struct line *next;
    const char *const *texts;
} line;

typedef struct contents {
    line *first, **last;
    size_t *widths;
    bool *words; /* a column with text in it aligns to the left */
} contents;

static void widen(size_t *width, const char *text)
{
    size_t wanted = text_width(text);
    if (*width < wanted)
        *width = wanted;
}

static antler_status begin(writer *w, antler_error *err)
{
    contents *c = ARENA_ARRAY(w->memory, contents, 1);
    if (!c)
        return err_no_memory(err);
    c->last = &c->first;
    c->widths = ARENA_ARRAY(w->memory, size_t, w->count);
    c->words = ARENA_ARRAY(w->memory, bool, w->count);
    if (!c->widths || !c->words)
        return err_no_memory(err);
    for (size_t i = 0; i < w->count; i++) {
        widen(&c->widths[i], w->columns[i].name);
        widen(&c->widths[i], w->columns[i].unit);
    }
    w->contents = c;
    return ANTLER_OK;
}

static antler_status row(writer *w, const cell *cells, antler_error *err)
{
    contents *c = w->contents;
    line *l = ARENA_ARRAY(w->memory, line, 1);
    const char **texts = ARENA_ARRAY(w->memory, const char *, w->count);
    if (!l || !texts)
        return err_no_memory(err);
    for (size_t i = 0; i < w->count; i++) {
        char buffer[NUMBER_TEXT];
        texts[i] = arena_strdup(w->memory, cell_readable(&cells[i], buffer));
        if (!texts[i])
            return err_no_memory(err);
        widen(&c->widths[i], texts[i]);
        c->words[i] |= cells[i].kind == CELL_TEXT;
    }
    l->texts = texts;
    *c->last = l;
    c->last = &l->next;
    return ANTLER_OK;
}

static const char *name_of(const column *c)
{
    return c->name;
}

static const char *unit_of(const column *c)
{
    return c->unit;
}

static void print_text(const writer *w, size_t i, const char *text, bool last)
{
    const contents *c = w->contents;
    int gap = (int)(c->widths[i] - text_width(text));
    if (c->words[i])
        fprintf(w->out, "%s%*s", text, last ? 0 : gap, "");
    else
        fprintf(w->out, "%*s%s", gap, "", text);
    fputs(last ? "\n" : "  ", w->out);
}

/* Nothing is printed behind the last text of a line, not even blanks. */
static void print_texts(const writer *w, const char *const *texts)
{
    size_t count = w->count;
    while (count > 1 && !*texts[count - 1])
        count--;
    for (size_t i = 0; i < count; i++)
        print_text(w, i, texts[i], i + 1 == count);
}

static bool print_head(const writer *w, const char *(*part)(const column *))
{
    const char **texts = ARENA_ARRAY(w->memory, const char *, w->count);
    for (size_t i = 0; texts && i < w->count; i++)
        texts[i] = part(&w->columns[i]);
    if (texts)
        print_texts(w, texts);
    return texts != NULL;
}

static void print_rule(const writer *w)
{
    const contents *c = w->contents;
    for (size_t i = 0; i < w->count; i++) {
        for (size_t k = 0; k < c->widths[i]; k++)
            fputc('-', w->out);
        fputs(i + 1 == w->count ? "\n" : "  ", w->out);
    }
}

static antler_status end(writer *w, antler_error *err)
{
    const contents *c = w->contents;
    bool units = false;
    for (size_t i = 0; i < w->count; i++)
        units |= w->columns[i].unit[0] != '\0';
    if (!print_head(w, name_of) || (units && !print_head(w, unit_of)))
        return err_no_memory(err);
    print_rule(w);
    for (const line *l = c->first; l; l = l->next)
        print_texts(w, l->texts);
    return ANTLER_OK;
}

const format_ops format_table = {begin, row, end};
