/* How far the designs are from the best of all programs, on random chains small enough to try all of them: by chain
 * length, the share that is optimal and the gaps.
 *
 * usage: bench_optimum [CHAINS [LONGEST]]   (100 chains of each length from 2 to 5 operators; 6 takes an hour) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/exhaustive.h"
#include "support/chain.h"

enum { CHAINS = 100, LONGEST = 5, DESIGNS = 4, PLANS = 2, STATES = 2 };
static const char *const names[DESIGNS] = {"basic", "static", "elk-dyn", "elk-full"};

typedef struct tally {
    uint32_t optimal;
    double gap, worst;
} tally;

static double latency(const schedule_input *in, const char *design, arena *a)
{
    schedule_output out = {0};
    antler_error err = {0};
    double seconds = INFINITY;
    if (design_find(design, NULL)->schedule(in, a, &out, &err) == ANTLER_OK)
        (void)in->judge.latency(in->judge.self, in->m, out.program, &seconds, &err);
    return seconds;
}

/* False when nothing runs. */
static bool measure(uint64_t seed, uint32_t length, tally *tallies, uint64_t *tried)
{
    arena *a = arena_new();
    random_state r = random_seed(seed);
    const machine *m = chain_machine(a, &r);
    const graph *g = chain_random(a, &r, length);
    const schedule_input *in = exhaustive_restrict(chain_plans(a, g, m), PLANS, STATES, a);
    double best = exhaustive_best(in, tried);
    for (int d = 0; d < DESIGNS && !isinf(best); d++) {
        double gap = latency(in, names[d], a) / best - 1;
        tallies[d].optimal += gap < 1e-9;
        tallies[d].gap += gap;
        tallies[d].worst = fmax(tallies[d].worst, gap);
    }
    arena_free(a);
    return !isinf(best);
}

int main(int argc, char **argv)
{
    uint32_t chains = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : CHAINS;
    uint32_t longest = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : LONGEST;
    if (longest > EXHAUSTIVE_MOST_OPS)
        longest = EXHAUSTIVE_MOST_OPS;
    (void)printf("%-9s %-9s %7s %9s %9s %9s %12s\n", "operators", "design", "chains", "optimal", "mean gap", "worst",
                 "programs");
    for (uint32_t length = 2; length <= longest; length++) {
        tally tallies[DESIGNS] = {{0}};
        uint64_t tried = 0;
        uint32_t compared = 0;
        for (uint64_t seed = 1; seed <= chains; seed++)
            compared += measure(seed * 1000 + length, length, tallies, &tried);
        for (int d = 0; d < DESIGNS; d++)
            (void)printf("%-9u %-9s %7u %8.1f%% %8.3f%% %8.2f%% %12llu\n", length, names[d], compared,
                         100.0 * tallies[d].optimal / compared, 100 * tallies[d].gap / compared, 100 * tallies[d].worst,
                         (unsigned long long)tried);
    }
    return 0;
}
