/* The ideal bound worked out on paper: max over k of (loads of 1..k) + (executes of k..n), loads and executes the least
 * over all plans. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "support/hand.h"

static double ideal_ns(const hand_op *ops, uint32_t count)
{
    arena *a = arena_new();
    schedule_output out = {0};
    antler_error err = {0};
    schedule_input *in = hand_input(a, 1000, ops, count);
    assert_int_equal(schedule_ideal(in, a, &out, &err), ANTLER_OK);
    assert_null(out.program);
    arena_free(a);
    return out.latency_s / NS;
}

static void is(double got, double wanted)
{
    if (fabs(got - wanted) > 1e-9 * wanted)
        fail_msg("%.12g ns, not %.12g", got, wanted);
}

/* Loads 50, 60, -, 200; executes 100, 400 + 100, 400 + 100, 100. From op0 on: 50 + 1200; op1: 110 + 1100; op3: 310 +
 * 100. The fastest plan counts though it is the largest, and SRAM for all of it there is not. */
static void test_executes_decide(void **state)
{
    (void)state;
    const hand_op ops[] = {{{-1, -1},
                            {{.sram = 100, .hold = 10, .steps = 7, .states = {{50, 150}}},
                             {.sram = 900, .hold = 900, .steps = 1, .states = {{70, 150}}}},
                            0},
                           {{0, -1}, {{.sram = 900, .hold = 10, .steps = 1, .states = {{60, 150}, {200, 0}}}}, 0},
                           {{1, -1}, {{.sram = 900, .hold = 10, .steps = 1}}, 0},
                           {{-1, -1}, {{.sram = 900, .hold = 10, .steps = 1, .states = {{200, 0}}}}, 0}};
    is(ideal_ns(ops, 4), 50 + 100 + 500 + 500 + 100);
}

/* Loads 900, 700, 800, executes 100 each: all loads, then the last execute. */
static void test_loads_decide(void **state)
{
    (void)state;
    const hand_op ops[] = {{{-1, -1}, {{.sram = 950, .hold = 10, .steps = 1, .states = {{900, 0}}}}, 0},
                           {{-1, -1}, {{.sram = 950, .hold = 10, .steps = 1, .states = {{700, 0}}}}, 0},
                           {{-1, -1}, {{.sram = 950, .hold = 10, .steps = 1, .states = {{800, 0}}}}, 0}};
    is(ideal_ns(ops, 3), 900 + 700 + 800 + 100);
}

/* The middle decides: loads 100, 900, 100, executes 100, 900, 100. op0: 100 + 1100; op1: 1000 + 1000; op2: 1100 + 100.
 */
static void test_middle_decides(void **state)
{
    (void)state;
    const hand_op ops[] = {{{-1, -1}, {{.sram = 950, .hold = 10, .steps = 1, .states = {{100, 0}}}}, 0},
                           {{-1, -1}, {{.sram = 950, .hold = 10, .steps = 9, .states = {{900, 0}}}}, 0},
                           {{-1, -1}, {{.sram = 950, .hold = 10, .steps = 1, .states = {{100, 0}}}}, 0}};
    is(ideal_ns(ops, 3), 2000);
}

/* Below 20 bytes HBM's bandwidth is what a load takes: 200 bytes at 10 bytes/ns. */
static void test_hbm_decides(void **state)
{
    (void)state;
    const hand_op ops[] = {{{-1, -1}, {{.sram = 950, .hold = 10, .steps = 1, .states = {{5, 15}}}}, 0}};
    is(ideal_ns(ops, 1), 20 + 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_executes_decide), cmocka_unit_test(test_loads_decide),
                                       cmocka_unit_test(test_middle_decides), cmocka_unit_test(test_hbm_decides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
