/* docs/MODEL.md, "Plans", derives these costs. */
#include "plan/cost.h"

#include <float.h>
#include <string.h>

static void take_role(kernel_call *call, dim_role role, uint64_t size)
{
    switch (role) {
    case ROLE_BATCH:
        call->batch *= size;
        break;
    case ROLE_M:
        call->m *= size;
        break;
    case ROLE_N:
        call->n *= size;
        break;
    case ROLE_K:
        call->k *= size;
        break;
    }
}

kernel_call plan_kernel(const plan_problem *pr, const uint32_t *parts, const uint32_t *steps)
{
    kernel_call call = {
        .kind = pr->kind, .batch = 1, .m = 1, .n = 1, .k = 1, .element_bytes = pr->operand[pr->output].element_bytes};
    for (uint8_t d = 0; d < pr->ndims; d++)
        take_role(&call, pr->role[d], ceil_div(ceil_div(pr->length[d], parts[d]), steps[d]));
    return call;
}

/* A plan's seconds are a product of a quotient, each rounded: two plans that take equally long may differ in the last
 * bits. */
double plan_floor_s(const plan_problem *pr, const uint32_t *parts, const uint32_t *steps)
{
    kernel_call call = plan_kernel(pr, parts, steps);
    double total = 1;
    for (uint8_t d = 0; d < pr->ndims; d++)
        total *= steps[d];
    return total * machine_kernel_floor_s(pr->m, &call) * (1 - 8 * DBL_EPSILON);
}

kernel_call plan_reduction(const plan_problem *pr, uint64_t elements, uint32_t copies)
{
    return (kernel_call){.kind = OP_REDUCE,
                         .batch = 1,
                         .m = ceil_div(elements, copies),
                         .n = 1,
                         .k = copies,
                         .element_bytes = pr->operand[pr->output].element_bytes};
}

kernel_call plan_step_call(const plan_problem *pr, const plan *p)
{
    uint32_t steps[GRAPH_MAX_DIMS];
    for (uint8_t d = 0; d < pr->ndims; d++)
        steps[d] = problem_steps(pr, p, d);
    return plan_kernel(pr, p->parts, steps);
}

kernel_call plan_reduction_call(const plan_problem *pr, const plan *p)
{
    uint32_t copies = problem_replicas(pr, p, pr->output) / problem_ring(pr, p, pr->output);
    return plan_reduction(pr, problem_piece_elements(pr, p, pr->output), copies);
}

/* A pass through a rotating dim meets its T pieces, and the next pass begins on the first again, after the last: a
 * change as well. So does a step of any dim outside the innermost rotating one. */
static uint64_t changes_in(const plan_problem *pr, const plan *p, const uint8_t *order, uint32_t operand)
{
    uint64_t passes = 1;
    uint64_t pieces = 1;
    for (uint8_t i = 0; i < pr->ndims; i++) {
        uint8_t d = order[i];
        if (p->temporal[operand][d] > 1)
            pieces = passes * p->temporal[operand][d];
        passes *= problem_steps(pr, p, d);
    }
    return pieces - 1;
}

uint64_t plan_changes(const plan_problem *pr, const plan *p, uint32_t operand)
{
    return changes_in(pr, p, p->loop, operand);
}

static uint64_t total_shift_bytes(const plan_problem *pr, const plan *p, const uint8_t *order,
                                  const uint64_t *piece_bytes, uint64_t *shifts)
{
    uint64_t bytes = 0;
    *shifts = 0;
    for (uint8_t t = 0; t < pr->noperands; t++) {
        uint64_t changes = changes_in(pr, p, order, t);
        bytes += changes * piece_bytes[t];
        *shifts += changes;
    }
    return bytes;
}

/* Next permutation of the first n loop entries in lexicographic order; false after the last. */
static bool next_order(uint8_t *order, uint8_t n)
{
    int i = n - 2;
    while (i >= 0 && order[i] > order[i + 1])
        i--;
    if (i < 0)
        return false;
    int j = n - 1;
    while (order[j] < order[i])
        j--;
    uint8_t swap = order[i];
    order[i] = order[j];
    order[j] = swap;
    for (int a = i + 1, b = n - 1; a < b; a++, b--) {
        swap = order[a];
        order[a] = order[b];
        order[b] = swap;
    }
    return true;
}

/* Dims of several steps, then those of one, whose place does not matter; returns how many the former are. */
static uint8_t first_order(const plan_problem *pr, const plan *p, uint8_t *order)
{
    uint8_t stepped = 0;
    uint8_t last = pr->ndims;
    for (uint8_t d = 0; d < pr->ndims; d++) {
        if (problem_steps(pr, p, d) > 1)
            order[stepped++] = d;
        else
            order[--last] = d;
    }
    return stepped;
}

/* The loop order with the fewest shifted bytes, then the fewest shifts, first in lexicographic order. */
static void choose_loop(const plan_problem *pr, plan *p, const uint64_t *piece_bytes, uint64_t *shifts)
{
    uint8_t order[GRAPH_MAX_DIMS] = {0};
    uint8_t stepped = first_order(pr, p, order);
    p->shift_bytes = UINT64_MAX;
    *shifts = UINT64_MAX;
    do {
        uint64_t count = 0;
        uint64_t bytes = total_shift_bytes(pr, p, order, piece_bytes, &count);
        if (bytes < p->shift_bytes || (bytes == p->shift_bytes && count < *shifts)) {
            p->shift_bytes = bytes;
            *shifts = count;
            memcpy(p->loop, order, sizeof order);
        }
    } while (next_order(order, stepped));
}

/* Pieces held, a receive buffer for each operand that rotates, and room for the partial sums that arrive at the end. */
static void cost_memory(const plan_problem *pr, plan *p, const uint64_t *piece_bytes, uint64_t reduce_in)
{
    p->sram_bytes = reduce_in;
    p->gather_bytes = 0;
    for (uint8_t t = 0; t < pr->noperands; t++) {
        p->sram_bytes += piece_bytes[t] * (problem_ring(pr, p, t) > 1 ? 2 : 1);
        if (pr->operand[t].gathered)
            p->gather_bytes += piece_bytes[t];
    }
}

void plan_cost(const plan_problem *pr, plan *p)
{
    uint64_t piece_bytes[PLAN_OPERANDS];
    for (uint8_t t = 0; t < pr->noperands; t++)
        piece_bytes[t] = problem_bytes(pr, t, problem_piece_elements(pr, p, t));
    p->cores = 1;
    p->steps = 1;
    for (uint8_t d = 0; d < pr->ndims; d++) {
        p->cores *= p->parts[d];
        p->steps *= problem_steps(pr, p, d);
    }
    uint64_t shifts = 0;
    choose_loop(pr, p, piece_bytes, &shifts);
    kernel_call step = plan_step_call(pr, p);
    kernel_call reduction = plan_reduction_call(pr, p);
    uint64_t share = problem_bytes(pr, pr->output, reduction.m);
    p->reduce_bytes = (reduction.k - 1) * share;
    p->hold_bytes = pr->operand[pr->output].spilled ? 0 : share;
    cost_memory(pr, p, piece_bytes, p->reduce_bytes);
    p->compute_s = p->steps * machine_kernel_s(pr->m, &step);
    if (reduction.k > 1)
        p->compute_s += machine_kernel_s(pr->m, &reduction);
    p->syncs = (uint32_t)(SYNCS_AN_EXCHANGE * (shifts + (p->gather_bytes > 0) + (reduction.k > 1)));
}
