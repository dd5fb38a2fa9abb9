#include "schedule/fold.h"

#include <string.h>

#include "base/error.h"

/* Layers kept before the cut; the rest of FOLD_LAYERS come after it. */
enum { BEFORE = 4 };

typedef struct folding {
    const schedule_input *in;
    uint32_t cut, dropped; /* operators cut .. cut + dropped - 1 are left out */
    graph *g;
} folding;

static uint32_t origin(const folding *f, uint32_t op)
{
    return op < f->cut ? op : op + f->dropped;
}

/* What stands for the producer of something that an operator after the cut reads: itself where it is kept, else the
 * one as many whole layers earlier. -1 when there is none. */
static int32_t stand_in(const folding *f, const period *layers, int32_t producer)
{
    if (producer < (int32_t)layers->first)
        return producer;
    int32_t moved = producer - (int32_t)f->dropped;
    return moved >= (int32_t)layers->first ? moved : -1;
}

/* The operator with what it reads taken from operators that are kept; false when it reads from what has no stand-in. */
static bool copy_op(const folding *f, const period *layers, uint32_t op)
{
    const graph *whole = f->in->g;
    graph_op *copy = &f->g->ops[op];
    *copy = whole->ops[origin(f, op)];
    for (uint8_t k = 0; k < copy->ninputs && op >= f->cut; k++) {
        int32_t producer = whole->tensors[copy->input[k].tensor].producer;
        if (producer == GRAPH_NONE)
            continue;
        int32_t from = stand_in(f, layers, producer);
        if (from < 0)
            return false;
        copy->input[k].tensor = f->g->ops[from].output.tensor;
    }
    return true;
}

/* Producers and last readers in the stand-in's numbers. */
static void rewire(graph *g)
{
    for (uint32_t i = 0; i < g->nops; i++) {
        graph_tensor *out = &g->tensors[g->ops[i].output.tensor];
        out->producer = (int32_t)i;
        out->last_reader = GRAPH_NONE;
    }
    for (uint32_t i = 0; i < g->nops; i++)
        for (uint8_t k = 0; k < g->ops[i].ninputs; k++)
            g->tensors[g->ops[i].input[k].tensor].last_reader = (int32_t)i;
}

static antler_status copy_graph(folding *f, const period *layers, arena *a, bool *done, antler_error *err)
{
    const graph *whole = f->in->g;
    f->g = ARENA_ARRAY(a, graph, 1);
    if (!f->g)
        return err_no_memory(err);
    *f->g = *whole;
    f->g->nops = whole->nops - f->dropped;
    f->g->ops = ARENA_ARRAY(a, graph_op, f->g->nops);
    f->g->tensors = ARENA_ARRAY(a, graph_tensor, whole->ntensors);
    if (!f->g->ops || !f->g->tensors)
        return err_no_memory(err);
    memcpy(f->g->tensors, whole->tensors, whole->ntensors * sizeof *whole->tensors);
    for (uint32_t i = 0; i < f->g->nops; i++)
        if (!copy_op(f, layers, i))
            return ANTLER_OK;
    rewire(f->g);
    *done = true;
    return ANTLER_OK;
}

static antler_status copy_input(const folding *f, arena *a, folded *out, antler_error *err)
{
    const schedule_input *in = f->in;
    uint32_t n = f->g->nops;
    shard *shards = ARENA_ARRAY(a, shard, n);
    const plan_set **plans = ARENA_ARRAY(a, const plan_set *, n);
    uint32_t *alike = ARENA_ARRAY(a, uint32_t, n);
    uint32_t *seen = ARENA_ARRAY(a, uint32_t, in->g->nops); /* by first alike of the graph: its first here, plus 1 */
    if (!shards || !plans || !alike || !seen)
        return err_no_memory(err);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t o = origin(f, i);
        shards[i] = in->shards[o];
        plans[i] = in->plans[o];
        uint32_t *first = &seen[in->alike[o]];
        if (*first == 0)
            *first = i + 1;
        alike[i] = *first - 1;
    }
    out->in = *in;
    out->in.g = f->g;
    out->in.shards = shards;
    out->in.plans = plans;
    out->in.alike = alike;
    return ANTLER_OK;
}

/* Operators left out are stood for by those of the last layer before the cut. */
static void map_operators(const folding *f, const period *layers, uint32_t *of)
{
    for (uint32_t i = 0; i < f->in->g->nops; i++) {
        if (i < f->cut)
            of[i] = i;
        else if (i >= f->cut + f->dropped)
            of[i] = i - f->dropped;
        else
            of[i] = f->cut - layers->length + (i - f->cut) % layers->length;
    }
}

antler_status fold(const schedule_input *in, arena *a, folded *out, antler_error *err)
{
    *out = (folded){.in = *in, .of = ARENA_ARRAY(a, uint32_t, in->g->nops)};
    if (!out->of)
        return err_no_memory(err);
    for (uint32_t i = 0; i < in->g->nops; i++)
        out->of[i] = i;
    if (!period_find(in, &out->layers))
        out->layers = (period){.length = in->g->nops, .count = 1};
    out->whole_layers = out->layers;
    period *layers = &out->layers;
    if (layers->count <= FOLD_LAYERS)
        return ANTLER_OK;
    folding f = {.in = in,
                 .cut = layers->first + BEFORE * layers->length,
                 .dropped = (layers->count - FOLD_LAYERS) * layers->length};
    bool done = false;
    antler_status st = copy_graph(&f, layers, a, &done, err);
    if (st != ANTLER_OK || !done)
        return st;
    map_operators(&f, layers, out->of);
    layers->count = FOLD_LAYERS;
    return copy_input(&f, a, out, err);
}
