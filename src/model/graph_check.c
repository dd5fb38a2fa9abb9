/* The invariants that every later room builds on, each worked out again from the graph alone. */
#include "model/graph.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { WIDEST = 4 }; /* bytes of the widest element */

/* An invariant that operator `op` breaks. */
static antler_status broken(antler_error *err, const graph_op *op, const char *fmt, ...) BASE_PRINTF(3, 4);

static antler_status broken(antler_error *err, const graph_op *op, const char *fmt, ...)
{
    char what[256];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(what, sizeof what, fmt, args);
    va_end(args);
    return err_set(err, ANTLER_BUG, "%s: %s", op->name, what);
}

static bool spans(const graph_operand *o, uint8_t dim)
{
    for (uint8_t i = 0; i < o->naxes; i++)
        if (o->dim[i] == dim)
            return true;
    return false;
}

/* Operand sizes in row-major order make up `rows` x `width`: all of it, with a cut after `rows` when a view needs one.
 */
static bool refolds(const graph_op *op, const graph_operand *o, uint64_t rows, uint64_t width, bool cut)
{
    uint64_t product = 1;
    bool cut_seen = rows == 1;
    for (uint8_t i = 0; i < o->naxes; i++) {
        product *= graph_whole_size(op, o->dim[i]);
        cut_seen = cut_seen || product == rows;
    }
    return product == rows * width && (cut_seen || !cut);
}

/* The axes of a gathered table: any number of rows, each of the tensor's length. */
static bool picks_rows(const graph_op *op, const graph_operand *o, const graph_tensor *t)
{
    return o->naxes == 2 && t->naxes == 2 && !o->view && o->width == 0 && graph_whole_size(op, o->dim[1]) == t->size[1];
}

static antler_status check_operand(const graph *g, const graph_op *op, const graph_operand *o, antler_error *err)
{
    if (o->tensor < 0 || (uint32_t)o->tensor >= g->ntensors)
        return broken(err, op, "an operand names tensor %" PRId32 " of %" PRIu32, o->tensor, g->ntensors);
    const graph_tensor *t = &g->tensors[o->tensor];
    if (o->naxes < 1 || o->naxes > GRAPH_MAX_DIMS || t->naxes < 1)
        return broken(err, op, "operand %s has %d axes", t->name, o->naxes);
    for (uint8_t i = 0; i < o->naxes; i++)
        for (uint8_t j = 0; j <= i; j++)
            if (o->dim[i] >= op->ndims || (j < i && o->dim[i] == o->dim[j]))
                return broken(err, op, "operand %s: axis %d spans a dim that is not there, or one twice", t->name, i);
    if (op->kind == OP_GATHER && o == &op->input[0])
        return picks_rows(op, o, t) ? ANTLER_OK : broken(err, op, "%s cannot be picked from by row", t->name);
    uint64_t columns = t->size[t->naxes - 1], width = o->width ? o->width : columns;
    if (width > columns || o->first > columns - width)
        return broken(err, op, "view %s reaches behind the %" PRIu64 " columns of %s", o->view ? o->view : "", columns,
                      t->name);
    if (!refolds(op, o, graph_tensor_elements(t) / columns, width, width < columns))
        return broken(err, op, "the axes of operand %s do not make up its tensor", t->name);
    return ANTLER_OK;
}

static antler_status check_inputs(const graph *g, int32_t index, antler_error *err)
{
    const graph_op *op = &g->ops[index];
    static const uint8_t least[] = {[OP_MATMUL] = 2, [OP_BINARY] = 2, [OP_UNARY] = 1, [OP_REDUCE] = 1, [OP_GATHER] = 2};
    static const uint8_t most[] = {[OP_MATMUL] = 2, [OP_BINARY] = 3, [OP_UNARY] = 1, [OP_REDUCE] = 1, [OP_GATHER] = 2};
    if ((unsigned)op->kind > OP_GATHER || op->ninputs < least[op->kind] || op->ninputs > most[op->kind])
        return broken(err, op, "%d inputs do not suit its kind", op->ninputs);
    antler_status status = ANTLER_OK;
    for (uint8_t i = 0; i < op->ninputs && !status; i++) {
        status = check_operand(g, op, &op->input[i], err);
        if (status)
            break;
        const graph_tensor *t = &g->tensors[op->input[i].tensor];
        if (tensor_made(t) != (t->producer != GRAPH_NONE) || t->producer >= index)
            status = broken(err, op, "%s is read before it is there", t->name);
    }
    return status;
}

