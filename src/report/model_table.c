/* The summary for people: totals, then the operators. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "model/graph_text.h"
#include "report/format.h"
#include "report/model_summary.h"

enum { SHAPE_BYTES = 256, LAYERS_BYTES = 64 };

static cell text_cell(const char *text)
{
    return (cell){.kind = text ? CELL_TEXT : CELL_NULL, .as.text = text};
}

static cell count_cell(uint64_t count)
{
    return (cell){.kind = CELL_INTEGER, .as.integer = (int64_t)count};
}

static cell real_cell(double number)
{
    return isnan(number) ? (cell){.kind = CELL_NULL} : (cell){.kind = CELL_REAL, .as.real = number};
}

static antler_status print_totals(const model_summary *s, arena *a, FILE *out, antler_error *err)
{
    static const column columns[] = {{"total", "", ""}, {"value", "", ""}, {"unit", "", ""}};
    const graph *g = s->g;
    uint64_t bytes = graph_hbm_bytes(g) + graph_store_bytes(g);
    double flops = graph_total_flops(g);
    const struct {
        const char *name;
        cell value;
        const char *unit;
    } totals[] = {{"parameters", count_cell(g->parameters), NULL},
                  {"active_parameters", count_cell(g->active_parameters), NULL},
                  {"operators", count_cell(g->nops), NULL},
                  {"flops", real_cell(flops / 1e9), "GFLOP"},
                  {"hbm_bytes", real_cell((double)bytes / 1e9), "GB"},
                  {"resident_bytes", real_cell((double)g->hbm_resident_bytes / 1e9), "GB"},
                  {"intensity", real_cell(model_intensity(flops, bytes)), "FLOP/B"},
                  {"kv_bytes_per_token", count_cell(s->kv_bytes_per_token), "B"}};
    writer w;
    antler_status status = writer_open(&w, ANTLER_TABLE, out, sizeof columns / sizeof *columns, columns, a, err);
    for (size_t i = 0; !status && i < sizeof totals / sizeof *totals; i++)
        status = writer_row(&w, (cell[]){text_cell(totals[i].name), totals[i].value, text_cell(totals[i].unit)}, err);
    return status ? status : writer_close(&w, err);
}

/* `m batch 32, n heads 15360, k hidden 5120`: in the arena; NULL: out of memory. */
static const char *shape_of(const graph_op *op, arena *a)
{
    static const char *const roles[] = {[ROLE_BATCH] = "b", [ROLE_M] = "m", [ROLE_N] = "n", [ROLE_K] = "k"};
    char text[SHAPE_BYTES] = "";
    int used = 0;
    for (uint8_t d = 0; d < op->ndims && used < SHAPE_BYTES; d++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%s:%s=%" PRIu64, d ? " " : "",
                         roles[op->dim[d].role], op->dim[d].axis, op->dim[d].size);
    return arena_strdup(a, text);
}

static antler_status print_rows(const model_summary *s, arena *a, FILE *out, antler_error *err)
{
    static const column columns[] = {{"operator", "", ""}, {"layers", "", ""},     {"kind", "", ""},
                                     {"shape", "", ""},    {"parameters", "", ""}, {"MFLOP", "", ""},
                                     {"HBM kB", "", ""},   {"FLOP/B", "", ""}};
    writer w;
    antler_status status = writer_open(&w, ANTLER_TABLE, out, sizeof columns / sizeof *columns, columns, a, err);
    for (uint32_t i = 0; !status && i < s->nrows; i++) {
        const model_row *row = &s->rows[i];
        const graph_op *op = &s->g->ops[row->op];
        const char *shape = shape_of(op, a);
        if (!shape)
            return err_no_memory(err);
        const cell cells[] = {text_cell(op->name),
                              row->layers ? count_cell(row->layers) : text_cell(NULL),
                              text_cell(graph_kind_name(op->kind)),
                              text_cell(shape),
                              count_cell(row->parameters),
                              real_cell(op->flops / 1e6),
                              real_cell((double)row->hbm_bytes / 1e3),
                              real_cell(model_intensity(op->flops, row->hbm_bytes))};
        status = writer_row(&w, cells, err);
    }
    return status ? status : writer_close(&w, err);
}

antler_status model_table(const model_summary *s, arena *a, FILE *out, antler_error *err)
{
    const antler_workload *w = s->workload;
    antler_dtype_words dtype = antler_workload_dtype(w);
    fprintf(out, "%s (%s): %s, batch %" PRIu32 ", context %" PRIu32 ", %s\n\n", s->model->name,
            s->model->family->model_type, antler_phase_name(w->phase), w->batch, w->context, dtype.text);
    antler_status status = print_totals(s, a, out, err);
    if (s->model->scaled_positions)
        fputs("\nnote: rope_scaling makes other entries of the rotary tables and no other work\n", out);
    fputc('\n', out);
    return status ? status : print_rows(s, a, out, err);
}
