/* The metrics of one point, without a database. */
#include <antler/report.h>

#include <math.h>

#include "base/error.h"
#include "report/format.h"

static antler_status print_rows(const antler_metrics *metrics, antler_format format, FILE *out, arena *a,
                                antler_error *err)
{
    static const column columns[] = {{"metric", "", ""}, {"value", "", ""}, {"unit", "", ""}, {"meaning", "", ""}};
    writer w;
    antler_status status = writer_open(&w, format, out, sizeof columns / sizeof *columns, columns, a, err);
    for (int i = 0; status == ANTLER_OK && i < ANTLER_METRICS; i++) {
        const antler_metric_info *about = antler_metric_describe((antler_metric)i);
        double value = metrics->value[i];
        const cell cells[] = {
            {.kind = CELL_TEXT, .as.text = about->name},
            {.kind = isnan(value) ? CELL_NULL : CELL_REAL, .as.real = value},
            {.kind = CELL_TEXT, .as.text = about->unit},
            {.kind = CELL_TEXT, .as.text = about->doc},
        };
        status = writer_row(&w, cells, err);
    }
    return status == ANTLER_OK ? writer_close(&w, err) : status;
}

/* One object; names are plain words, so nothing needs escaping. */
static antler_status print_object(const antler_metrics *metrics, FILE *out, antler_error *err)
{
    for (int i = 0; i < ANTLER_METRICS; i++) {
        char number[NUMBER_TEXT];
        double value = metrics->value[i];
        fprintf(out, "%s\"%s\": %s", i ? ",\n " : "{", antler_metric_describe((antler_metric)i)->name,
                isfinite(value) ? number_exact(value, number) : "null");
    }
    fputs("}\n", out);
    return fflush(out) != 0 || ferror(out) ? err_set(err, ANTLER_IO, "output could not be written") : ANTLER_OK;
}

antler_status antler_metrics_print(const antler_metrics *metrics, antler_format format, FILE *out, antler_error *err)
{
    if (format == ANTLER_JSON)
        return print_object(metrics, out, err);
    arena *a = arena_new();
    antler_status status = a ? print_rows(metrics, format, out, a, err) : err_no_memory(err);
    arena_free(a);
    return status;
}
