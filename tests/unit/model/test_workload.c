/* Words of phases and dtypes, and sizes of dtypes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/workload.h"

static void words_read_back(void **state)
{
    (void)state;
    for (int i = ANTLER_DECODE; i <= ANTLER_TRAIN_FORWARD; i++) {
        antler_phase phase = ANTLER_DECODE;
        assert_int_equal(antler_phase_parse(antler_phase_name((antler_phase)i), &phase, NULL), ANTLER_OK);
        assert_int_equal(phase, i);
    }
    for (int i = ANTLER_FP32; i <= ANTLER_INT4; i++) {
        antler_dtype dtype = ANTLER_FP32;
        assert_int_equal(antler_dtype_parse(antler_dtype_name((antler_dtype)i), &dtype, NULL), ANTLER_OK);
        assert_int_equal(dtype, i);
    }
    assert_string_equal(antler_phase_name((antler_phase)7), "?");
    assert_string_equal(antler_dtype_name((antler_dtype)-1), "?");
}

static void other_words_are_refused(void **state)
{
    (void)state;
    antler_error err;
    antler_phase phase = ANTLER_PREFILL;
    antler_dtype dtype = ANTLER_BF16;
    assert_int_equal(antler_phase_parse("Decode", &phase, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "phase 'Decode' is not known; expected one of: decode, prefill, train-forward");
    assert_int_equal(antler_dtype_parse("", &dtype, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "dtype '' is not known; expected one of: fp32, fp16, bf16, fp8, int8, int4");
    assert_int_equal(phase, ANTLER_PREFILL);
    assert_int_equal(dtype, ANTLER_BF16);
}

/* One word, or three: weights, KV cache, activations. What is alike is one word again. */
static void dtypes_of_three_kinds(void **state)
{
    (void)state;
    const char *const words[][2] = {{"fp16", "fp16"},
                                    {"int4/fp8/bf16", "int4/fp8/bf16"},
                                    {"fp16/fp16/fp16", "fp16"},
                                    {"fp16/fp8/fp16", "fp16/fp8/fp16"}};
    antler_error err;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        antler_workload w = {.weights = 3, .kv = 3};
        assert_int_equal(antler_workload_set_dtype(&w, words[i][0], &err), ANTLER_OK);
        assert_string_equal(antler_workload_dtype(&w).text, words[i][1]);
    }
    antler_workload w = {.dtype = ANTLER_FP8};
    assert_int_equal(antler_workload_set_dtype(&w, "int4/fp8/bf16", &err), ANTLER_OK);
    assert_int_equal(workload_weights(&w), ANTLER_INT4);
    assert_int_equal(workload_kv(&w), ANTLER_FP8);
    assert_int_equal(w.dtype, ANTLER_BF16);
    const char *const bad[][2] = {
        {"int4/fp16", "dtype 'int4/fp16' has two parts; give one, or three: weights/KV cache/activations"},
        {"fp8/fp8/fp8/fp8", "dtype 'fp8/fp8/fp8/fp8' has more than three parts; give weights/KV/activations"},
        {"fp8//fp8", "dtype '' is not known; expected one of: fp32, fp16, bf16, fp8, int8, int4"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(antler_workload_set_dtype(&w, bad[i][0], &err), ANTLER_BAD_INPUT);
        assert_string_equal(err.message, bad[i][1]);
        assert_string_equal(antler_workload_dtype(&w).text, "int4/fp8/bf16");
    }
}

static void workloads_are_checked(void **state)
{
    (void)state;
    antler_error err;
    antler_workload w = {.batch = 1, .context = 1};
    assert_int_equal(workload_check(&w, &err), ANTLER_OK);
    w.context = 0;
    assert_int_equal(workload_check(&w, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "context is 0; it must be at least 1");
    w = (antler_workload){.batch = 1, .context = 1, .dtype = (antler_dtype)6};
    assert_int_equal(workload_check(&w, &err), ANTLER_BAD_INPUT);
    w = (antler_workload){.batch = 1, .context = 1, .phase = (antler_phase)3};
    assert_int_equal(workload_check(&w, &err), ANTLER_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_read_back), cmocka_unit_test(other_words_are_refused),
                                       cmocka_unit_test(dtypes_of_three_kinds),
                                       cmocka_unit_test(workloads_are_checked)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