/* New KV entries are elements of the output, in a type of their own; one that is spilled is written whole besides. */
static antler_status check_store(const graph *g, const graph_op *op, antler_error *err)
{
    bool spilled = g->tensors[op->output.tensor].kind == TENSOR_SPILLED;
    uint64_t least = spilled ? graph_operand_bytes(g, op, &op->output) : 0;
    uint64_t elements = 1;
    for (uint8_t i = 0; i < op->output.naxes; i++)
        elements *= op->dim[op->output.dim[i]].size;
    if (op->store_bytes < least || op->store_bytes > least + WIDEST * elements)
        return broken(err, op, "stores %" PRIu64 " bytes and makes %" PRIu64 " elements%s", op->store_bytes, elements,
                      spilled ? ", all to be spilled" : "");
    return ANTLER_OK;
}

static antler_status check_output(const graph *g, int32_t index, antler_error *err)
{
    const graph_op *op = &g->ops[index];
    antler_status status = check_operand(g, op, &op->output, err);
    if (status)
        return status;
    const graph_tensor *t = &g->tensors[op->output.tensor];
    int32_t last = index + (op->slice.count > 0 ? (int32_t)(op->slice.count - 1 - op->slice.index) : 0);
    if (!tensor_made(t) || t->producer != last || op->output.width != 0)
        return broken(err, op, "does not make all of an activation of its own");
    status = check_store(g, op, err);
    if (status)
        return status;
    if (t->last_reader == GRAPH_NONE && op->store_bytes == 0 && (uint32_t)last != g->nops - 1)
        return broken(err, op, "what it makes is neither read nor stored");
    return ANTLER_OK;
}

/* The role that a dim has by the operands that span it; false when none suits. */
static bool role_by_span(const graph_op *op, uint8_t dim, dim_role *role)
{
    bool a = spans(&op->input[0], dim), out = spans(&op->output, dim);
    bool b = op->ninputs > 1 && spans(&op->input[1], dim);
    bool last = op->output.dim[op->output.naxes - 1] == dim;
    switch (op->kind) {
    case OP_MATMUL:
        *role = !out ? ROLE_K : a && b ? ROLE_BATCH : a ? ROLE_M : ROLE_N;
        return a + b + out >= 2;
    case OP_REDUCE:
        *role = out ? ROLE_M : ROLE_K;
        return a;
    case OP_GATHER:
        *role = last ? ROLE_N : ROLE_M;
        return out && a && b == !last;
    case OP_BINARY:
    case OP_UNARY:
        *role = ROLE_M;
        return out;
    }
    return false;
}

static antler_status check_dims(const graph_op *op, antler_error *err)
{
    double product = 1;
    for (uint8_t d = 0; d < op->ndims; d++) {
        dim_role role = ROLE_M;
        if (op->dim[d].size == 0 || !op->dim[d].axis)
            return broken(err, op, "dim %d has no size or no axis", d);
        if (!role_by_span(op, d, &role) || role != op->dim[d].role)
            return broken(err, op, "dim %s has a role that its operands do not give it", op->dim[d].axis);
        product *= (double)op->dim[d].size;
    }
    if (op->flops != (op->kind == OP_MATMUL ? 2 * product : 0))
        return broken(err, op, "counts %.17g FLOPs", op->flops);
    return ANTLER_OK;
}

/* Does slice `b` come after slice `a` of the same operator, in row-major order of where they lie? */
static bool follows(const graph_op *a, const graph_op *b)
{
    if (b->slice.count != a->slice.count || b->slice.index != a->slice.index + 1 ||
        b->output.tensor != a->output.tensor)
        return false;
    uint8_t d = 0;
    while (d < b->ndims && a->slice.first[d] == b->slice.first[d])
        d++;
    return d < b->ndims && a->slice.first[d] < b->slice.first[d];
}

static double volume(const graph_op *op, bool whole)
{
    double product = 1;
    for (uint8_t d = 0; d < op->ndims; d++)
        product *= (double)(whole ? graph_whole_size(op, d) : op->dim[d].size);
    return product;
}

/* Slices lie within their whole, in order, and together have its volume. */
static antler_status check_slice(const graph *g, uint32_t index, antler_error *err)
{
    const graph_op *op = &g->ops[index];
    const graph_slice *s = &op->slice;
    if (s->count == 0)
        return ANTLER_OK;
    if (s->index >= s->count || index < s->index || g->nops - index < s->count - s->index)
        return broken(err, op, "is slice %" PRIu32 " of %" PRIu32 ", which are not all there", s->index, s->count);
    for (uint8_t d = 0; d < op->ndims; d++) {
        bool within = s->first[d] < s->whole[d] && op->dim[d].size <= s->whole[d] - s->first[d];
        if (!within || (op->dim[d].role == ROLE_K && op->dim[d].size != s->whole[d]))
            return broken(err, op, "slice of dim %s lies outside of it, or cuts a reduction", op->dim[d].axis);
    }
    if (s->index > 0 && !follows(op - 1, op))
        return broken(err, op, "does not follow the slice before it");
    if (s->index + 1 < s->count)
        return ANTLER_OK;
    double sum = 0;
    for (uint32_t i = 0; i < s->count; i++)
        sum += volume(op - i, false);
    if (sum != volume(op, true))
        return broken(err, op, "is the last slice, and they do not make up the whole");
    return ANTLER_OK;
}

