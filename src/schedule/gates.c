#include "schedule/gates.h"

/* The earliest operator f, at least `from`, such that `bytes` fit while each of f .. to - 1 runs; `to`: none of them.
 */
static uint32_t earliest(const uint64_t *used, uint64_t sram, uint64_t bytes, uint32_t from, uint32_t to)
{
    uint32_t f = to;
    while (f > from && used[f - 1] + bytes <= sram)
        f--;
    return f;
}

bool gates_earliest(const schedule_input *in, const choice *choices, const uint64_t *live, const preload_queue *queue,
                    uint32_t depth, uint64_t *used, int32_t *first)
{
    uint64_t sram = machine_sram_bytes(in->m);
    for (uint32_t i = 0; i < in->g->nops; i++)
        used[i] = choices[i].plan->sram_bytes + live[i];
    uint32_t from = 0;
    for (uint32_t q = 0; q < queue->count; q++) {
        uint32_t op = queue->op[q];
        if (depth != GATES_ANY_DEPTH && q >= depth && queue->op[q - depth] > from)
            from = queue->op[q - depth];
        uint32_t ready = choice_ready(in->g, op);
        from = ready > from ? ready : from;
        if (from > op || (from == op && q > 0 && first[queue->op[q - 1]] == (int32_t)op))
            return false;
        uint64_t bytes = choice_preload_sram(&choices[op]);
        uint32_t f = earliest(used, sram, bytes, from, op);
        for (uint32_t k = f; k < op; k++)
            used[k] += bytes;
        first[op] = f == 0 ? -1 : (int32_t)f;
        from = f;
    }
    return true;
}
