/* Pricing: every plan has one fate, and the times of the phases, each alone, make up the time of the plan. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include "plan/plan.h"
#include "support/one_line.h"
#include "support/random.h"
#include "support/random_op.h"

enum { SEEDS = 400 };

static const shard uncut = {.parts = {1, 1, 1, 1, 1, 1}};

static bool as_good(const plan *a, const plan *b)
{
    return a->sram_bytes <= b->sram_bytes && a->time_s <= b->time_s && plan_noc_bytes(a) <= plan_noc_bytes(b);
}

static void check_counts(const plan_set *found, const plan_set *priced)
{
    const plan_counts *c = &priced->counts;
    assert_int_equal(c->outpaced, found->count - priced->count);
    assert_int_equal(c->tried, c->too_large + c->dominated + c->outpaced + priced->count);
    for (uint32_t i = 0; i < priced->count; i++)
        for (uint32_t j = 0; j < priced->count; j++)
            assert_true(i == j || !as_good(&priced->plans[i], &priced->plans[j]));
}

/* One after the other the phases take what the plan takes; kernels beside shifts, at most as much, and at least what
 * the longer of the two takes. */
static void check_times(const random_graph *rg, const machine *m, const plan *p, bool overlaps)
{
    plan_times t = {0};
    antler_error err = {0};
    uint32_t last = p->npreloads > 0 ? p->npreloads - 1 : 0;
    assert_int_equal(plan_phase_times(&rg->graph, &rg->op, &uncut, p, last, m, &t, &err), ANTLER_OK);
    double around = t.relayout_s + t.reduce_s + t.store_s;
    double in_turn = around + p->compute_s + t.shift_s;
    assert_true(p->time_s <= in_turn * (1 + 1e-12));
    if (!overlaps || p->shift_bytes == 0)
        assert_true(fabs(p->time_s - in_turn) <= 1e-12 * in_turn);
    assert_true(p->time_s >= (around + fmax(p->compute_s, t.shift_s)) * (1 - 1e-12));
    assert_int_equal(t.preload_s > 0, p->npreloads > 0);
    assert_true(t.redistribute_s == 0); /* the largest state is the whole execute state */
}

/* A smaller preload state redistributes: bytes over the port of 1 GB/s, and two synchronizations of 100 ns. */
static size_t check_states(const random_graph *rg, const machine *m, const plan *p)
{
    for (uint32_t i = 0; i + 1 < p->npreloads; i++) {
        plan_times t = {0};
        antler_error err = {0};
        assert_int_equal(plan_phase_times(&rg->graph, &rg->op, &uncut, p, i, m, &t, &err), ANTLER_OK);
        double want = (double)p->preloads[i].redistribute_bytes / 1e9 + 2 * 100e-9;
        assert_true(fabs(t.redistribute_s - want) <= 1e-12 * want);
    }
    return p->npreloads > 1 ? p->npreloads - 1 : 0;
}

static size_t check_one(uint64_t seed, const char *overlap)
{
    arena *a = arena_new();
    random_state r = random_seed(seed);
    char line[96];
    (void)snprintf(line, sizeof line, "chip.cores=12; core.sram=2 KiB; core.overlap=%s", overlap);
    machine *m = machine_from(a, line);
    random_graph *rg = random_op(a, &r);
    plan_set *found = NULL;
    plan_set *priced = NULL;
    antler_error err = {0};
    assert_int_equal(plans_enumerate(&rg->graph, &rg->op, &uncut, m, a, &found, &err), ANTLER_OK);
    assert_int_equal(plans_price(found, &rg->graph, &rg->op, &uncut, m, a, &priced, &err), ANTLER_OK);
    check_counts(found, priced);
    size_t states = 0;
    for (uint32_t i = 0; i < priced->count; i++) {
        check_times(rg, m, &priced->plans[i], machine_overlaps(m));
        states += check_states(rg, m, &priced->plans[i]);
    }
    arena_free(a);
    return states;
}

static void test_phases(void **state)
{
    (void)state;
    size_t states = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        states += check_one(seed, "none") + check_one(seed, "dma");
    assert_true(states > SEEDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_phases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
