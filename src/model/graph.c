/* Building a graph, checking it, and counting its bytes. */
#include "model/graph.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "model/model.h"
#include "model/workload.h"

antler_status graph_build(const antler_model *model, const antler_workload *w, arena *a, graph **out, antler_error *err)
{
    if (w->phase != ANTLER_DECODE)
        return err_set(err, ANTLER_BAD_INPUT, "phase '%s' has no graph yet; there is decode",
                       antler_phase_name(w->phase));
    if (w->batch == 0 || w->context == 0)
        return err_set(err, ANTLER_BAD_INPUT, "batch and context must be at least 1");
    graph_builder b;
    antler_status st = builder_start(&b, a, dtype_bytes(w->dtype), err);
    if (st != ANTLER_OK)
        return st;
    model->family->build(&b, &model->config, w);
    if (b.status != ANTLER_OK)
        return b.status;
    const hf_config *c = &model->config;
    double cache = 2.0 * (double)c->layers * w->batch * w->context * (double)(c->kv_heads * c->head_dim);
    b.g->parameters = model->family->parameters(c);
    b.g->hbm_resident_bytes = (uint64_t)(((double)b.g->parameters + cache) * b.element_bytes);
    b.g->tokens = w->batch;
    *out = b.g;
    return ANTLER_OK;
}

static double operand_elements(const graph_op *op, const graph_operand *o)
{
    double elements = 1;
    for (uint8_t i = 0; i < o->naxes; i++)
        elements *= (double)op->dim[o->dim[i]].size;
    return elements;
}

static double tensor_elements(const graph_tensor *t)
{
    double elements = 1;
    for (uint8_t i = 0; i < t->naxes; i++)
        elements *= (double)t->size[i];
    return elements;
}

static antler_status check_operand(const graph *g, const graph_op *op, const graph_operand *o, antler_error *err)
{
    if (o->tensor < 0 || (uint32_t)o->tensor >= g->ntensors)
        return err_set(err, ANTLER_BUG, "operator '%s': an operand is no tensor", op->name);
    for (uint8_t i = 0; i < o->naxes; i++)
        if (o->dim[i] >= op->ndims)
            return err_set(err, ANTLER_BUG, "operator '%s': an operand spans a dim that is not there", op->name);
    if (operand_elements(op, o) > tensor_elements(&g->tensors[o->tensor]))
        return err_set(err, ANTLER_BUG, "operator '%s' reads more of '%s' than there is", op->name,
                       g->tensors[o->tensor].name);
    return ANTLER_OK;
}

static antler_status check_op(const graph *g, uint32_t index, antler_error *err)
{
    const graph_op *op = &g->ops[index];
    if (op->ndims == 0 || op->ndims > GRAPH_MAX_DIMS || op->ninputs == 0 || op->ninputs > GRAPH_MAX_OPERANDS)
        return err_set(err, ANTLER_BUG, "operator '%s' has no dims or no inputs, or too many", op->name);
    for (uint8_t d = 0; d < op->ndims; d++)
        if (op->dim[d].size == 0)
            return err_set(err, ANTLER_BUG, "operator '%s': dim '%s' is empty", op->name, op->dim[d].axis);
    antler_status st = check_operand(g, op, &op->output, err);
    if (st != ANTLER_OK)
        return st;
    if (g->tensors[op->output.tensor].producer != (int32_t)index)
        return err_set(err, ANTLER_BUG, "operator '%s' is not the producer of its output", op->name);
    for (uint8_t i = 0; i < op->ninputs; i++) {
        st = check_operand(g, op, &op->input[i], err);
        if (st != ANTLER_OK)
            return st;
        const graph_tensor *t = &g->tensors[op->input[i].tensor];
        if (t->kind == TENSOR_ACTIVATION && (t->producer < 0 || t->producer >= (int32_t)index))
            return err_set(err, ANTLER_BUG, "operator '%s' reads '%s' before it is made", op->name, t->name);
        if (t->last_reader < (int32_t)index)
            return err_set(err, ANTLER_BUG, "operator '%s' reads '%s' after its last reader", op->name, t->name);
    }
    return ANTLER_OK;
}

antler_status graph_check(const graph *g, antler_error *err)
{
    if (g->nops == 0)
        return err_set(err, ANTLER_BUG, "the graph has no operators");
    for (uint32_t i = 0; i < g->nops; i++) {
        antler_status st = check_op(g, i, err);
        if (st != ANTLER_OK)
            return st;
    }
    return ANTLER_OK;
}

uint64_t graph_operand_bytes(const graph *g, const graph_op *op, const graph_operand *operand)
{
    return (uint64_t)ceil(operand_elements(op, operand) * g->tensors[operand->tensor].element_bytes);
}

uint64_t graph_hbm_bytes(const graph *g)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < g->nops; i++)
        for (uint8_t j = 0; j < g->ops[i].ninputs; j++) {
            tensor_kind kind = g->tensors[g->ops[i].input[j].tensor].kind;
            if (kind == TENSOR_WEIGHT || kind == TENSOR_KV)
                bytes += graph_operand_bytes(g, &g->ops[i], &g->ops[i].input[j]);
        }
    return bytes;
}
