#include "plan/options.h"

#include <stdlib.h>

#include "plan/cost.h"

static bool append(option_list *list, const plan_option *o)
{
    if (list->count == list->room) {
        uint32_t room = list->room ? list->room * 2 : 64;
        plan_option *options = realloc(list->options, room * sizeof *options);
        if (!options)
            return false;
        list->options = options;
        list->room = room;
    }
    list->options[list->count++] = *o;
    return true;
}

/* The costs of a rotating piece: held once and received once, passed to every member of its ring. */
static void cost_option(const plan_problem *pr, uint32_t t, uint64_t elements, uint32_t replicas, plan_option *o)
{
    uint64_t piece = problem_bytes(pr, t, elements);
    uint64_t shifts = o->ring - 1;
    o->sram_bytes = piece * (o->ring > 1 ? 2 : 1);
    o->noc_bytes = piece * (shifts + (pr->operand[t].gathered ? 1 : 0));
    o->syncs = SYNCS_AN_EXCHANGE * shifts;
    o->seconds = 0;
    uint32_t copies = replicas / o->ring;
    if (t != pr->output || copies == 1)
        return;
    kernel_call reduction = plan_reduction(pr, elements, copies);
    uint64_t received = (copies - 1) * problem_bytes(pr, t, reduction.m);
    o->sram_bytes += received;
    o->noc_bytes += received;
    o->syncs += SYNCS_AN_EXCHANGE;
    o->seconds = machine_kernel_s(pr->m, &reduction);
}

plan_option options_still(const plan_problem *pr, const plan *p, uint32_t t)
{
    plan_option o = {.temporal = {1, 1, 1, 1, 1, 1}, .ring = 1};
    cost_option(pr, t, problem_tile_elements(pr, p, t), problem_replicas(pr, p, t), &o);
    return o;
}

/* Held whole, or as a piece of at least 1/R with as much again to receive into: of an output the copies to be summed do
 * not take less. An operand receives T - 1 pieces of a ring of T, T when the first is gathered too. An output receives
 * T - 1 pieces p and R/T - 1 shares of p / (R/T) or more: together (1 - 1/R) T p, of which T p is the tile or more. */
plan_option options_floor(const plan_problem *pr, const plan *p, uint32_t t)
{
    uint32_t replicas = problem_replicas(pr, p, t);
    uint64_t tile = problem_tile_elements(pr, p, t);
    uint64_t share = problem_bytes(pr, t, ceil_div(tile, replicas));
    uint64_t whole = problem_bytes(pr, t, tile);
    plan_option o = {.sram_bytes = whole < 2 * share ? whole : 2 * share};
    if (pr->operand[t].gathered)
        o.noc_bytes = whole;
    if (t == pr->output && replicas > 1) {
        o.noc_bytes = problem_bytes(pr, t, tile - tile / replicas);
        o.syncs = SYNCS_AN_EXCHANGE;
    }
    return o;
}

typedef struct lister {
    const plan_problem *pr;
    const plan *p;
    divisor_table *divisors;
    uint32_t t, replicas;
    option_list *list;
    plan_option o;
} lister;

/* Parts of the dims from `d` on; `left` is what their product may still divide. */
static bool choose(lister *l, uint32_t d, uint32_t left, uint64_t elements)
{
    const plan_problem *pr = l->pr;
    while (d < pr->ndims && !(pr->operand[l->t].spans >> d & 1))
        d++;
    if (d == pr->ndims) {
        plan_option o = l->o;
        o.ring = l->replicas / left;
        cost_option(pr, l->t, elements, l->replicas, &o);
        return append(l->list, &o);
    }
    uint64_t tile = ceil_div(pr->length[d], l->p->parts[d]);
    const divisor_list *can = divisors_of(l->divisors, left);
    bool ok = can != NULL;
    for (uint32_t i = 0; ok && i < can->count && can->divisors[i] <= tile; i++) {
        uint32_t parts = can->divisors[i];
        if (!canonical_parts(tile, parts))
            continue;
        l->o.temporal[d] = parts;
        ok = choose(l, d + 1, left / parts, elements * ceil_div(tile, parts));
    }
    l->o.temporal[d] = 1;
    return ok;
}

static void find_least(option_list *list)
{
    list->least = list->options[0];
    for (uint32_t i = 1; i < list->count; i++) {
        const plan_option *o = &list->options[i];
        plan_option *least = &list->least;
        least->sram_bytes = o->sram_bytes < least->sram_bytes ? o->sram_bytes : least->sram_bytes;
        least->noc_bytes = o->noc_bytes < least->noc_bytes ? o->noc_bytes : least->noc_bytes;
        least->syncs = o->syncs < least->syncs ? o->syncs : least->syncs;
        least->seconds = o->seconds < least->seconds ? o->seconds : least->seconds;
    }
}

bool options_list(const plan_problem *pr, const plan *p, uint32_t t, divisor_table *divisors, option_list *list)
{
    uint32_t replicas = problem_replicas(pr, p, t);
    lister l = {.pr = pr, .p = p, .divisors = divisors, .t = t, .replicas = replicas, .list = list};
    for (uint32_t d = 0; d < GRAPH_MAX_DIMS; d++)
        l.o.temporal[d] = 1;
    list->count = 0;
    if (!choose(&l, 0, replicas, 1))
        return false;
    find_least(list);
    return true;
}

void options_free(option_list *list)
{
    free(list->options);
    *list = (option_list){0};
}
