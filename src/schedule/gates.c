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

void gates_earliest(const schedule_input *in, const choice *choices, const uint64_t *live, const uint32_t *order,
                    uint32_t count, uint64_t *used, int32_t *first)
{
    uint64_t sram = machine_sram_bytes(in->m);
    for (uint32_t i = 0; i < in->g->nops; i++)
        used[i] = choices[i].plan->sram_bytes + live[i];
    uint32_t from = 0;
    for (uint32_t q = 0; q < count; q++) {
        uint32_t op = order[q];
        uint64_t bytes = choice_preload_sram(&choices[op]);
        uint32_t f = earliest(used, sram, bytes, from < op ? from : op, op);
        for (uint32_t k = f; k < op; k++)
            used[k] += bytes;
        first[op] = f == 0 && op > 0 ? -1 : (int32_t)f;
        if (op == 0)
            first[op] = -1;
        from = f > from ? f : from;
    }
}
