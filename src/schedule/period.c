#include "schedule/period.h"

/* Distances to try: a layer holds an operator of one kind a few times at most. */
enum { MOST_DISTANCES = 64 };

/* Do operators i and i + length do the same to what lies `length` operators apart? */
static bool repeats(const schedule_input *in, uint32_t i, uint32_t length)
{
    const graph *g = in->g;
    if (in->alike[i] != in->alike[i + length])
        return false;
    const graph_op *a = &g->ops[i];
    const graph_op *b = &g->ops[i + length];
    for (uint8_t k = 0; k < a->ninputs; k++) {
        int32_t pa = g->tensors[a->input[k].tensor].producer;
        int32_t pb = g->tensors[b->input[k].tensor].producer;
        bool same = pa == pb || pb == pa + (int32_t)length;
        if (!same)
            return false;
    }
    return true;
}

/* Around `middle`, the stretch in which everything repeats after `length` operators. */
static period stretch(const schedule_input *in, uint32_t middle, uint32_t length)
{
    uint32_t first = middle;
    uint32_t end = middle;
    while (end + length < in->g->nops && repeats(in, end, length))
        end++;
    while (first > 0 && repeats(in, first - 1, length))
        first--;
    return (period){.first = first, .length = length, .count = (end - first) / length + 1};
}

bool period_find(const schedule_input *in, period *out)
{
    uint32_t n = in->g->nops;
    uint32_t middle = n / 2;
    uint32_t covered = 0;
    uint32_t tried = 0;
    for (uint32_t j = middle + 1; j < n && tried < MOST_DISTANCES; j++) {
        if (in->alike[j] != in->alike[middle])
            continue;
        tried++;
        period p = stretch(in, middle, j - middle);
        if (p.count < 2 || p.count * p.length <= covered)
            continue;
        covered = p.count * p.length;
        *out = p;
    }
    return covered > 0;
}
