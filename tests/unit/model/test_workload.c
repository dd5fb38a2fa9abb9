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
                                       cmocka_unit_test(workloads_are_checked)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
