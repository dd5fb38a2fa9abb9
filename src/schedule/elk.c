/* A search at two HBM bandwidths that lie on a fixed grid, around the machine's, on a stand-in of a few layers; then
 * the winners and the simpler designs' programs compete on the whole graph and the real machine. Machines that differ
 * in HBM alone so share their candidates, and a better one does not get a worse schedule. */
#include "schedule/elk.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "schedule/contest.h"
#include "schedule/fold.h"
#include "schedule/gates.h"
#include "schedule/induction.h"
#include "schedule/order.h"
#include "schedule/price_search.h"

enum { LEVELS_AN_OCTAVE = 2 };

typedef struct elk {
    const elk_parts *parts;
    uint32_t effort;
    folded short_form;
    contest whole;
    schedule_output simpler; /* the best program of a simpler design */
    double simpler_s;
    arena *a;
    antler_error *err;
} elk;

/* The winner of a search on the stand-in competes on the whole graph: in execute order, and in its own. */
static antler_status enter_winner(elk *e, const contest *search)
{
    const schedule_input *in = e->whole.in;
    choice *choices = ARENA_ARRAY(e->a, choice, in->g->nops);
    preload_queue queue = {.op = ARENA_ARRAY(e->a, uint32_t, in->g->nops)};
    if (!choices || !queue.op)
        return err_no_memory(e->err);
    for (uint32_t i = 0; i < in->g->nops; i++)
        choices[i] = search->best.choices[e->short_form.of[i]];
    antler_status st = contest_enter(&e->whole, choices, NULL, NULL);
    if (st != ANTLER_OK || !e->parts->order)
        return st;
    choice_queue(in, choices, &queue);
    if (!order_apply(&e->short_form.layers, &search->best.queue, &e->short_form.whole_layers, &queue))
        return ANTLER_OK;
    return contest_enter(&e->whole, choices, &queue, NULL);
}

/* Induction and prices at one HBM bandwidth. Choices that do not fit together are no candidates, and neither is an
 * induction that finds none. */
static antler_status search_level(elk *e, double hbm_bps, arena *scratch)
{
    schedule_input in = e->short_form.in;
    machine *m = NULL;
    antler_status st = machine_with_hbm(in.m, hbm_bps, scratch, &m, e->err);
    if (st != ANTLER_OK)
        return st;
    in.m = m;
    contest c;
    choice *choices = ARENA_ARRAY(scratch, choice, in.g->nops);
    st = choices ? contest_open(&c, &in, e->whole.depth, scratch, e->err) : err_no_memory(e->err);
    if (st != ANTLER_OK)
        return st;
    st = induction_choose(&in, scratch, choices, e->err);
    if (st == ANTLER_OK)
        st = contest_enter(&c, choices, NULL, NULL);
    if (st == ANTLER_OK || st == ANTLER_INFEASIBLE)
        st = price_search(&c);
    if (st != ANTLER_OK || isinf(c.best.seconds))
        return st;
    if (e->parts->order)
        st = order_search(&c, &e->short_form.layers, e->effort);
    return st == ANTLER_OK ? enter_winner(e, &c) : st;
}

static antler_status search_levels(elk *e)
{
    double level = floor(LEVELS_AN_OCTAVE * log2(machine_hbm_bps(e->whole.in->m)));
    antler_status st = ANTLER_OK;
    for (int i = 0; i <= 1 && st == ANTLER_OK; i++) {
        arena *scratch = arena_new();
        st = scratch ? search_level(e, exp2((level + i) / LEVELS_AN_OCTAVE), scratch) : err_no_memory(e->err);
        arena_free(scratch);
    }
    return st;
}

/* A simpler design's program, and its choices with gates as early as they can be. A design that finds no program is no
 * candidate. */
static antler_status enter_design(elk *e, const char *name)
{
    const schedule_input *in = e->whole.in;
    schedule_output out = {0};
    double seconds = 0;
    antler_status st = design_find(name, NULL)->schedule(in, e->a, &out, e->err);
    if (st == ANTLER_INFEASIBLE)
        return ANTLER_OK;
    if (st == ANTLER_OK)
        st = in->judge.latency(in->judge.self, in->m, out.program, &seconds, e->err);
    if (st != ANTLER_OK)
        return st;
    if (seconds < e->simpler_s) {
        e->simpler = out;
        e->simpler_s = seconds;
    }
    return contest_enter(&e->whole, out.choices, NULL, NULL);
}

static antler_status enter_all(elk *e)
{
    antler_status st = enter_design(e, "basic");
    if (st == ANTLER_OK && e->parts->allocation && e->parts->depth)
        st = enter_design(e, "static");
    if (st == ANTLER_OK && e->parts->allocation)
        return search_levels(e);
    if (st == ANTLER_OK && e->parts->order)
        st = order_search(&e->whole, &e->short_form.whole_layers, e->effort);
    return st;
}

antler_status elk_schedule(const schedule_input *in, const elk_parts *parts, arena *a, schedule_output *out,
                           antler_error *err)
{
    elk e = {.parts = parts,
             .effort = in->effort > 0 ? in->effort : ELK_DEFAULT_EFFORT,
             .simpler_s = INFINITY,
             .a = a,
             .err = err};
    for (uint32_t i = 0; i < in->g->nops; i++)
        if (in->plans[i]->count == 0)
            return choice_infeasible(in, i, 0, err);
    antler_status st = fold(in, a, &e.short_form, err);
    if (st == ANTLER_OK)
        st = contest_open(&e.whole, in, parts->depth ? GATES_ANY_DEPTH : 1, a, err);
    if (st == ANTLER_OK)
        st = enter_all(&e);
    if (st != ANTLER_OK)
        return st;
    if (e.simpler_s <= e.whole.best.seconds) {
        *out = e.simpler;
        return out->program ? ANTLER_OK
                            : err_set(err, ANTLER_INFEASIBLE, "no schedule keeps every operator within a core's SRAM");
    }
    return contest_program(&e.whole, &e.whole.best, a, out);
}
