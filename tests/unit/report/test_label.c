/* Axis labels say the unit once, in words that people use. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "report/label.h"

static void test_axis(void **state)
{
    (void)state;
    static const struct {
        column c;
        const char *axis;
    } cases[] = {
        {{"latency_ms", "ms", ""}, "latency (ms)"},
        {{"hbm_bandwidth_gbps", "1e9 bytes/s", ""}, "HBM bandwidth (GB/s)"},
        {{"core_sram_kib", "KiB", ""}, "core SRAM (KiB)"},
        {{"noc_peak_link_util", "1", ""}, "NoC peak link utilization"},
        {{"tokens_per_s", "1/s", ""}, "tokens per s"},
        {{"tflops", "TFLOP/s", ""}, "TFLOP/s"},
        {{"chip_cores", "", ""}, "chip cores"},
        {{"compile_s", "s", ""}, "compile (s)"},
        {{"speed", "m/s", ""}, "speed (m/s)"},
    };
    arena *a = arena_new();
    assert_non_null(a);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(label_axis(&cases[i].c, a), cases[i].axis);
    arena_free(a);
}

static void test_numbers_keep_every_bit(void **state)
{
    (void)state;
    char text[NUMBER_TEXT];
    uint64_t seed = 7;
    for (int i = 0; i < 10000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        double number = (double)(int64_t)seed / 3.0, back = 0;
        assert_int_equal(sscanf(number_exact(number, text), "%lf", &back), 1);
        assert_true(back == number);
    }
    assert_string_equal(number_exact(0.1, text), "0.1");
    assert_string_equal(number_exact(4e12, text), "4000000000000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_axis), cmocka_unit_test(test_numbers_keep_every_bit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
