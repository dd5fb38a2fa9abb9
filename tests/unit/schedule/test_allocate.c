/* The allocator of SRAM against an exact solver on small groups: it fits whenever anything fits, and its distance from
 * the best is known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "schedule/allocate.h"
#include "support/random.h"

enum { MOST_BIDDERS = 5, MOST_STEPS = 6, GROUPS = 2000 };

typedef struct group {
    uint32_t count;
    bidder bidders[MOST_BIDDERS];
    uint64_t sram[MOST_BIDDERS][MOST_STEPS];
    double seconds[MOST_BIDDERS][MOST_STEPS];
    uint64_t room;
} group;

static void random_group(random_state *r, group *g)
{
    g->count = (uint32_t)random_in(r, 1, MOST_BIDDERS);
    g->room = random_in(r, 50, 600);
    for (uint32_t i = 0; i < g->count; i++) {
        uint32_t steps = (uint32_t)random_in(r, 1, MOST_STEPS);
        uint64_t sram = random_in(r, 100, 300);
        double seconds = (double)random_in(r, 1, 50);
        for (uint32_t s = 0; s < steps; s++) {
            g->sram[i][s] = sram;
            g->seconds[i][s] = seconds;
            sram -= sram > 40 ? random_in(r, 1, 40) : 1;
            seconds += (double)random_in(r, 1, 60);
        }
        g->bidders[i] = (bidder){.count = steps, .sram = g->sram[i], .seconds = g->seconds[i]};
    }
}

/* Least total seconds within the room over all combinations; negative when nothing fits. */
static double exact(const group *g, uint32_t i, uint64_t used, double seconds)
{
    if (i == g->count)
        return used <= g->room ? seconds : -1;
    double best = -1;
    for (uint32_t s = 0; s < g->bidders[i].count; s++) {
        double one = exact(g, i + 1, used + g->sram[i][s], seconds + g->seconds[i][s]);
        if (one >= 0 && (best < 0 || one < best))
            best = one;
    }
    return best;
}

static void test_against_exact(void **state)
{
    (void)state;
    random_state r = random_seed(3);
    double gap = 0;
    double worst = 0;
    int feasible = 0;
    int optimal = 0;
    for (int i = 0; i < GROUPS; i++) {
        group g;
        random_group(&r, &g);
        double best = exact(&g, 0, 0, 0);
        bool fits = allocate_sram(g.bidders, g.count, g.room);
        assert_int_equal(fits, best >= 0);
        if (!fits)
            continue;
        uint64_t used = 0;
        double seconds = 0;
        for (uint32_t b = 0; b < g.count; b++) {
            used += g.sram[b][g.bidders[b].at];
            seconds += g.seconds[b][g.bidders[b].at];
        }
        assert_true(used <= g.room && seconds >= best);
        feasible++;
        optimal += seconds == best;
        gap += seconds / best - 1;
        worst = seconds / best - 1 > worst ? seconds / best - 1 : worst;
    }
    print_message("allocator: %d of %d feasible groups optimal, mean gap %.2f%%, worst %.0f%%\n", optimal, feasible,
                  100 * gap / feasible, 100 * worst);
    assert_true(feasible > GROUPS / 4);
    assert_true(gap / feasible < 0.05);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_exact)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
