/* Arrays grow by doubling inside the arena; what is left behind is at most as large as the graph. */
#include "model/builder.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"

enum { LETTERS = 26, NAME_BYTES = 96, INDEX_BYTES = 4 };

struct builder {
    arena *a;
    antler_error failure; /* status ANTLER_OK: none yet */
    builder_types types;
    int32_t layer;
    graph_dim axes[LETTERS]; /* by letter; roles unused */
    graph_op *ops;
    uint32_t nops, op_room;
    graph_tensor *tensors;
    uint32_t ntensors, tensor_room;
};

/* An operator while its formula is read. */
typedef struct draft {
    graph_op op;
    char letter[GRAPH_MAX_DIMS]; /* of each dim */
} draft;

builder *builder_new(arena *a, builder_types types)
{
    builder *b = ARENA_ARRAY(a, builder, 1);
    if (b)
        *b = (builder){.a = a, .types = types, .layer = -1};
    return b;
}

static bool failed(const builder *b)
{
    return b->failure.status != ANTLER_OK;
}

void builder_axis(builder *b, char letter, const char *name, uint64_t size)
{
    if (letter < 'a' || letter > 'z')
        (void)err_set(&b->failure, ANTLER_BUG, "axis letter '%c' is not one of a to z", letter);
    else
        b->axes[letter - 'a'] = (graph_dim){.axis = name, .size = size};
}

void builder_layer(builder *b, int32_t layer)
{
    b->layer = layer;
}

/* NULL (and the failure set) when the letter has no axis. */
static const graph_dim *axis_of(builder *b, char letter)
{
    if (letter >= 'a' && letter <= 'z' && b->axes[letter - 'a'].axis)
        return &b->axes[letter - 'a'];
    (void)err_set(&b->failure, ANTLER_BUG, "formula letter '%c' has no axis", letter);
    return NULL;
}

/* Room for one more item; the array moved when it was full. */
static void *grow(builder *b, void *items, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room)
        return items;
    uint32_t larger = *room ? 2 * *room : 64;
    void *moved = arena_alloc(b->a, larger, size);
    if (!moved) {
        (void)err_no_memory(&b->failure);
        return items;
    }
    if (count)
        memcpy(moved, items, count * size);
    *room = larger;
    return moved;
}

static const char *full_name(builder *b, const char *name)
{
    char text[NAME_BYTES];
    if (b->layer >= 0)
        (void)snprintf(text, sizeof text, "layer%" PRId32 ".%s", b->layer, name);
    else
        (void)snprintf(text, sizeof text, "%s", name);
    const char *kept = arena_strdup(b->a, text);
    if (!kept)
        (void)err_no_memory(&b->failure);
    return kept;
}

/* Fill the axes of `t` from the first `count` letters. */
static void shape_tensor(builder *b, graph_tensor *t, const char *letters, size_t count)
{
    uint64_t elements = 1;
    for (size_t i = 0; i < count && !failed(b); i++) {
        const graph_dim *axis = axis_of(b, letters[i]);
        if (!axis)
            return;
        if (axis->size == 0 || elements > BUILDER_MAX_ELEMENTS / axis->size) {
            (void)err_set(&b->failure, ANTLER_BAD_INPUT,
                          "%s would have more than 2^48 elements; give a smaller model, batch or context", t->name);
            return;
        }
        elements *= axis->size;
        t->size[t->naxes++] = axis->size;
    }
}

static double bytes_of_kind(const builder_types *t, tensor_kind kind)
{
    return kind == TENSOR_WEIGHT ? t->weights : kind == TENSOR_KV ? t->kv : t->activations;
}

static int32_t add_tensor(builder *b, tensor_kind kind, const char *name, const char *letters, size_t count)
{
    if (failed(b))
        return GRAPH_NONE;
    b->tensors = grow(b, b->tensors, b->ntensors, &b->tensor_room, sizeof *b->tensors);
    graph_tensor t = {.name = full_name(b, name),
                      .kind = kind,
                      .element_bytes = bytes_of_kind(&b->types, kind),
                      .producer = GRAPH_NONE,
                      .last_reader = GRAPH_NONE};
    if (count > GRAPH_MAX_DIMS)
        (void)err_set(&b->failure, ANTLER_BUG, "%s has more than %d axes", name, GRAPH_MAX_DIMS);
    if (!failed(b))
        shape_tensor(b, &t, letters, count);
    if (failed(b))
        return GRAPH_NONE;
    b->tensors[b->ntensors] = t;
    return (int32_t)b->ntensors++;
}

