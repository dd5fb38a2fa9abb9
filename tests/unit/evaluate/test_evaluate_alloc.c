/* Evaluating a tiny point with the n-th allocation failing, for every n: out of memory is reported, nothing leaks, the
 * output is untouched. A cache may do without: then the numbers are the same. malloc and its kin are replaced at link
 * time in our objects; what libc allocates itself (open_memstream) and we free is not counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tiny.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *old);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *old);

enum { MOST_LIVE = 4096 };

static long calls, fail_at; /* fail_at 0: never */
static void *pieces[MOST_LIVE];
static size_t live;

static int refused(void)
{
    if (++calls != fail_at)
        return 0;
    errno = ENOMEM;
    return 1;
}

static void *counted(void *piece)
{
    if (piece) {
        assert_true(live < MOST_LIVE);
        pieces[live++] = piece;
    }
    return piece;
}

static void forget(const void *piece)
{
    for (size_t i = live; i-- > 0;)
        if (pieces[i] == piece) {
            pieces[i] = pieces[--live];
            return;
        }
}

void *__wrap_malloc(size_t size)
{
    return refused() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refused() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    if (refused())
        return NULL;
    forget(old);
    return counted(__real_realloc(old, size));
}

void __wrap_free(void *old)
{
    forget(old);
    __real_free(old);
}

static antler_status evaluate(antler_point *p, size_t cache_bytes, antler_metrics *out, antler_error *err)
{
    p->cache = cache_bytes > 0 ? antler_cache_new(cache_bytes) : NULL;
    if (cache_bytes > 0 && !p->cache) {
        memcpy(err->message, "out of memory", sizeof "out of memory");
        return err->status = ANTLER_NO_MEMORY;
    }
    antler_status status = antler_evaluate(p, out, err);
    antler_cache_free(p->cache);
    return status;
}

static void every_allocation_may_fail(const char *design, size_t cache_bytes)
{
    tiny t = tiny_open();
    t.point.design = design;
    tiny_set(&t, "chip.cores", "1"); /* few plans, few splits: it is done some thousand times */
    bool bound = strcmp(design, "ideal") == 0;
    t.point.dump = bound ? 0 : ANTLER_DUMP_PLAN | ANTLER_DUMP_EXPLANATION | ANTLER_DUMP_EXPLANATION_JSON;
    t.point.dump_to = fopen("/dev/null", "w");
    assert_non_null(t.point.dump_to);
    size_t kept = live;
    long failures = 0;
    antler_metrics wanted;
    antler_error err = {0};
    assert_int_equal(evaluate(&t.point, cache_bytes, &wanted, &err), ANTLER_OK);
    for (long n = 1;; n += 1 + n / 256) {
        antler_metrics metrics;
        antler_metrics untouched;
        memset(&metrics, 0x55, sizeof metrics);
        memset(&untouched, 0x55, sizeof untouched);
        calls = 0;
        fail_at = n;
        antler_status status = evaluate(&t.point, cache_bytes, &metrics, &err);
        fail_at = 0;
        assert_int_equal(live, kept);
        if (status == ANTLER_OK) {
            metrics.value[ANTLER_M_compile_s] = wanted.value[ANTLER_M_compile_s];
            metrics.value[ANTLER_M_simulate_s] = wanted.value[ANTLER_M_simulate_s];
            assert_memory_equal(&metrics, &wanted, sizeof metrics);
            if (calls < n)
                break;
            continue; /* the cache does without */
        }
        failures++;
        if (status != ANTLER_NO_MEMORY)
            fail_msg("%s, allocation %ld: %s", design, n, err.message);
        assert_string_equal(err.message, "out of memory");
        assert_memory_equal(&metrics, &untouched, sizeof metrics);
    }
    assert_true(failures > 50);
    (void)fclose(t.point.dump_to);
    tiny_close(&t);
}

static void test_designs(void **state)
{
    (void)state;
    for (const antler_design_info *d = antler_designs(); d->name; d++)
        every_allocation_may_fail(d->name, 0);
}

static void test_cache(void **state)
{
    (void)state;
    every_allocation_may_fail("basic", 1 << 20);
    every_allocation_may_fail("basic", 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_designs), cmocka_unit_test(test_cache)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
