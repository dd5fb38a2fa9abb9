/* `antler list`: what there is, read from the tables that the rooms themselves use, so that a list cannot be out of
 * date.
 */
#include <antler/list.h>

#include <string.h>

#include <antler/evaluate.h>
#include <antler/metrics.h>

#include "base/error.h"
#include "base/suggest.h"
#include "report/format.h"
#include "spec/field.h"
#include "spec/figures.h"
#include "spec/resolve.h"

typedef struct listing {
    const char *name;
    antler_status (*print)(FILE *out, arena *a, antler_error *err);
} listing;

static cell text_cell(const char *text)
{
    return text && *text ? (cell){.kind = CELL_TEXT, .as.text = text} : (cell){.kind = CELL_NULL};
}

static const char *base_unit(unit u)
{
    static const char *const units[] = {
        [UNIT_ONE] = "",     [UNIT_BYTE] = "bytes", [UNIT_BPS] = "bytes/s", [UNIT_HERTZ] = "Hz",
        [UNIT_SECOND] = "s", [UNIT_NM] = "nm",      [UNIT_MM2] = "mm2",     [UNIT_WATT] = "W",
        [UNIT_USD] = "USD",  [UNIT_JOULE] = "J",    [UNIT_MM] = "mm",
    };
    return units[u];
}

/* The accepted words of a field as one text. NULL: out of memory. */
static const char *words_of(const field *f, arena *a)
{
    size_t room = 1, used = 0;
    for (size_t i = 0; f->words && f->words[i]; i++)
        room += strlen(f->words[i]) + 1;
    char *text = arena_alloc(a, room, 1);
    for (size_t i = 0; text && f->words && f->words[i]; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%s", i ? " " : "", f->words[i]);
    return text;
}

static antler_status print_axes(FILE *out, arena *a, antler_error *err)
{
    static const column columns[] = {{"key", "", ""},    {"in SQL", "", ""},  {"base unit or words", "", ""},
                                     {"column", "", ""}, {"default", "", ""}, {"meaning", "", ""}};
    writer w;
    antler_status status = writer_open(&w, ANTLER_TABLE, out, sizeof columns / sizeof *columns, columns, a, err);
    for (int i = 0; status == ANTLER_OK && i < HW_FIELDS; i++) {
        const field *f = &hw_fields[i];
        const char *words = words_of(f, a);
        if (!words)
            return err_no_memory(err);
        const cell cells[] = {text_cell(f->key),
                              text_cell(f->sql_name),
                              text_cell(*words ? words : base_unit(f->unit)),
                              text_cell(f->column),
                              text_cell(f->required ? "required" : f->fallback),
                              text_cell(f->doc)};
        status = writer_row(&w, cells, err);
    }
    return status == ANTLER_OK ? writer_close(&w, err) : status;
}

static antler_status print_metrics(FILE *out, arena *a, antler_error *err)
{
    static const column columns[] = {{"column", "", ""}, {"unit", "", ""}, {"meaning", "", ""}};
    writer w;
    antler_status status = writer_open(&w, ANTLER_TABLE, out, sizeof columns / sizeof *columns, columns, a, err);
    for (int i = 0; status == ANTLER_OK && i < ANTLER_METRICS; i++) {
        const antler_metric_info *m = antler_metric_describe((antler_metric)i);
        const cell cells[] = {text_cell(m->name), text_cell(m->unit), text_cell(m->doc)};
        status = writer_row(&w, cells, err);
    }
    return status == ANTLER_OK ? writer_close(&w, err) : status;
}

static antler_status print_designs(FILE *out, arena *a, antler_error *err)
{
    static const column columns[] = {{"design", "", ""}, {"meaning", "", ""}};
    writer w;
    antler_status status = writer_open(&w, ANTLER_TABLE, out, sizeof columns / sizeof *columns, columns, a, err);
    for (const antler_design_info *d = antler_designs(); status == ANTLER_OK && d->name; d++) {
        const cell cells[] = {text_cell(d->name), text_cell(d->doc)};
        status = writer_row(&w, cells, err);
    }
    return status == ANTLER_OK ? writer_close(&w, err) : status;
}

static antler_status print_shipped(const char *folder, const char *ending, FILE *out, arena *a, antler_error *err)
{
    const char *const *names = NULL;
    size_t count = 0;
    antler_status status = spec_shipped(folder, ending, a, &names, &count, err);
    for (size_t i = 0; status == ANTLER_OK && i < count; i++)
        fprintf(out, "%s\n", names[i]);
    return status;
}

static antler_status print_hwspecs(FILE *out, arena *a, antler_error *err)
{
    return print_shipped("hwspecs", ".yaml", out, a, err);
}

static antler_status print_models(FILE *out, arena *a, antler_error *err)
{
    return print_shipped("sweeps/models", ".json", out, a, err);
}

static antler_status print_nodes(FILE *out, arena *a, antler_error *err)
{
    return print_shipped(figure_kind_folder(FIGURES_TECHNOLOGY), ".yaml", out, a, err);
}

static antler_status print_memories(FILE *out, arena *a, antler_error *err)
{
    return print_shipped(figure_kind_folder(FIGURES_MEMORY), ".yaml", out, a, err);
}

static const listing listings[] = {
    {"hwspecs", print_hwspecs}, {"models", print_models}, {"designs", print_designs},   {"metrics", print_metrics},
    {"axes", print_axes},       {"nodes", print_nodes},   {"memories", print_memories},
};

antler_status antler_list(const char *what, FILE *out, antler_error *err)
{
    for (size_t i = 0; i < sizeof listings / sizeof *listings; i++) {
        if (strcmp(listings[i].name, what) != 0)
            continue;
        arena *a = arena_new();
        antler_status status = a ? listings[i].print(out, a, err) : err_no_memory(err);
        arena_free(a);
        return status;
    }
    return err_set(err, ANTLER_BAD_INPUT,
                   "cannot list '%s'; there are: hwspecs, models, designs, metrics, axes, "
                   "nodes, memories",
                   what);
}

const char *antler_nearest(const char *word, const char *const *words)
{
    size_t count = 0;
    while (words[count])
        count++;
    return suggest_nearest(word, words, count);
}