tensor_ref builder_weight(builder *b, const char *name, const char *axes)
{
    return (tensor_ref){.tensor = add_tensor(b, TENSOR_WEIGHT, name, axes, strlen(axes))};
}

tensor_ref builder_kv(builder *b, const char *name, const char *axes)
{
    return (tensor_ref){.tensor = add_tensor(b, TENSOR_KV, name, axes, strlen(axes))};
}

tensor_ref builder_input(builder *b, const char *name, const char *axes)
{
    return (tensor_ref){.tensor = add_tensor(b, TENSOR_INPUT, name, axes, strlen(axes))};
}

tensor_ref builder_indices(builder *b, const char *name, const char *axes)
{
    int32_t tensor = add_tensor(b, TENSOR_INPUT, name, axes, strlen(axes));
    if (tensor != GRAPH_NONE)
        b->tensors[tensor].element_bytes = INDEX_BYTES;
    return (tensor_ref){.tensor = tensor};
}

tensor_ref builder_view(tensor_ref whole, const char *view, uint64_t first, uint64_t width)
{
    return (tensor_ref){.tensor = whole.tensor, .view = view, .first = first, .width = width};
}

/* The operator's dim of this letter, added when it is new. */
static uint8_t dim_of(builder *b, draft *d, char letter)
{
    const graph_dim *axis = axis_of(b, letter);
    if (!axis)
        return 0;
    for (uint8_t i = 0; i < d->op.ndims; i++)
        if (d->letter[i] == letter)
            return i;
    if (d->op.ndims == GRAPH_MAX_DIMS) {
        (void)err_set(&b->failure, ANTLER_BUG, "%s has more than %d dims", d->op.role, GRAPH_MAX_DIMS);
        return 0;
    }
    d->letter[d->op.ndims] = letter;
    d->op.dim[d->op.ndims] = *axis;
    return d->op.ndims++;
}

static graph_operand read_operand(builder *b, draft *d, const char *letters, size_t count, tensor_ref ref)
{
    graph_operand o = {.tensor = ref.tensor, .view = ref.view, .first = ref.first, .width = ref.width};
    if (count > GRAPH_MAX_DIMS)
        (void)err_set(&b->failure, ANTLER_BUG, "%s has an operand of more than %d axes", d->op.role, GRAPH_MAX_DIMS);
    for (size_t i = 0; i < count && !failed(b); i++)
        o.dim[o.naxes++] = dim_of(b, d, letters[i]);
    return o;
}

static bool spans(const graph_operand *o, uint8_t dim)
{
    for (uint8_t i = 0; i < o->naxes; i++)
        if (o->dim[i] == dim)
            return true;
    return false;
}

/* What the kernels mean by the roles (graph.h). */
static dim_role role_of(const graph_op *op, uint8_t dim)
{
    bool out = spans(&op->output, dim);
    switch (op->kind) {
    case OP_MATMUL:
        if (!out)
            return ROLE_K;
        if (spans(&op->input[0], dim))
            return spans(&op->input[1], dim) ? ROLE_BATCH : ROLE_M;
        return ROLE_N;
    case OP_GATHER:
        return op->output.dim[op->output.naxes - 1] == dim ? ROLE_N : ROLE_M;
    default:
        return out ? ROLE_M : ROLE_K;
    }
}

/* Dims and operands from the formula, the output tensor last. */
static void read_formula(builder *b, draft *d, const char *formula, const tensor_ref *inputs)
{
    graph_op *op = &d->op;
    const char *at = formula;
    for (; *at != '-' && !failed(b); op->ninputs++) {
        if (op->ninputs == GRAPH_MAX_OPERANDS) {
            (void)err_set(&b->failure, ANTLER_BUG, "%s has more than %d inputs", op->role, GRAPH_MAX_OPERANDS);
            return;
        }
        size_t count = strcspn(at, ",-");
        op->input[op->ninputs] = read_operand(b, d, at, count, inputs[op->ninputs]);
        at += count;
        at += *at == ',';
    }
    if (failed(b))
        return;
    at += strlen("->");
    int32_t made = add_tensor(b, TENSOR_ACTIVATION, op->role, at, strlen(at));
    op->output = read_operand(b, d, at, strlen(at), (tensor_ref){.tensor = made});
}

