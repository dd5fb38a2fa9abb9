/* elk-dyn and elk-full against the best of all programs, on random chains of up to four operators with two plans each
 * and two preload states. tests/bench/bench_optimum.c measures longer ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "reference/exhaustive.h"
#include "support/chain.h"

#define ROUNDING 1e-9

static double latency(const schedule_input *in, const char *design, arena *a)
{
    schedule_output out = {0};
    antler_error err = {0};
    double seconds = INFINITY;
    if (design_find(design, NULL)->schedule(in, a, &out, &err) == ANTLER_OK)
        assert_int_equal(in->judge.latency(in->judge.self, in->m, out.program, &seconds, &err), ANTLER_OK);
    return seconds;
}

/* Never below the optimum; found wherever something runs; close on the mean. */
static void test_against_every_program(void **state)
{
    (void)state;
    uint64_t tried = 0;
    uint32_t compared = 0;
    uint32_t optimal = 0;
    double gap = 0;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        arena *a = arena_new();
        random_state r = random_seed(seed);
        const machine *m = chain_machine(a, &r);
        const graph *g = chain_random(a, &r, (uint32_t)random_in(&r, 2, 4));
        const schedule_input *in = exhaustive_restrict(chain_plans(a, g, m), 2, 2, a);
        double best = exhaustive_best(in, &tried);
        double dyn = latency(in, "elk-dyn", a);
        double full = latency(in, "elk-full", a);
        assert_int_equal(isinf(best), isinf(full));
        if (!isinf(best)) {
            assert_true(best <= full * (1 + ROUNDING));
            assert_true(full <= dyn);
            compared++;
            optimal += full <= best * (1 + ROUNDING);
            gap += full / best - 1;
        }
        arena_free(a);
    }
    print_message("%u chains, %llu programs: %u optimal, mean gap %.3f%%\n", compared, (unsigned long long)tried,
                  optimal, 100 * gap / compared);
    assert_true(compared > 60);
    assert_true(gap / compared < 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_every_program)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
