/* A point whole: what is refused and how, and that equal points give equal bits: again, from threads, with a cache. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "tiny.h"

static void refused(tiny *t, antler_status status, const char *message)
{
    antler_error err = {0};
    antler_metrics untouched;
    antler_metrics metrics;
    memset(&untouched, 0x55, sizeof untouched);
    memset(&metrics, 0x55, sizeof metrics);
    assert_int_equal(antler_evaluate(&t->point, &metrics, &err), status);
    assert_int_equal(err.status, status);
    assert_string_equal(err.message, message);
    assert_memory_equal(&metrics, &untouched, sizeof metrics);
}

/* All designs are listed, in the order of `antler list designs`. */
static void test_unknown_design(void **state)
{
    (void)state;
    char wanted[256] = "design 'statik' is not known; there are ";
    for (const antler_design_info *d = antler_designs(); d->name; d++) {
        strcat(wanted, d == antler_designs() ? "" : ", ");
        strcat(wanted, d->name);
    }
    strcat(wanted, "; did you mean static");
    tiny t = tiny_open();
    t.point.design = "statik";
    refused(&t, ANTLER_BAD_INPUT, wanted);
    tiny_close(&t);
}

/* 213,632 bytes of weights and KV cache (tests/data/tiny-llama.graph) scaled up by batch and context: 1024 sequences of
 * 16384 tokens have 2 layers x 2 (K, V) x 2 heads x 16 x 2 bytes = 256 bytes a token, 4,294,967,296 bytes; weights are
 * 205,440. In 1 GiB: 1,073,741,824. */
static void test_hbm_too_small(void **state)
{
    (void)state;
    tiny t = tiny_open();
    t.point.workload.batch = 1024;
    t.point.workload.context = 16384;
    tiny_set(&t, "hbm.capacity", "1 GiB");
    refused(&t, ANTLER_INFEASIBLE, "weights and KV cache need 4.3 GB of HBM, 1.1 GB are there: 3.2 GB missing");
    tiny_close(&t);
}

static void test_element_size(void **state)
{
    (void)state;
    tiny t = tiny_open();
    t.point.workload.dtype = ANTLER_INT8;
    refused(&t, ANTLER_INFEASIBLE, "the chip's kernels have no times for elements of 1 bytes");
    tiny_close(&t);
}

/* LM head: 320 columns of 64 on 64 cores do not fit 1 KiB less what is reserved. */
static void test_sram_too_small(void **state)
{
    (void)state;
    for (const antler_design_info *d = antler_designs(); d->name; d++) {
        tiny t = tiny_open();
        antler_error err = {0};
        antler_metrics metrics;
        tiny_set(&t, "core.sram", "1 KiB");
        tiny_set(&t, "core.reserved", "1000 B");
        t.point.design = d->name;
        assert_int_equal(antler_evaluate(&t.point, &metrics, &err), ANTLER_INFEASIBLE);
        char name[64];
        char unit[8];
        double needs = 0, there = 0, missing = 0;
        assert_int_equal(sscanf(err.message,
                                "operator '%63[^']' needs %lf %7s of a core's SRAM, %lf B are free: %lf B missing",
                                name, &needs, unit, &there, &missing),
                         5);
        assert_true(there <= 24 && missing > 0);
        tiny_close(&t);
    }
}

static antler_metrics evaluate(const antler_point *p)
{
    antler_error err = {0};
    antler_metrics metrics;
    if (antler_evaluate(p, &metrics, &err) != ANTLER_OK)
        fail_msg("%s", err.message);
    metrics.value[ANTLER_M_compile_s] = metrics.value[ANTLER_M_simulate_s] = 0;
    return metrics;
}

static void test_same_bits(void **state)
{
    (void)state;
    for (const antler_design_info *d = antler_designs(); d->name; d++) {
        tiny t = tiny_open();
        t.point.design = d->name;
        antler_metrics first = evaluate(&t.point);
        antler_metrics again = evaluate(&t.point);
        t.point.cache = antler_cache_new(1 << 20);
        assert_non_null(t.point.cache);
        antler_metrics filling = evaluate(&t.point);
        antler_metrics cached = evaluate(&t.point);
        antler_cache_free(t.point.cache);
        t.point.cache = antler_cache_new(2000); /* too small for what it gets */
        assert_non_null(t.point.cache);
        antler_metrics evicting = evaluate(&t.point);
        antler_cache_free(t.point.cache);
        assert_memory_equal(&first, &again, sizeof first);
        assert_memory_equal(&first, &filling, sizeof first);
        assert_memory_equal(&first, &cached, sizeof first);
        assert_memory_equal(&first, &evicting, sizeof first);
        tiny_close(&t);
    }
}

enum { THREADS = 4, POINTS = 6 };

typedef struct worker {
    antler_point points[POINTS];
    unsigned from;
    antler_metrics out[POINTS];
} worker;

static void *work(void *self)
{
    worker *w = self;
    for (unsigned i = 0; i < POINTS; i++) {
        unsigned k = (w->from + i) % POINTS;
        antler_error err = {0};
        if (antler_evaluate(&w->points[k], &w->out[k], &err) != ANTLER_OK)
            w->out[k].value[0] = NAN;
        w->out[k].value[ANTLER_M_compile_s] = w->out[k].value[ANTLER_M_simulate_s] = 0;
    }
    return NULL;
}

/* Every thread evaluates all points, each from another one on, out of one cache that is too small for all. */
static void test_threads(void **state)
{
    (void)state;
    tiny t = tiny_open();
    worker w[THREADS];
    pthread_t threads[THREADS];
    antler_metrics alone[POINTS];
    antler_cache *cache = antler_cache_new(100 << 10);
    assert_non_null(cache);
    for (unsigned k = 0; k < POINTS; k++) {
        t.point.workload.batch = 1 + k / 2;
        t.point.design = k % 2 ? "static" : "basic";
        alone[k] = evaluate(&t.point);
        for (unsigned i = 0; i < THREADS; i++) {
            w[i].points[k] = t.point;
            w[i].points[k].cache = cache;
        }
    }
    for (unsigned i = 0; i < THREADS; i++) {
        w[i].from = i;
        assert_int_equal(pthread_create(&threads[i], NULL, work, &w[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_memory_equal(w[i].out, alone, sizeof alone);
    }
    antler_cache_free(cache);
    tiny_close(&t);
}

/* The bound is below, and the ratio to it is that of the latencies. */
static void test_order_of_designs(void **state)
{
    (void)state;
    tiny t = tiny_open();
    t.point.design = "ideal";
    double ideal = evaluate(&t.point).value[ANTLER_M_latency_ms];
    t.point.design = "static";
    antler_metrics split = evaluate(&t.point);
    t.point.design = "basic";
    antler_metrics basic = evaluate(&t.point);
    assert_true(ideal <= split.value[ANTLER_M_latency_ms]);
    assert_true(ideal <= basic.value[ANTLER_M_latency_ms]);
    assert_true(fabs(split.value[ANTLER_M_ideal_ratio] * split.value[ANTLER_M_latency_ms] - ideal) <= 1e-12 * ideal);
    tiny_close(&t);
}

static void test_free_nothing(void **state)
{
    (void)state;
    antler_cache_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_unknown_design),   cmocka_unit_test(test_hbm_too_small),
                                       cmocka_unit_test(test_element_size),     cmocka_unit_test(test_sram_too_small),
                                       cmocka_unit_test(test_same_bits),        cmocka_unit_test(test_threads),
                                       cmocka_unit_test(test_order_of_designs), cmocka_unit_test(test_free_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
