/* Elk-Dyn: the inductive schedule with cost-aware allocation of SRAM; preloads in execute order, each as early as SRAM
 * allows. A compiler that simulates its candidates need not do worse than a simpler one: the programs of static and
 * basic are candidates too, and so is static's choice of plans with free gates. */
#include <math.h>

#include "base/error.h"
#include "schedule/gates.h"
#include "schedule/induction.h"

/* The judge's best so far. */
typedef struct contest {
    const schedule_input *in;
    arena *a;
    antler_error *err;
    double least_s;
    schedule_output *best;
} contest;

static antler_status enter(contest *c, const schedule_output *candidate)
{
    double seconds = 0;
    antler_status st = c->in->judge.latency(c->in->judge.self, candidate->program, &seconds, c->err);
    if (st == ANTLER_OK && seconds < c->least_s) {
        c->least_s = seconds;
        *c->best = *candidate;
    }
    return st;
}

/* These choices with preloads in execute order, as early as they fit. */
static antler_status enter_choices(contest *c, const choice *choices)
{
    uint32_t n = c->in->g->nops;
    uint64_t *live = ARENA_ARRAY(c->a, uint64_t, n);
    uint64_t *used = ARENA_ARRAY(c->a, uint64_t, n);
    uint32_t *order = ARENA_ARRAY(c->a, uint32_t, n);
    int32_t *first = ARENA_ARRAY(c->a, int32_t, n);
    if (!live || !used || !order || !first)
        return err_no_memory(c->err);
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        choice_keep(c->in->g, i, choices[i].plan, live);
        if (choices[i].plan->npreloads > 0)
            order[count++] = i;
    }
    for (uint32_t i = 0; i < n; i++)
        if (choices[i].plan->sram_bytes + live[i] > machine_sram_bytes(c->in->m))
            return ANTLER_OK; /* kept outputs are larger than the induction took them for: not a candidate */
    gates_earliest(c->in, choices, live, order, count, used, first);
    schedule_output candidate = {0};
    antler_status st = choice_program(c->in, choices, first, c->a, &candidate, c->err);
    return st == ANTLER_OK ? enter(c, &candidate) : st;
}

/* A simpler design's program, and its choices with free gates. A design that finds no program is no candidate. */
static antler_status enter_design(contest *c, const char *name)
{
    schedule_output simpler = {0};
    antler_status st = design_find(name, NULL)->schedule(c->in, c->a, &simpler, c->err);
    if (st == ANTLER_INFEASIBLE)
        return ANTLER_OK;
    if (st == ANTLER_OK)
        st = enter(c, &simpler);
    return st == ANTLER_OK ? enter_choices(c, simpler.choices) : st;
}

antler_status schedule_elk_dyn(const schedule_input *in, arena *a, schedule_output *out, antler_error *err)
{
    contest c = {.in = in, .a = a, .err = err, .least_s = INFINITY, .best = out};
    choice *choices = ARENA_ARRAY(a, choice, in->g->nops);
    if (!choices)
        return err_no_memory(err);
    antler_status st = induction_choose(in, a, choices, err);
    if (st == ANTLER_OK)
        st = enter_choices(&c, choices);
    if (st == ANTLER_OK)
        st = enter_design(&c, "static");
    if (st == ANTLER_OK)
        st = enter_design(&c, "basic");
    if (st == ANTLER_OK && !out->program)
        return err_set(err, ANTLER_INFEASIBLE, "no schedule keeps every operator within a core's SRAM");
    return st;
}
