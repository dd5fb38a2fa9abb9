/* Random programs printed, read back and printed again; names that cannot be words; texts that ask for too much. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/program_text.h"
#include "support/random_program.h"

static char *print(const program *p)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    assert_int_equal(program_print(p, f, NULL), ANTLER_OK);
    assert_int_equal(fclose(f), 0);
    return text;
}

static void same_traffic(const traffic *x, const traffic *y)
{
    assert_true(x->pattern == y->pattern && x->bytes == y->bytes && x->unique == y->unique);
    assert_true(x->chip_bytes == y->chip_bytes && x->ring == y->ring && x->naxes == y->naxes);
    for (uint8_t i = 0; i < x->naxes; i++)
        assert_true(x->axes[i].extent == y->axes[i].extent && x->axes[i].member == y->axes[i].member);
}

static void same_phase(const phase *x, const phase *y)
{
    assert_true(x->kind == y->kind && x->steps == y->steps && x->syncs == y->syncs && x->ntraffic == y->ntraffic);
    if (x->steps > 0) {
        const kernel_call *j = &x->kernel;
        const kernel_call *k = &y->kernel;
        assert_true(j->kind == k->kind && j->batch == k->batch && j->m == k->m && j->n == k->n && j->k == k->k);
        assert_true(j->element_bytes == k->element_bytes);
    }
    for (uint8_t i = 0; i < x->ntraffic; i++)
        same_traffic(&x->traffic[i], &y->traffic[i]);
}

static void same_op(const program_op *x, const program_op *y)
{
    assert_string_equal(x->name, y->name);
    assert_true(x->layer == y->layer && x->flops == y->flops);
    assert_true(x->execute_sram == y->execute_sram && x->hold_sram == y->hold_sram && x->hold_until == y->hold_until);
    assert_true(x->ninputs == y->ninputs && x->nphases == y->nphases);
    assert_true(program_preloads(x) == program_preloads(y));
    if (program_preloads(x)) {
        assert_true(x->preload_sram == y->preload_sram && x->gate.kind == y->gate.kind);
        assert_true(x->gate.kind == GATE_NONE || x->gate.op == y->gate.op);
        same_traffic(&x->preload, &y->preload);
        assert_int_equal(x->nneeds, y->nneeds);
        for (uint8_t i = 0; i < x->nneeds; i++)
            assert_int_equal(x->needs[i], y->needs[i]);
    }
    for (uint8_t i = 0; i < x->ninputs; i++)
        assert_int_equal(x->inputs[i], y->inputs[i]);
    for (uint8_t i = 0; i < x->nphases; i++)
        same_phase(&x->phases[i], &y->phases[i]);
}

static void test_round_trip(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 500; seed++) {
        arena *a = arena_new();
        random_state r = random_seed(seed);
        program *p = random_program(a, &r);
        program *back = NULL;
        antler_error err = {0};
        p->ops[0].flops = (double)random_next(&r) / 3;
        p->ops[0].layer = (int32_t)random_in(&r, 0, 100) - 1;
        for (uint32_t i = 0; i < p->nops; i++) /* any numbers: the parser does not ask whether they make sense */
            for (p->ops[i].nneeds = 0; p->ops[i].nneeds < random_in(&r, 0, GRAPH_MAX_OPERANDS);)
                p->ops[i].needs[p->ops[i].nneeds++] = (uint32_t)random_in(&r, 0, 100);
        char *first = print(p);
        if (program_parse(first, "printed", a, &back, &err) != ANTLER_OK)
            fail_msg("%s\n%s", err.message, first);
        char *second = print(back);
        assert_string_equal(first, second);
        assert_true(p->nops == back->nops && p->npreloads == back->npreloads);
        for (uint32_t i = 0; i < p->nops; i++)
            same_op(&p->ops[i], &back->ops[i]);
        for (uint32_t q = 0; q < p->npreloads; q++)
            assert_int_equal(p->preload_order[q], back->preload_order[q]);
        free(first);
        free(second);
        arena_free(a);
    }
}

static void test_names(void **state)
{
    char longest[129];
    const char *const bad[] = {"", "two words", "two\nlines", longest};
    program_op op = {.hold_until = -1};
    program p = {.nops = 1, .ops = &op};
    (void)state;
    memset(longest, 'x', sizeof longest - 1);
    longest[128] = '\0';
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        antler_error err = {0};
        op.name = bad[i];
        assert_int_equal(program_print(&p, stderr, &err), ANTLER_BUG);
        assert_non_null(strstr(err.message, "operator 0"));
    }
    longest[127] = '\0';
    arena *a = arena_new();
    program *back = NULL;
    op.name = longest;
    char *text = print(&p);
    assert_int_equal(program_parse(text, "printed", a, &back, NULL), ANTLER_OK);
    assert_string_equal(back->ops[0].name, longest);
    free(text);
    arena_free(a);
}

static void refused(const char *text, const char *message)
{
    arena *a = arena_new();
    program *p = NULL;
    antler_error err = {0};
    assert_int_equal(program_parse(text, "t", a, &p, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, message);
    assert_null(p);
    arena_free(a);
}

static void test_refused(void **state)
{
    (void)state;
    refused("program ops 1\nop 0            # no name\n", "t:2: expected layer");
    refused("program ops 70000\n", "t:1: expected a whole number, at most 65536");
    refused("program ops 60000\n", "t:1: expected no more operators than the text has lines for");
    refused("# a comment\n\nprogram ops 0 # and one\npreloads 0\n",
            "t:4: expected operators of this program, each once");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip), cmocka_unit_test(test_names),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
