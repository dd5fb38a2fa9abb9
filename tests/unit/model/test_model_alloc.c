/* Loading a model and building its graph with the n-th allocation failing, for every n: out of memory is reported,
 * nothing leaks, outputs are untouched. malloc and its kin are replaced at link time in our objects; jansson, a shared
 * library, is given one that fails too. It turns a few failures into wrong strings (hf.c): then a refusal of the file
 * is as good, but what is loaded must be right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <jansson.h>

#include "base/arena.h"
#include "model/graph.h"

#define TINY_CONTENT                                                                                                   \
    "{\"family\":\"llama\",\"ffn\":96,\"head_dim\":16,\"heads\":4,\"hidden\":64,\"kv_heads\":2,\"layers\":2,"          \
    "\"vocabulary\":320}"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *old);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *old);

static long calls, fail_at, live; /* fail_at 0: never */
static int failed_in_jansson;

static int refused(void)
{
    if (++calls != fail_at)
        return 0;
    errno = ENOMEM; /* as malloc does */
    return 1;
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

static void *jansson_malloc(size_t size)
{
    failed_in_jansson |= calls + 1 == fail_at;
    return __wrap_malloc(size);
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

/* Load and build once; everything is freed again. */
static antler_status attempt(antler_error *err)
{
    antler_model *model = NULL;
    graph *g = NULL;
    antler_workload w = {.batch = 32, .context = 2048, .dtype = ANTLER_FP16};
    antler_status status = antler_model_load(TEST_DATA "/tiny-llama.json", &model, err);
    assert_true(status ? !model : model != NULL);
    if (status)
        return status;
    assert_string_equal(antler_model_content(model), TINY_CONTENT);
    arena *a = arena_new();
    status = a ? graph_build(model, &w, a, &g, err) : ANTLER_NO_MEMORY;
    assert_true(status ? !g : g != NULL);
    if (!a)
        (void)snprintf(err->message, sizeof err->message, "out of memory");
    arena_free(a);
    antler_model_free(model);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    long failures = 0;
    for (long n = 1;; n++) {
        antler_error err = {.message = ""};
        calls = live = failed_in_jansson = 0;
        fail_at = n;
        antler_status status = attempt(&err);
        fail_at = 0;
        assert_int_equal(live, 0);
        if (status == ANTLER_OK && calls < n)
            break; /* no call failed */
        if (status == ANTLER_OK)
            continue; /* jansson did without */
        if (failed_in_jansson && status == ANTLER_BAD_INPUT)
            continue;
        failures++;
        if (status != ANTLER_NO_MEMORY)
            fail_msg("allocation %ld: %s", n, err.message);
        assert_string_equal(err.message, "out of memory");
    }
    assert_true(failures > 30); /* text, JSON values, model, its name and content, arena blocks, the check's tables */
}

int main(void)
{
    json_set_alloc_funcs(jansson_malloc, __wrap_free);
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
