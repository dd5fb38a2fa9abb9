/* If s cores share a piece, cut it into c chunks, c a divisor of s: each core loads 1/c and fetches the other chunks
 * from its sub-group when the operator starts. */
#include "plan/preload.h"

#include "base/error.h"

typedef struct choices {
    uint32_t copies; /* cores that share the operand's piece */
    uint64_t piece_bytes;
} choices;

static void add_state(preload_state *list, uint32_t *count, const preload_state *state)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < *count; i++) {
        const preload_state *other = &list[i];
        if (other->sram_bytes <= state->sram_bytes && other->redistribute_bytes <= state->redistribute_bytes)
            return;
    }
    for (uint32_t i = 0; i < *count; i++) {
        preload_state other = list[i];
        if (state->sram_bytes <= other.sram_bytes && state->redistribute_bytes <= other.redistribute_bytes)
            continue;
        list[kept++] = other;
    }
    uint32_t at = kept;
    for (; at > 0 && list[at - 1].sram_bytes > state->sram_bytes; at--)
        list[at] = list[at - 1];
    list[at] = *state;
    *count = kept + 1;
}

/* All combinations of splits of the operands from `t` on. */
static void combine(const plan_problem *pr, const choices *c, uint32_t t, preload_state so_far, preload_state *list,
                    uint32_t *count)
{
    if (t == pr->output) {
        add_state(list, count, &so_far);
        return;
    }
    if (c[t].copies == 0) {
        combine(pr, c, t + 1, so_far, list, count);
        return;
    }
    for (uint32_t split = 1; split <= c[t].copies; split++) {
        if (c[t].copies % split != 0)
            continue;
        preload_state next = so_far;
        uint64_t chunk = ceil_div(c[t].piece_bytes, split);
        next.split[t] = split;
        next.sram_bytes += chunk;
        next.redistribute_bytes += (split - 1) * chunk;
        combine(pr, c, t + 1, next, list, count);
    }
}

static uint32_t divisors(uint32_t n)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i <= n; i++)
        count += n % i == 0;
    return count;
}

antler_status preload_states(const plan_problem *pr, plan *p, arena *a, antler_error *err)
{
    choices c[PLAN_OPERANDS] = {0};
    uint32_t most = 0;
    for (uint8_t t = 0; t < pr->output; t++) {
        if (!pr->operand[t].from_hbm)
            continue;
        c[t].copies = problem_replicas(pr, p, t) / problem_ring(pr, p, t);
        c[t].piece_bytes = problem_bytes(pr, t, problem_piece_elements(pr, p, t));
        most = (most ? most : 1) * divisors(c[t].copies);
    }
    p->npreloads = 0;
    if (most == 0)
        return ANTLER_OK;
    preload_state *list = ARENA_ARRAY(a, preload_state, most);
    if (!list)
        return err_no_memory(err);
    preload_state none = {.split = {1, 1, 1, 1}};
    combine(pr, c, 0, none, list, &p->npreloads);
    p->preloads = list;
    return ANTLER_OK;
}
