/* The summary for programs: one object. */
#include <math.h>

#include <jansson.h>

#include "base/error.h"
#include "model/graph_text.h"
#include "report/model_summary.h"

enum { DIGITS = 17 };

static json_t *intensity_json(double flops, uint64_t bytes)
{
    double intensity = model_intensity(flops, bytes);
    return isnan(intensity) ? json_null() : json_real(intensity);
}

static json_t *layers_json(const model_summary *s, const graph_op *op)
{
    json_t *list = json_array();
    for (uint32_t i = 0; list && op->layer >= 0 && i < s->nlayers; i++)
        if (s->like[i] == (uint32_t)op->layer && json_array_append_new(list, json_integer(i)) != 0) {
            json_decref(list);
            return NULL;
        }
    return list;
}

static json_t *dims_json(const graph_op *op)
{
    static const char *const roles[] = {[ROLE_BATCH] = "batch", [ROLE_M] = "m", [ROLE_N] = "n", [ROLE_K] = "k"};
    json_t *list = json_array();
    for (uint8_t d = 0; list && d < op->ndims; d++) {
        json_t *dim = json_pack("{s:s, s:I, s:s}", "name", op->dim[d].axis, "size", (json_int_t)op->dim[d].size, "role",
                                roles[op->dim[d].role]);
        if (json_array_append_new(list, dim) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

/* NULL: out of memory; json_pack takes a NULL member for a failure. */
static json_t *row_json(const model_summary *s, const model_row *row)
{
    const graph_op *op = &s->g->ops[row->op];
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:I, s:f, s:I, s:o}", "operator", op->name, "role", op->role, "kind",
                     graph_kind_name(op->kind), "layers", layers_json(s, op), "dims", dims_json(op), "parameters",
                     (json_int_t)row->parameters, "flops", op->flops, "hbm_bytes", (json_int_t)row->hbm_bytes,
                     "intensity", intensity_json(op->flops, row->hbm_bytes));
}

static json_t *rows_json(const model_summary *s)
{
    json_t *rows = json_array();
    for (uint32_t i = 0; rows && i < s->nrows; i++)
        if (json_array_append_new(rows, row_json(s, &s->rows[i])) != 0) {
            json_decref(rows);
            return NULL;
        }
    return rows;
}

static json_t *summary_json(const model_summary *s)
{
    const graph *g = s->g;
    const antler_workload *w = s->workload;
    antler_dtype_words dtype = antler_workload_dtype(w);
    uint64_t bytes = graph_hbm_bytes(g) + graph_store_bytes(g);
    double flops = graph_total_flops(g);
    return json_pack(
        "{s:s, s:s, s:s, s:I, s:I, s:s, s:b, s:I, s:I, s:f, s:I, s:I, s:o, s:I, s:o}", "model", s->model->name,
        "family", s->model->family->model_type, "phase", antler_phase_name(w->phase), "batch", (json_int_t)w->batch,
        "context", (json_int_t)w->context, "dtype", dtype.text, "rope_scaling_ignored", s->model->scaled_positions,
        "parameters", (json_int_t)g->parameters, "active_parameters", (json_int_t)g->active_parameters, "flops", flops,
        "hbm_bytes", (json_int_t)bytes, "resident_bytes", (json_int_t)g->hbm_resident_bytes, "intensity",
        intensity_json(flops, bytes), "kv_bytes_per_token", (json_int_t)s->kv_bytes_per_token, "rows", rows_json(s));
}

antler_status model_json(const model_summary *s, FILE *out, antler_error *err)
{
    json_t *summary = summary_json(s);
    if (!summary)
        return err_no_memory(err);
    int failed = json_dumpf(summary, out, JSON_INDENT(1) | JSON_REAL_PRECISION(DIGITS));
    fputc('\n', out);
    json_decref(summary);
    return failed ? err_set(err, ANTLER_IO, "cannot write the model as JSON") : ANTLER_OK;
}
