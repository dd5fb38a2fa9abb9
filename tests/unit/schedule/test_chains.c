/* Random chains through the real passes: what holds for every design and every machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "program/program_check.h"
#include "schedule/choice.h"
#include "schedule/ladder.h"
#include "support/chain.h"

#define ROUNDING 1e-9 /* relative; sums of a few hundred numbers in another order */

typedef struct chain_case {
    arena *a;
    graph *g;
    machine *m;
    schedule_input *in;
} chain_case;

/* Replace the graph by one with slices and spills. */
static void cut_in_time(chain_case *c, random_state *r)
{
    uint32_t *origin = NULL;
    antler_error err = {0};
    slicing s = chain_slicing(c->a, r, c->g);
    assert_int_equal(graph_slice_ops(c->g, &s, c->a, &c->g, &origin, &err), ANTLER_OK);
}

static chain_case open_case(uint64_t seed)
{
    chain_case c = {.a = arena_new()};
    random_state r = random_seed(seed);
    c.m = chain_machine(c.a, &r);
    c.g = chain_random(c.a, &r, (uint32_t)random_in(&r, 1, 10));
    if (seed % 2 == 0)
        cut_in_time(&c, &r);
    c.in = chain_plans(c.a, c.g, c.m);
    return c;
}

/* A design's program, checked and simulated; false when infeasible. */
static bool run_design(const chain_case *c, const char *name, schedule_output *out, sim_result *run)
{
    antler_error err = {0};
    *out = (schedule_output){0};
    antler_status st = design_find(name, NULL)->schedule(c->in, c->a, out, &err);
    if (st == ANTLER_INFEASIBLE)
        return false;
    assert_int_equal(st, ANTLER_OK);
    if (!out->program)
        return true;
    if (program_check(out->program, c->m, &err) != ANTLER_OK ||
        simulate(out->program, c->m, true, c->a, run, &err) != ANTLER_OK)
        fail_msg("%s: %s", name, err.message);
    return true;
}

static void at_most(double x, double y, uint64_t seed, const char *what)
{
    if (x > y * (1 + ROUNDING))
        fail_msg("seed %llu: %s: %.17g > %.17g", (unsigned long long)seed, what, x, y);
}

/* What hardware alone forbids, by arithmetic on the graph: no bandwidth and no kernel is beaten. */
static void check_floors(const chain_case *c, double latency_s, uint64_t seed)
{
    double chips = machine_chips(c->m);
    double bytes = (double)graph_hbm_bytes(c->g) + (double)graph_store_bytes(c->g);
    at_most(bytes / machine_hbm_bps(c->m) / chips, latency_s, seed, "HBM bytes / bandwidth");
    at_most(graph_total_flops(c->g) / machine_peak_flops(c->m, 2), latency_s, seed, "FLOPs / peak");
}

static void test_bounds(void **state)
{
    (void)state;
    uint32_t feasible = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        chain_case c = open_case(seed);
        schedule_output ideal;
        bool bounded = run_design(&c, "ideal", &ideal, NULL);
        for (int i = 0; designs[i]; i++) {
            schedule_output out;
            sim_result run;
            if (!run_design(&c, designs[i]->name, &out, &run) || !out.program)
                continue;
            feasible++;
            assert_true(bounded);
            at_most(ideal.latency_s, run.latency_s, seed, designs[i]->name);
            check_floors(&c, run.latency_s, seed);
            check_floors(&c, ideal.latency_s, seed);
        }
        arena_free(c.a);
    }
    assert_true(feasible > 300);
}

/* With every preload held back until the operator before has ended nothing runs beside an execute: it takes what its
 * plan was priced at, redistribution on top. With core.overlap dma kernels and shifts share the SRAM port, which the
 * price leaves out: there it is a floor. */
static void test_price_is_execute_time(void **state)
{
    (void)state;
    uint32_t exact = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        chain_case c = open_case(seed);
        schedule_output out;
        sim_result run = {0};
        antler_error err = {0};
        int32_t *first = ARENA_ARRAY(c.a, int32_t, c.g->nops);
        preload_queue queue = {.op = ARENA_ARRAY(c.a, uint32_t, c.g->nops)};
        assert_non_null(first);
        assert_non_null(queue.op);
        if (!run_design(&c, "basic", &out, &run))
            goto next;
        for (uint32_t i = 0; i < c.g->nops; i++) {
            first[i] = (int32_t)i;
            out.choices[i].state = 0;
        }
        choice_queue(c.in, out.choices, &queue);
        assert_int_equal(choice_program(c.in, out.choices, &queue, first, c.a, &out, &err), ANTLER_OK);
        assert_int_equal(simulate(out.program, c.m, true, c.a, &run, &err), ANTLER_OK);
        const ladder **ladders = NULL;
        assert_int_equal(ladders_build(c.in, c.a, &ladders, &err), ANTLER_OK);
        for (uint32_t i = 0; i < c.g->nops; i++) {
            const rung *r = ladder_within(ladders[i], out.choices[i].plan->sram_bytes);
            assert_ptr_equal(r->plan, out.choices[i].plan);
            double priced = r->plan->time_s + r->redistribute_s[STATE_LEAST];
            double executed = run.execute[i].end_s - run.execute[i].start_s;
            at_most(priced, executed, seed, c.g->ops[i].name);
            if (!machine_overlaps(c.m)) {
                at_most(executed, priced, seed, c.g->ops[i].name);
                exact++;
            }
        }
    next:
        arena_free(c.a);
    }
    assert_true(exact > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bounds), cmocka_unit_test(test_price_is_execute_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
