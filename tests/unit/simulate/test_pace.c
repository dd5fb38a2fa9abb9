/* The mean course of a phase against the phase step by step, on random phases, preloads and machines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include "reference/unrolled.h"
#include "simulate/pace.h"
#include "support/one_line.h"
#include "support/random_program.h"

enum { PHASES = 4000 };

typedef struct sample {
    uint64_t seed;
    arena *a;
    char line[RANDOM_LINE];
    const machine *m;
    const timed_phase *ph;
    const timed_preload *preload;
    pace_book *book;
} sample;

/* A phase in which something takes time, and a preload to run beside it. */
static void begin(sample *s, random_state *r)
{
    timed_op *ops = NULL;
    *s = (sample){.seed = r->value, .a = arena_new()};
    assert_non_null(s->a);
    random_machine_line(r, s->line);
    s->m = machine_from(s->a, s->line);
    s->book = pace_book_new(s->m, s->a);
    program *p = ARENA_ARRAY(s->a, program, 1);
    assert_true(s->book && p);
    p->nops = 1;
    p->ops = ARENA_ARRAY(s->a, program_op, 1);
    assert_non_null(p->ops);
    p->ops[0].preload = random_traffic(r, TRAFFIC_HBM_LOAD);
    p->ops[0].phases = ARENA_ARRAY(s->a, phase, 1);
    assert_non_null(p->ops[0].phases);
    p->ops[0].phases[0] = random_phase(r);
    p->ops[0].phases[0].syncs++;
    p->ops[0].nphases = 1;
    assert_int_equal(prepare(p, s->m, s->a, &ops, NULL), ANTLER_OK);
    s->ph = ops[0].phases[0];
    s->preload = ops[0].preload;
}

static void holds(const sample *s, bool condition, const char *what)
{
    if (!condition)
        fail_msg("state %llu: %s; %s", (unsigned long long)s->seed, what, s->line);
}

static bool close_to(double a, double b, double scale)
{
    return fabs(a - b) <= 1e-11 * scale;
}

/* As the engine does it: at the mean pace until the preload ends, then at the phase's own. */
static double mean_seconds(const sample *s, double amount)
{
    pace both = pace_find(s->book, s->ph, s->preload);
    double ends = amount / both.preload;
    if (ends * both.phase >= 1)
        return 1 / both.phase;
    return ends + (1 - ends * both.phase) / pace_find(s->book, s->ph, NULL).phase;
}

/* Beside a preload that outlasts it, and beside none, the mean is exact. */
static void test_whole_phases(void **state)
{
    random_state r = random_seed(3);
    (void)state;
    for (int i = 0; i < PHASES; i++) {
        sample s;
        begin(&s, &r);
        unrolled alone = unrolled_run(s.m, s.ph, s.preload, 0);
        unrolled beside = unrolled_run(s.m, s.ph, s.preload, 1e9);
        pace p = pace_find(s.book, s.ph, s.preload);
        holds(&s, close_to(1 / p.phase_alone, alone.seconds, alone.seconds), "alone");
        holds(&s, close_to(1 / p.phase, beside.seconds, beside.seconds), "beside a preload");
        holds(&s, close_to(p.preload / p.phase, beside.loaded, beside.loaded), "loaded meanwhile");
        arena_free(s.a);
    }
}

/* A preload that ends within the phase has met some steps whole, which are the mean, and at most one in part. Of that
 * step's time u it may have been slow to load where it slowed the phase and quick where it did not: if it slowed a part
 * a of it and not the rest, the mean errs by a (u - a)/u at most, a quarter of a step, and never by more than the
 * step's stall. In a pipeline the first exchange and the last kernel are not the mean either: a step more. */
static void test_preload_ends_within(void **state)
{
    random_state r = random_seed(4);
    (void)state;
    for (int i = 0; i < PHASES; i++) {
        sample s;
        begin(&s, &r);
        double alone = unrolled_run(s.m, s.ph, s.preload, 0).seconds;
        unrolled beside = unrolled_run(s.m, s.ph, s.preload, 1e9);
        double amount = beside.loaded * (double)random_in(&r, 1, 99) / 100;
        double error = fabs(mean_seconds(&s, amount) - unrolled_run(s.m, s.ph, s.preload, amount).seconds);
        uint32_t steps = s.ph->steps > 0 ? s.ph->steps : 1;
        double rounding = 1e-11 * beside.seconds;
        holds(&s, error <= beside.seconds - alone + rounding, "errs by more than all of the stall");
        if (machine_overlaps(s.m)) {
            holds(&s, error <= 1.25 * beside.seconds / steps + rounding, "errs by more than a pipeline's ends");
        } else {
            holds(&s, error <= 0.25 * beside.seconds / steps + rounding, "errs by more than a quarter of a step");
            holds(&s, error <= (beside.seconds - alone) / steps + rounding, "errs by more than a step's stall");
        }
        arena_free(s.a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_whole_phases), cmocka_unit_test(test_preload_ends_within)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
