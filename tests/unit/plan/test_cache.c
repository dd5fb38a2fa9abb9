/* The plan cache: what it gives is what the search finds, within its bytes, whoever asks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "plan/cache.h"
#include "support/one_line.h"
#include "support/random.h"
#include "support/random_op.h"

enum { OPERATORS = 24, THREADS = 4, ASKED = 200 };

static const shard uncut = {.parts = {1, 1, 1, 1, 1, 1}};

static bool same_sets(const plan_set *a, const plan_set *b)
{
    if (a->count != b->count || memcmp(&a->counts, &b->counts, sizeof a->counts) != 0 || a->hbm_bytes != b->hbm_bytes ||
        a->least_sram != b->least_sram)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        plan p = a->plans[i];
        plan q = b->plans[i];
        if (p.npreloads != q.npreloads ||
            (p.npreloads > 0 && memcmp(p.preloads, q.preloads, p.npreloads * sizeof *p.preloads) != 0))
            return false;
        p.preloads = q.preloads = NULL;
        if (memcmp(&p, &q, sizeof p) != 0)
            return false;
    }
    return true;
}

typedef struct shop {
    arena *a;
    random_graph *ops[OPERATORS];
    plan_set *sets[OPERATORS]; /* found without a cache */
    machine *m;
    plan_cache *cache;
    atomic_uint wrong;
} shop;

static void open_shop(shop *s, size_t bytes)
{
    *s = (shop){.a = arena_new(), .cache = plan_cache_new(bytes)};
    random_state r = random_seed(5);
    antler_error err = {0};
    s->m = machine_from(s->a, "chip.cores=12");
    assert_non_null(s->cache);
    for (uint32_t i = 0; i < OPERATORS; i++) {
        s->ops[i] = random_op(s->a, &r);
        assert_int_equal(plan_cache_get(NULL, &s->ops[i]->graph, &s->ops[i]->op, &uncut, s->m, s->a, &s->sets[i], &err),
                         ANTLER_OK);
    }
}

static void close_shop(shop *s)
{
    plan_cache_free(s->cache);
    arena_free(s->a);
}

static bool ask(shop *s, uint32_t i)
{
    arena *a = arena_new();
    plan_set *set = NULL;
    antler_error err = {0};
    bool right =
        plan_cache_get(s->cache, &s->ops[i]->graph, &s->ops[i]->op, &uncut, s->m, a, &set, &err) == ANTLER_OK &&
        same_sets(set, s->sets[i]);
    arena_free(a);
    return right;
}

static void test_hits_are_what_is_found(void **state)
{
    (void)state;
    shop s;
    open_shop(&s, 64 << 20);
    for (uint32_t i = 0; i < OPERATORS; i++)
        assert_true(ask(&s, i));
    plan_cache_stats first = plan_cache_statistics(s.cache);
    assert_int_equal(first.hits + first.misses, OPERATORS); /* operators of equal shape hit */
    for (uint32_t i = 0; i < OPERATORS; i++)
        assert_true(ask(&s, i));
    plan_cache_stats second = plan_cache_statistics(s.cache);
    assert_int_equal(second.hits, first.hits + OPERATORS);
    assert_int_equal(second.misses, first.misses);
    assert_int_equal(second.evicted, 0);
    assert_int_equal(second.bytes, first.bytes);
    close_shop(&s);
}

static void test_other_machines_miss(void **state)
{
    (void)state;
    static const char *const others[] = {
        "chip.cores=11", "chip.cores=12; core.sram=32 KiB", "chip.cores=12; chip.clock=2 GHz",
        ("chip.cores=12; core.kernels=parametric; core.matrix_m=2; core.matrix_n=4; core.matrix_k=2;"
         "core.matrix_cycles=8; core.vector_lanes=2")};
    shop s;
    open_shop(&s, 64 << 20);
    assert_true(ask(&s, 0));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        uint64_t misses = plan_cache_statistics(s.cache).misses;
        s.m = machine_from(s.a, others[i]);
        (void)ask(&s, 0);
        assert_int_equal(plan_cache_statistics(s.cache).misses, misses + 1);
    }
    s.m = machine_from(s.a, "chip.cores=12; noc.bandwidth=3 GB/s; hbm.bandwidth=77 GB/s; noc.sync=1 ns");
    uint64_t hits = plan_cache_statistics(s.cache).hits;
    assert_true(ask(&s, 0)); /* bandwidths do not matter */
    assert_int_equal(plan_cache_statistics(s.cache).hits, hits + 1);
    close_shop(&s);
}

static void test_stays_within_bytes(void **state)
{
    (void)state;
    shop s;
    size_t limit = 6 << 10;
    open_shop(&s, limit);
    for (uint32_t round = 0; round < 3; round++)
        for (uint32_t i = 0; i < OPERATORS; i++) {
            assert_true(ask(&s, i));
            assert_true(plan_cache_statistics(s.cache).bytes <= limit);
        }
    assert_true(plan_cache_statistics(s.cache).evicted > 0);
    close_shop(&s);
}

static void *ask_many(void *self)
{
    shop *s = self;
    random_state r = random_seed(13);
    for (int i = 0; i < ASKED; i++)
        if (!ask(s, (uint32_t)random_in(&r, 0, OPERATORS - 1)))
            atomic_fetch_add(&s->wrong, 1);
    return NULL;
}

static void test_many_threads(void **state)
{
    (void)state;
    shop s;
    open_shop(&s, 6 << 10); /* too small for all: entries come and go */
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask_many, &s), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(s.wrong, 0);
    plan_cache_stats stats = plan_cache_statistics(s.cache);
    assert_int_equal(stats.hits + stats.misses, THREADS * ASKED);
    close_shop(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hits_are_what_is_found),
        cmocka_unit_test(test_other_machines_miss),
        cmocka_unit_test(test_stays_within_bytes),
        cmocka_unit_test(test_many_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
