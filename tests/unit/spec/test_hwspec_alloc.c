/* Loading a hwspec with the n-th allocation failing, for every n: out of memory is reported, nothing leaks, the output
 * is untouched. malloc and its kin are replaced at link time in all objects of ours; libyaml is a shared library and
 * keeps its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include <antler/hwspec.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *old);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *old);

static long calls, fail_at, live; /* fail_at 0: never */

static int refused(void)
{
    return ++calls == fail_at;
}

static void *counted(void *piece)
{
    live += piece != NULL;
    return piece;
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
    void *piece = __real_realloc(old, size);
    live += piece && !old;
    return piece;
}

void __wrap_free(void *old)
{
    live -= old != NULL;
    __real_free(old);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    long failures = 0;
    for (long n = 1;; n++) {
        antler_hwspec *spec = NULL;
        antler_error err = {.status = ANTLER_OK};
        calls = live = 0;
        fail_at = n;
        antler_status status = antler_hwspec_load("ipu-pod4", &spec, &err);
        fail_at = 0;
        if (status == ANTLER_OK) {
            assert_true(calls < n); /* only when no call failed */
            antler_hwspec_free(spec);
            assert_int_equal(live, 0);
            break;
        }
        failures++;
        assert_int_equal(status, ANTLER_NO_MEMORY);
        assert_int_equal(err.status, ANTLER_NO_MEMORY);
        assert_string_equal(err.message, "out of memory");
        assert_null(spec);
        assert_int_equal(live, 0);
    }
    assert_true(failures >= 4); /* the file's text, the spec, the arena and its first block */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
