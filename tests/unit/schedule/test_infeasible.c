/* What is said of operators that do not fit: the one that really does not, and how much is missing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/hand.h"

static void expect(const char *design, const hand_op *ops, uint32_t count, uint64_t sram, const char *message)
{
    arena *a = arena_new();
    schedule_output out = {0};
    antler_error err = {0};
    schedule_input *in = hand_input(a, sram, ops, count);
    assert_int_equal(design_find(design, NULL)->schedule(in, a, &out, &err), ANTLER_INFEASIBLE);
    assert_string_equal(err.message, message);
    assert_null(out.program);
    arena_free(a);
}

static void expect_all(const hand_op *ops, uint32_t count, uint64_t sram, const char *message)
{
    expect("basic", ops, count, sram, message);
    expect("static", ops, count, sram, message);
}

/* No plan of the set fits the core at all: the set is empty and knows the least state there would be. */
static void test_no_plan(void **state)
{
    (void)state;
    const hand_op ops[] = {{{-1, -1}, {{.sram = 100, .steps = 1}}, 0}, {{-1, -1}, {{0}}, 831488}};
    expect_all(ops, 2, 1024, "operator 'op1' needs 812.0 KiB of a core's SRAM, 1.0 KiB are free: 811.0 KiB missing");
    expect("ideal", ops, 2, 1024,
           "operator 'op1' needs 812.0 KiB of a core's SRAM, 1.0 KiB are free: 811.0 KiB missing");
}

/* op2 has a plan of 700 bytes, but 300 + 100 of the two outputs before it are kept: 1000 - 400 are free. op1 needs more
 * SRAM than op2 and fits. */
static void test_beside_kept_outputs(void **state)
{
    (void)state;
    const hand_op ops[] = {{{-1, -1}, {{.sram = 400, .hold = 300, .steps = 1}}, 0},
                           {{-1, -1}, {{.sram = 700, .hold = 100, .steps = 1}}, 0},
                           {{0, 1}, {{.sram = 700, .hold = 10, .steps = 1}, {.sram = 800, .hold = 10, .steps = 1}}, 0}};
    expect_all(ops, 3, 1000, "operator 'op2' needs 700 B of a core's SRAM, 600 B are free: 100 B missing");
}

/* The faster plan of op0 keeps 500 bytes and leaves 400 for op1, the slower one keeps 350 and leaves 550: of two splits
 * that fail, the nearer to fitting is told by static; basic knows the fastest only. */
static void test_nearest_split(void **state)
{
    (void)state;
    const hand_op ops[] = {
        {{-1, -1}, {{.sram = 600, .hold = 350, .steps = 2}, {.sram = 700, .hold = 500, .steps = 1}}, 0},
        {{0, -1}, {{.sram = 560, .hold = 10, .steps = 1}}, 0}};
    expect("basic", ops, 2, 900, "operator 'op1' needs 560 B of a core's SRAM, 400 B are free: 160 B missing");
    expect("static", ops, 2, 900, "operator 'op1' needs 560 B of a core's SRAM, 550 B are free: 10 B missing");
}

/* A split that keeps less makes feasible what the whole SRAM is not: op1 fits beside op0's slower plan only. */
static void test_smaller_part_fits(void **state)
{
    (void)state;
    const hand_op ops[] = {
        {{-1, -1}, {{.sram = 600, .hold = 100, .steps = 2}, {.sram = 900, .hold = 500, .steps = 1}}, 0},
        {{0, -1}, {{.sram = 600, .hold = 10, .steps = 1}}, 0}};
    arena *a = arena_new();
    schedule_output out = {0};
    antler_error err = {0};
    schedule_input *in = hand_input(a, 1000, ops, 2);
    assert_int_equal(design_find("static", NULL)->schedule(in, a, &out, &err), ANTLER_OK);
    assert_int_equal(out.choices[0].plan->sram_bytes, 600);
    arena_free(a);
    expect("basic", ops, 2, 1000, "operator 'op1' needs 600 B of a core's SRAM, 500 B are free: 100 B missing");
}

/* A least state that needs all there is is no obstacle: it waits for the end of the operator before. */
static void test_preload_is_no_obstacle(void **state)
{
    (void)state;
    const hand_op ops[] = {{{-1, -1}, {{.sram = 900, .hold = 10, .steps = 1}}, 0},
                           {{-1, -1}, {{.sram = 1000, .hold = 10, .steps = 1, .states = {{950, 0}}}}, 0}};
    static const char *const names[] = {"basic", "static"};
    for (int i = 0; i < 2; i++) {
        arena *a = arena_new();
        schedule_output out = {0};
        antler_error err = {0};
        schedule_input *in = hand_input(a, 1000, ops, 2);
        assert_int_equal(design_find(names[i], NULL)->schedule(in, a, &out, &err), ANTLER_OK);
        assert_int_equal(out.program->ops[1].gate.kind, GATE_AFTER_END);
        assert_int_equal(out.program->ops[1].gate.op, 0);
        arena_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_plan), cmocka_unit_test(test_beside_kept_outputs),
                                       cmocka_unit_test(test_nearest_split), cmocka_unit_test(test_smaller_part_fits),
                                       cmocka_unit_test(test_preload_is_no_obstacle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
