/* Basic, on plan sets written by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program/program_check.h"
#include "support/hand.h"

typedef struct run {
    arena *a;
    schedule_output out;
} run;

static run basic(uint64_t sram, const hand_op *ops, uint32_t count)
{
    run r = {.a = arena_new()};
    antler_error err = {0};
    schedule_input *in = hand_input(r.a, sram, ops, count);
    double seconds = 0;
    if (schedule_basic(in, r.a, &r.out, &err) || program_check(r.out.program, in->m, &err) ||
        in->judge.latency(in->judge.self, in->m, r.out.program, &seconds, &err))
        fail_msg("%s", err.message);
    return r;
}

static void plan_is(const run *r, uint32_t op, uint64_t sram)
{
    assert_int_equal(r->out.choices[op].plan->sram_bytes, sram);
}

static void preload_is(const run *r, uint32_t op, uint64_t sram, gate_kind kind, uint32_t after)
{
    const program_op *p = &r->out.program->ops[op];
    assert_int_equal(p->preload_sram, sram);
    assert_int_equal(p->gate.kind, kind);
    if (kind != GATE_NONE)
        assert_int_equal(p->gate.op, after);
}

/* op0 keeps 300 of 1000 bytes for op1: its fastest plan fits with 700, and no longer with 701. */
static void test_fastest_beside_kept(void **state)
{
    (void)state;
    hand_op ops[] = {{{-1, -1}, {{.sram = 300, .hold = 300, .steps = 1}}, 0},
                     {{0, -1},
                      {{.sram = 200, .hold = 10, .steps = 5},
                       {.sram = 600, .hold = 10, .steps = 3},
                       {.sram = 700, .hold = 10, .steps = 1},
                       {.sram = 900, .hold = 10, .steps = 1}},
                      0}};
    run r = basic(1000, ops, 2);
    plan_is(&r, 1, 700);
    arena_free(r.a);
    ops[1].plans[2].sram = 701;
    r = basic(1000, ops, 2);
    plan_is(&r, 1, 600);
    arena_free(r.a);
}

/* Kept until its last reader's end, not beyond: op3 reads op0, op4 has all to itself. */
static void test_kept_until_last_reader(void **state)
{
    (void)state;
    const hand_op ops[] = {
        {{-1, -1}, {{.sram = 300, .hold = 300, .steps = 1}}, 0},
        {{-1, -1}, {{.sram = 100, .hold = 50, .steps = 2}, {.sram = 701, .hold = 50, .steps = 1}}, 0},
        {{1, -1}, {{.sram = 100, .hold = 10, .steps = 2}, {.sram = 651, .hold = 10, .steps = 1}}, 0},
        {{0, 2}, {{.sram = 100, .hold = 10, .steps = 2}, {.sram = 690, .hold = 10, .steps = 1}}, 0},
        {{-1, -1}, {{.sram = 100, .hold = 10, .steps = 2}, {.sram = 1000, .hold = 10, .steps = 1}}, 0}};
    run r = basic(1000, ops, 5);
    plan_is(&r, 1, 100);  /* 300 + 701 > 1000 */
    plan_is(&r, 2, 100);  /* 300 + 50 + 651 > 1000 */
    plan_is(&r, 3, 690);  /* 300 + 10 + 690 = 1000 */
    plan_is(&r, 4, 1000); /* nothing is kept: op3's output has no reader */
    assert_int_equal(r.out.program->ops[0].hold_until, 3);
    assert_int_equal(r.out.program->ops[3].hold_until, GRAPH_NONE);
    arena_free(r.a);
}

/* The largest state that the SRAM left by the operators from the last loader on can take: 1000 - 600 = 400 beside op0,
 * 1000 - 850 = 150 beside op1, which loads nothing. The first loader may start at once, the others with the loader
 * before them. */
static void test_states_and_gates(void **state)
{
    (void)state;
    const hand_op ops[] = {
        {{-1, -1}, {{.sram = 600, .hold = 10, .steps = 1, .states = {{50, 150}, {100, 100}, {200, 0}}}}, 0},
        {{-1, -1}, {{.sram = 850, .hold = 10, .steps = 1}}, 0},
        {{-1, -1}, {{.sram = 300, .hold = 10, .steps = 1, .states = {{50, 150}, {150, 100}, {200, 0}}}}, 0},
        {{-1, -1}, {{.sram = 700, .hold = 10, .steps = 1, .states = {{50, 150}, {100, 100}, {600, 0}}}}, 0}};
    run r = basic(1000, ops, 4);
    preload_is(&r, 0, 200, GATE_NONE, 0); /* all of SRAM is free before op0 */
    preload_is(&r, 2, 150, GATE_AFTER_START, 0);
    preload_is(&r, 3, 600, GATE_AFTER_START, 2); /* 1000 - 300 = 700 beside op2 */
    assert_int_equal(r.out.program->npreloads, 3);
    arena_free(r.a);
}

/* Not even the least state fits beside op1: the preload of op2 waits for its end and then is the largest, for it fits
 * beside the 100 bytes kept of op0, as the execute state of 900 will. */
static void test_waits(void **state)
{
    (void)state;
    const hand_op ops[] = {
        {{-1, -1}, {{.sram = 100, .hold = 100, .steps = 1}}, 0},
        {{-1, -1}, {{.sram = 860, .hold = 10, .steps = 1}}, 0},
        {{0, -1}, {{.sram = 900, .hold = 10, .steps = 1, .states = {{50, 150}, {100, 100}, {900, 0}}}}, 0},
        {{-1, -1}, {{.sram = 900, .hold = 10, .steps = 1, .states = {{50, 150}, {100, 100}, {200, 0}}}}, 0}};
    run r = basic(1000, ops, 4);
    preload_is(&r, 2, 900, GATE_AFTER_END, 1);
    preload_is(&r, 3, 200, GATE_AFTER_END, 2); /* 1000 - 900 - 100 = 0 beside op2 */
    arena_free(r.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_fastest_beside_kept),
                                       cmocka_unit_test(test_kept_until_last_reader),
                                       cmocka_unit_test(test_states_and_gates), cmocka_unit_test(test_waits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