/* Enter a complete operator: producer, last readers, work. */
static void enter_op(builder *b, graph_op *op)
{
    int32_t index = (int32_t)b->nops;
    double product = 1;
    for (uint8_t d = 0; d < op->ndims; d++) {
        op->dim[d].role = role_of(op, d);
        product *= (double)op->dim[d].size;
    }
    op->flops = op->kind == OP_MATMUL ? 2 * product : 0;
    for (uint8_t i = 0; i < op->ninputs; i++)
        b->tensors[op->input[i].tensor].last_reader = index;
    b->tensors[op->output.tensor].producer = index;
    b->ops[b->nops++] = *op;
}

tensor_ref builder_op(builder *b, op_kind kind, const char *role, const char *formula, const tensor_ref *inputs)
{
    if (failed(b))
        return (tensor_ref){.tensor = GRAPH_NONE};
    b->ops = grow(b, b->ops, b->nops, &b->op_room, sizeof *b->ops);
    draft d = {.op = {.role = role, .layer = b->layer, .kind = kind}};
    read_formula(b, &d, formula, inputs);
    if (failed(b))
        return (tensor_ref){.tensor = GRAPH_NONE};
    d.op.name = b->tensors[d.op.output.tensor].name;
    d.op.role = b->layer >= 0 ? strchr(d.op.name, '.') + 1 : d.op.name;
    enter_op(b, &d.op);
    return (tensor_ref){.tensor = d.op.output.tensor};
}

void builder_store(builder *b, uint64_t elements)
{
    if (failed(b))
        return;
    graph_op *op = &b->ops[b->nops - 1];
    graph_tensor stored = {.naxes = 1, .size = {elements}, .element_bytes = b->types.kv};
    op->store_bytes = graph_tensor_bytes(&stored);
}

/* Each weight once, whole where an operator multiplies by it, else a row. */
static antler_status active_parameters(graph *g, arena *a, antler_error *err)
{
    uint64_t *used = ARENA_ARRAY(a, uint64_t, g->ntensors + 1);
    if (!used)
        return err_no_memory(err);
    for (uint32_t i = 0; i < g->nops; i++)
        for (uint8_t j = 0; j < g->ops[i].ninputs; j++) {
            const graph_op *op = &g->ops[i];
            const graph_tensor *t = &g->tensors[op->input[j].tensor];
            uint64_t row = t->size[t->naxes - 1];
            uint64_t elements = op->kind == OP_GATHER && j == 0 ? row : graph_tensor_elements(t);
            uint64_t *of = &used[op->input[j].tensor];
            if (t->kind == TENSOR_WEIGHT && elements > *of)
                *of = elements;
        }
    for (uint32_t i = 0; i < g->ntensors; i++)
        g->active_parameters += used[i];
    return ANTLER_OK;
}

/* Sums of the whole graph; doubles are compared first because the integers might not hold them. */
static antler_status add_totals(graph *g, arena *a, antler_error *err)
{
    double resident = 0, read = 0;
    for (uint32_t i = 0; i < g->ntensors; i++)
        if (g->tensors[i].kind == TENSOR_WEIGHT || g->tensors[i].kind == TENSOR_KV)
            resident += (double)graph_tensor_bytes(&g->tensors[i]);
    for (uint32_t i = 0; i < g->nops; i++)
        for (uint8_t j = 0; j < g->ops[i].ninputs; j++)
            read += (double)graph_operand_bytes(g, &g->ops[i], &g->ops[i].input[j]);
    if (resident > (double)BUILDER_MAX_BYTES || read > (double)BUILDER_MAX_BYTES)
        return err_set(err, ANTLER_BAD_INPUT,
                       "one run would need %.3g bytes; give a smaller model, batch or context (at most 2^60)",
                       resident > read ? resident : read);
    for (uint32_t i = 0; i < g->ntensors; i++) {
        const graph_tensor *t = &g->tensors[i];
        if (t->kind == TENSOR_WEIGHT || t->kind == TENSOR_KV)
            g->hbm_resident_bytes += graph_tensor_bytes(t);
        if (t->kind == TENSOR_WEIGHT)
            g->parameters += graph_tensor_elements(t);
    }
    return active_parameters(g, a, err);
}

antler_status builder_finish(builder *b, uint64_t tokens, graph **out, antler_error *err)
{
    if (failed(b))
        return err_set(err, b->failure.status, "%s", b->failure.message);
    graph *g = ARENA_ARRAY(b->a, graph, 1);
    if (!g)
        return err_no_memory(err);
    *g = (graph){.nops = b->nops,
                 .ops = b->ops,
                 .ntensors = b->ntensors,
                 .tensors = b->tensors,
                 .element_bytes = b->types.activations,
                 .tokens = tokens};
    antler_status status = add_totals(g, b->a, err);
    if (!status)
        *out = g;
    return status;
}
