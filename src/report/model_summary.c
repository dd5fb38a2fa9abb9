#include "report/model_summary.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include <antler/report.h>

#include "base/error.h"

/* Operators of one layer follow one another. */
typedef struct span {
    uint32_t first, count;
} span;

static bool same_operand(const graph *g, const graph_operand *x, const graph_operand *y)
{
    const graph_tensor *s = &g->tensors[x->tensor], *t = &g->tensors[y->tensor];
    return s->kind == t->kind && x->naxes == y->naxes && memcmp(x->dim, y->dim, x->naxes) == 0 &&
           x->first == y->first && x->width == y->width && graph_tensor_elements(s) == graph_tensor_elements(t);
}

static bool same_op(const graph *g, const graph_op *x, const graph_op *y)
{
    if (strcmp(x->role, y->role) != 0 || x->kind != y->kind || x->ndims != y->ndims || x->ninputs != y->ninputs ||
        x->store_bytes != y->store_bytes)
        return false;
    for (uint8_t d = 0; d < x->ndims; d++)
        if (x->dim[d].size != y->dim[d].size || x->dim[d].role != y->dim[d].role)
            return false;
    for (uint8_t i = 0; i < x->ninputs; i++)
        if (!same_operand(g, &x->input[i], &y->input[i]))
            return false;
    return same_operand(g, &x->output, &y->output);
}

static bool same_layer(const graph *g, span x, span y)
{
    bool same = x.count == y.count;
    for (uint32_t i = 0; i < x.count && same; i++)
        same = same_op(g, &g->ops[x.first + i], &g->ops[y.first + i]);
    return same;
}

/* needs: layers 0, 1, ... in order. leaves: `like`. */
static antler_status find_layers(model_summary *s, arena *a, antler_error *err)
{
    const graph *g = s->g;
    for (uint32_t i = 0; i < g->nops; i++)
        if (g->ops[i].layer >= (int32_t)s->nlayers)
            s->nlayers = (uint32_t)g->ops[i].layer + 1;
    span *spans = ARENA_ARRAY(a, span, s->nlayers + 1);
    s->like = ARENA_ARRAY(a, uint32_t, s->nlayers + 1);
    if (!spans || !s->like)
        return err_no_memory(err);
    for (uint32_t i = 0; i < g->nops; i++) {
        if (g->ops[i].layer < 0)
            continue;
        span *of = &spans[g->ops[i].layer];
        of->first = of->count ? of->first : i;
        of->count++;
    }
    for (uint32_t i = 0; i < s->nlayers; i++) {
        s->like[i] = i;
        for (uint32_t j = 0; j < i && s->like[i] == i; j++)
            if (s->like[j] == j && same_layer(g, spans[i], spans[j]))
                s->like[i] = j;
    }
    return ANTLER_OK;
}

/* `seen`: by tensor, whether an operator before read it. */
static model_row row_of(const model_summary *s, uint32_t index, bool *seen)
{
    const graph *g = s->g;
    const graph_op *op = &g->ops[index];
    model_row row = {.op = index, .hbm_bytes = op->store_bytes};
    for (uint8_t i = 0; i < op->ninputs; i++) {
        const graph_tensor *t = &g->tensors[op->input[i].tensor];
        if (t->kind == TENSOR_WEIGHT && !seen[op->input[i].tensor])
            row.parameters += graph_tensor_elements(t);
        if (t->kind == TENSOR_WEIGHT || t->kind == TENSOR_KV)
            row.hbm_bytes += graph_operand_bytes(g, op, &op->input[i]);
        seen[op->input[i].tensor] = true;
    }
    for (uint32_t i = 0; op->layer >= 0 && i < s->nlayers; i++)
        row.layers += s->like[i] == (uint32_t)op->layer;
    return row;
}

static antler_status make_rows(model_summary *s, arena *a, antler_error *err)
{
    const graph *g = s->g;
    bool *seen = ARENA_ARRAY(a, bool, g->ntensors + 1);
    s->rows = ARENA_ARRAY(a, model_row, g->nops + 1);
    if (!seen || !s->rows)
        return err_no_memory(err);
    for (uint32_t i = 0; i < g->nops; i++) {
        model_row row = row_of(s, i, seen);
        if (g->ops[i].layer < 0 || s->like[g->ops[i].layer] == (uint32_t)g->ops[i].layer)
            s->rows[s->nrows++] = row;
    }
    return ANTLER_OK;
}

/* What a decode step of one sequence stores. */
static antler_status kv_of_token(model_summary *s, arena *a, antler_error *err)
{
    antler_workload one = *s->workload;
    graph *g = NULL;
    one.phase = ANTLER_DECODE;
    one.batch = one.context = 1;
    if (s->model->family->encoder)
        return ANTLER_OK;
    antler_status status = graph_build(s->model, &one, a, &g, err);
    if (!status)
        s->kv_bytes_per_token = graph_store_bytes(g);
    return status;
}

antler_status model_summarize(const antler_model *model, const antler_workload *w, arena *a, model_summary *out,
                              antler_error *err)
{
    graph *g = NULL;
    antler_status status = graph_build(model, w, a, &g, err);
    if (status)
        return status;
    *out = (model_summary){.model = model, .workload = w, .g = g};
    status = find_layers(out, a, err);
    if (!status)
        status = make_rows(out, a, err);
    return status ? status : kv_of_token(out, a, err);
}

double model_intensity(double flops, uint64_t bytes)
{
    return bytes > 0 ? flops / (double)bytes : NAN;
}

antler_status antler_model_print(const antler_model *model, const antler_workload *w, antler_model_view view, FILE *out,
                                 antler_error *err)
{
    model_summary s;
    arena *a = arena_new();
    antler_status status = a ? model_summarize(model, w, a, &s, err) : err_no_memory(err);
    if (status)
        goto fail;
    if (view == ANTLER_MODEL_JSON)
        status = model_json(&s, out, err);
    else if (view == ANTLER_MODEL_DOT)
        status = model_dot(&s, out, err);
    else
        status = model_table(&s, a, out, err);
    if (!status && ferror(out))
        status = err_set(err, ANTLER_IO, "cannot write: %s", strerror(errno ? errno : EIO));
fail:
    arena_free(a);
    return status;
}
