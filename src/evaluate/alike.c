/* Compared field by field with each distinct operator found so far: a model has a few dozen, so that this takes less
 * than printing and sorting their signatures would. plan/signature.c lists what plans depend on. */
#include "evaluate/alike.h"

#include <string.h>

static bool same_operand(const graph *g, const graph_operand *a, const graph_operand *b)
{
    const graph_tensor *ta = &g->tensors[a->tensor];
    const graph_tensor *tb = &g->tensors[b->tensor];
    return ta->kind == tb->kind && ta->element_bytes == tb->element_bytes && a->naxes == b->naxes &&
           memcmp(a->dim, b->dim, a->naxes * sizeof *a->dim) == 0;
}

static bool same_dims(const graph_op *a, const graph_op *b)
{
    for (uint8_t d = 0; d < a->ndims; d++)
        if (a->dim[d].size != b->dim[d].size || a->dim[d].role != b->dim[d].role)
            return false;
    return true;
}

static bool same_shard(const shard *a, const shard *b, uint8_t ndims)
{
    return memcmp(a->parts, b->parts, ndims * sizeof *a->parts) == 0 &&
           a->relayout_chip_bytes == b->relayout_chip_bytes && a->reduce_chip_bytes == b->reduce_chip_bytes &&
           a->preload_chip_bytes == b->preload_chip_bytes;
}

static bool same_op(const graph *g, const graph_op *a, const graph_op *b)
{
    bool same = a->kind == b->kind && a->ndims == b->ndims && a->ninputs == b->ninputs &&
                a->store_bytes == b->store_bytes && same_dims(a, b) && same_operand(g, &a->output, &b->output);
    for (uint8_t i = 0; same && i < a->ninputs; i++)
        same = same_operand(g, &a->input[i], &b->input[i]);
    return same;
}

uint32_t *alike_find(const graph *g, const shard *shards, arena *a)
{
    uint32_t *alike = ARENA_ARRAY(a, uint32_t, g->nops);
    uint32_t *distinct = ARENA_ARRAY(a, uint32_t, g->nops);
    uint32_t count = 0;
    for (uint32_t i = 0; alike && distinct && i < g->nops; i++) {
        uint32_t k = 0;
        while (k < count && !(same_op(g, &g->ops[distinct[k]], &g->ops[i]) &&
                              same_shard(&shards[distinct[k]], &shards[i], g->ops[i].ndims)))
            k++;
        if (k == count)
            distinct[count++] = i;
        alike[i] = distinct[k];
    }
    return distinct ? alike : NULL;
}
