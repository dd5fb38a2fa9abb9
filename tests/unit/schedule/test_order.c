/* The search over preload orders against all permutations, on random chains taken as one layer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "schedule/order.h"
#include "support/chain.h"
#include "support/layers.h"

enum { MOST_OPS = 10 };

typedef struct permutations {
    contest *c;
    const choice *choices;
    uint32_t count, nheavy;
    uint32_t loaders[MOST_OPS];
    bool heavy[MOST_OPS], used[MOST_OPS];
    uint32_t order[MOST_OPS];
} permutations;

static uint64_t loaded(const schedule_input *in, uint32_t op, const choice *c)
{
    traffic preload;
    traffic redistribute;
    plan_preload_traffic(in->g, &in->g->ops[op], &in->shards[op], c->plan, c->state, in->m, &preload, &redistribute);
    return preload.unique;
}

static void find_loaders(permutations *p)
{
    const schedule_input *in = p->c->in;
    uint64_t total = 0;
    for (uint32_t i = 0; i < in->g->nops; i++)
        if (p->choices[i].plan->npreloads > 0) {
            p->loaders[p->count++] = i;
            total += loaded(in, i, &p->choices[i]);
        }
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t op = p->loaders[i];
        p->heavy[i] = loaded(in, op, &p->choices[op]) * in->g->nops > total;
        p->nheavy += p->heavy[i];
    }
}

static void try_all(permutations *p, uint32_t at)
{
    if (at == p->count) {
        preload_queue queue = {.count = p->count, .op = p->order};
        assert_int_equal(contest_enter(p->c, p->choices, &queue, NULL), ANTLER_OK);
        return;
    }
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->used[i] || (i != at && !(p->heavy[i] && p->heavy[at])))
            continue;
        p->used[i] = true;
        p->order[at] = p->loaders[i];
        try_all(p, at + 1);
        p->used[i] = false;
    }
}

/* False when the chain does not run at all. */
static bool same_best(uint64_t seed, uint32_t *improved)
{
    arena *a = arena_new();
    random_state r = random_seed(seed);
    antler_error err = {0};
    const machine *m = chain_machine(a, &r);
    const schedule_input *in = chain_plans(a, chain_random(a, &r, MOST_OPS), m);
    schedule_output basic = {0};
    contest search;
    contest all;
    bool runs = schedule_basic(in, a, &basic, &err) == ANTLER_OK;
    if (runs) {
        assert_int_equal(contest_open(&search, in, 0, a, &err), ANTLER_OK);
        assert_int_equal(contest_open(&all, in, 0, a, &err), ANTLER_OK);
        assert_int_equal(contest_enter(&search, basic.choices, NULL, NULL), ANTLER_OK);
        assert_int_equal(contest_enter(&all, basic.choices, NULL, NULL), ANTLER_OK);
        double before = search.best.seconds;
        permutations p = {.c = &all, .choices = basic.choices};
        find_loaders(&p);
        runs = p.nheavy >= 2 && p.nheavy <= 6;
        if (runs) {
            try_all(&p, 0);
            period layer = {.first = 0, .length = in->g->nops, .count = 1};
            assert_int_equal(order_search(&search, &layer, UINT32_MAX), ANTLER_OK);
            if (search.best.seconds != all.best.seconds)
                fail_msg("seed %llu: %.17g, of all permutations %.17g", (unsigned long long)seed, search.best.seconds,
                         all.best.seconds);
            assert_true(search.judged <= all.judged);
            *improved += search.best.seconds < before;
        }
    }
    arena_free(a);
    return runs;
}

static void test_against_all_permutations(void **state)
{
    (void)state;
    uint32_t compared = 0;
    uint32_t improved = 0;
    for (uint64_t seed = 1; seed <= 400; seed++)
        compared += same_best(seed, &improved);
    assert_true(compared > 100);
    assert_true(improved > 10);
}

/* No more orders are judged than the effort says. */
static void test_effort(void **state)
{
    (void)state;
    arena *a = arena_new();
    antler_error err = {0};
    const schedule_input *in = layers_input(a, 3, layers_machine(a));
    schedule_output basic = {0};
    contest c;
    period layers = {0};
    assert_int_equal(schedule_basic(in, a, &basic, &err), ANTLER_OK);
    assert_int_equal(contest_open(&c, in, 0, a, &err), ANTLER_OK);
    assert_int_equal(contest_enter(&c, basic.choices, NULL, NULL), ANTLER_OK);
    assert_true(period_find(in, &layers));
    assert_int_equal(order_search(&c, &layers, 2), ANTLER_OK);
    assert_true(c.judged <= 3);
    arena_free(a);
}

/* Layers of three loaders, 10 12 13 and 20 22 23, 5 and 30 outside them; the first layer's order is 13 10 12. */
static void test_apply(void **state)
{
    (void)state;
    period layers = {.first = 10, .length = 10, .count = 2};
    uint32_t from[] = {5, 13, 10, 12, 23, 20, 22, 30};
    uint32_t to[] = {5, 10, 12, 13, 20, 22, 23, 30, 32, 33, 40};
    const uint32_t wanted[] = {5, 13, 10, 12, 23, 20, 22, 33, 30, 32, 40};
    period more = {.first = 10, .length = 10, .count = 3};
    preload_queue a = {.count = 8, .op = from};
    preload_queue b = {.count = 11, .op = to};
    assert_true(order_apply(&layers, &a, &more, &b));
    assert_memory_equal(to, wanted, sizeof wanted);
    uint32_t in_order[] = {5, 10, 12, 13, 20};
    preload_queue c = {.count = 5, .op = in_order};
    assert_false(order_apply(&layers, &c, &more, &b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_all_permutations), cmocka_unit_test(test_effort),
                                       cmocka_unit_test(test_apply)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
