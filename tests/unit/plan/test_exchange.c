/* The traffic of a plan is what it is charged for, on axes that make up its cores. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plan/plan.h"
#include "support/one_line.h"
#include "support/random.h"
#include "support/random_op.h"

typedef struct given {
    const random_graph *g;
    const shard *s;
    const machine *m;
} given;

static uint32_t group_size(const traffic *t)
{
    uint32_t size = 1;
    for (uint8_t i = 0; i < t->naxes; i++)
        size *= t->axes[i].member ? t->axes[i].extent : 1;
    return size;
}

static void check_groups(const traffic *t, const plan *p)
{
    assert_int_equal(traffic_cores(t), p->cores);
    assert_true(t->ring >= 1);
    assert_int_equal(group_size(t) % t->ring, 0);
}

static void check_exchanges(const given *in, const plan *p)
{
    plan_exchange x;
    plan_exchanges(&in->g->graph, &in->g->op, in->s, p, in->m, &x);
    uint64_t gathered = 0;
    uint64_t shifted = 0;
    uint64_t chip = 0;
    for (uint32_t i = 0; i < x.nrelayout; i++) {
        assert_int_equal(x.relayout[i].pattern, TRAFFIC_SPREAD);
        check_groups(&x.relayout[i], p);
        gathered += x.relayout[i].bytes;
        chip += x.relayout[i].chip_bytes;
    }
    for (uint32_t i = 0; i < x.nshift; i++) {
        assert_int_equal(x.shift[i].pattern, TRAFFIC_SHIFT);
        check_groups(&x.shift[i], p);
        assert_true(x.shift[i].ring > 1);
        shifted += x.shift[i].bytes;
    }
    assert_int_equal(gathered, p->gather_bytes);
    assert_int_equal(shifted, p->shift_bytes);
    assert_int_equal(x.reduce.bytes, p->reduce_bytes);
    check_groups(&x.reduce, p);
    assert_int_equal(x.reduce.chip_bytes, in->s->reduce_chip_bytes);
    assert_int_equal(chip, x.nrelayout > 0 ? in->s->relayout_chip_bytes : 0);
    uint64_t stored = (in->g->op.store_bytes + machine_chips(in->m) - 1) / machine_chips(in->m);
    assert_int_equal(x.store.unique, stored);
    assert_true(x.store.bytes * p->cores >= stored);
}

static void check_preloads(const given *in, const plan_set *set, const plan *p)
{
    for (uint32_t i = 0; i < p->npreloads; i++) {
        traffic preload;
        traffic redistribute;
        plan_preload_traffic(&in->g->graph, &in->g->op, in->s, p, i, in->m, &preload, &redistribute);
        assert_int_equal(preload.bytes, p->preloads[i].sram_bytes);
        assert_int_equal(preload.unique, set->hbm_bytes);
        assert_int_equal(preload.chip_bytes, in->s->preload_chip_bytes);
        assert_int_equal(redistribute.bytes, p->preloads[i].redistribute_bytes);
        check_groups(&preload, p);
        check_groups(&redistribute, p);
        assert_int_equal(redistribute.ring > 1, redistribute.bytes > 0);
        /* what the cores hold before they start covers what HBM and the other chips deliver */
        assert_true(preload.bytes * p->cores >= preload.unique + preload.chip_bytes);
    }
    if (p->npreloads == 0)
        assert_int_equal(set->hbm_bytes, 0);
}

static void check_kernels(const given *in, const plan *p)
{
    kernel_call step = plan_step_kernel(&in->g->graph, &in->g->op, in->s, p, in->m);
    kernel_call end = plan_reduce_kernel(&in->g->graph, &in->g->op, in->s, p, in->m);
    double seconds = p->steps * machine_kernel_s(in->m, &step);
    if (end.k > 1)
        seconds += machine_kernel_s(in->m, &end);
    assert_true(seconds == p->compute_s);
    assert_int_equal(end.k > 1, p->reduce_bytes > 0);
}

static void check_op(uint64_t seed, size_t *plans)
{
    arena *a = arena_new();
    random_state r = random_seed(seed);
    random_graph *g = random_op(a, &r);
    machine *m = random_machine(a, &r);
    g->op.store_bytes = random_in(&r, 0, 2) ? 0 : random_in(&r, 1, 1000);
    shard s = {.parts = {1, 1, 1, 1, 1, 1}, .relayout_chip_bytes = 17, .reduce_chip_bytes = random_in(&r, 0, 1) * 5};
    for (uint8_t d = 0; d < g->op.ndims; d++)
        s.parts[d] = g->op.dim[d].size % 2 == 0 ? 2 : 1;
    given in = {.g = g, .s = &s, .m = m};
    plan_set *set = NULL;
    antler_error err = {0};
    assert_int_equal(plans_enumerate(&g->graph, &g->op, &s, m, a, &set, &err), ANTLER_OK);
    for (uint32_t i = 0; i < set->count; i++) {
        check_exchanges(&in, &set->plans[i]);
        check_preloads(&in, set, &set->plans[i]);
        check_kernels(&in, &set->plans[i]);
    }
    *plans += set->count;
    arena_free(a);
}

static void test_traffic_is_what_is_charged(void **state)
{
    (void)state;
    size_t plans = 0;
    for (uint64_t seed = 1; seed <= 1000; seed++)
        check_op(seed, &plans);
    assert_true(plans > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_traffic_is_what_is_charged)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