static antler_status check_ops(const graph *g, antler_error *err)
{
    antler_status status = ANTLER_OK;
    for (uint32_t i = 0; i < g->nops && !status; i++) {
        const graph_op *op = &g->ops[i];
        if (!op->name || !op->role)
            return err_set(err, ANTLER_BUG, "operator %" PRIu32 " has no name or no role", i);
        if (op->ndims < 1 || op->ndims > GRAPH_MAX_DIMS)
            return broken(err, op, "%d dims", op->ndims);
        status = check_inputs(g, (int32_t)i, err);
        if (!status)
            status = check_output(g, (int32_t)i, err);
        if (!status)
            status = check_dims(op, err);
        if (!status)
            status = check_slice(g, i, err);
    }
    return status;
}

static antler_status check_readers(const graph *g, antler_error *err)
{
    int32_t *last = malloc((g->ntensors ? g->ntensors : 1) * sizeof *last);
    if (!last)
        return err_no_memory(err);
    for (uint32_t i = 0; i < g->ntensors; i++)
        last[i] = GRAPH_NONE;
    for (uint32_t i = 0; i < g->nops; i++)
        for (uint8_t j = 0; j < g->ops[i].ninputs; j++)
            last[g->ops[i].input[j].tensor] = (int32_t)i;
    antler_status status = ANTLER_OK;
    for (uint32_t i = 0; i < g->ntensors && !status; i++)
        if (g->tensors[i].last_reader != last[i])
            status = err_set(err, ANTLER_BUG, "tensor %s: last reader is %" PRId32 " and not %" PRId32,
                             g->tensors[i].name, last[i], g->tensors[i].last_reader);
    free(last);
    return status;
}

static antler_status check_tensors(const graph *g, antler_error *err)
{
    uint64_t resident = 0;
    for (uint32_t i = 0; i < g->ntensors; i++) {
        const graph_tensor *t = &g->tensors[i];
        if (!t->name || t->naxes < 1 || t->naxes > GRAPH_MAX_DIMS || !(t->element_bytes >= 0.5))
            return err_set(err, ANTLER_BUG, "tensor %" PRIu32 " has no name, axes or element size", i);
        for (uint8_t j = 0; j < t->naxes; j++)
            if (t->size[j] == 0)
                return err_set(err, ANTLER_BUG, "tensor %s is empty along axis %d", t->name, j);
        bool made =
            t->producer >= 0 && (uint32_t)t->producer < g->nops && g->ops[t->producer].output.tensor == (int32_t)i;
        if (tensor_made(t) ? !made : t->producer != GRAPH_NONE)
            return err_set(err, ANTLER_BUG, "tensor %s: producer %" PRId32 " does not make it", t->name, t->producer);
        resident += t->kind == TENSOR_WEIGHT || t->kind == TENSOR_KV ? graph_tensor_bytes(t) : 0;
    }
    if (g->hbm_resident_bytes < resident)
        return err_set(err, ANTLER_BUG, "%" PRIu64 " bytes resident, but weights and KV cache have %" PRIu64,
                       g->hbm_resident_bytes, resident);
    return ANTLER_OK;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static antler_status check_names(const graph *g, antler_error *err)
{
    const char **names = malloc((g->nops ? g->nops : 1) * sizeof *names);
    if (!names)
        return err_no_memory(err);
    for (uint32_t i = 0; i < g->nops; i++)
        names[i] = g->ops[i].name;
    qsort(names, g->nops, sizeof *names, compare_names);
    antler_status status = ANTLER_OK;
    for (uint32_t i = 1; i < g->nops && !status; i++)
        if (strcmp(names[i - 1], names[i]) == 0)
            status = err_set(err, ANTLER_BUG, "two operators are named %s", names[i]);
    free(names);
    return status;
}

antler_status graph_check(const graph *g, antler_error *err)
{
    antler_status status = check_tensors(g, err);
    if (!status)
        status = check_ops(g, err);
    if (!status)
        status = check_readers(g, err);
    if (!status)
        status = check_names(g, err);
    return status;
}
