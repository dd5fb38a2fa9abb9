/* Plans run on integer tensors (reference/replay.h): each gives the operator's result, and what cores receive is what
 * the plan is charged for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plan/plan.h"
#include "reference/brute_plans.h"
#include "reference/replay.h"
#include "support/one_line.h"
#include "support/random.h"
#include "support/random_op.h"

typedef struct replays {
    const random_graph *g;
    const shard *s;
    random_state random;
    uint32_t one_in; /* plans of an operator are too many to run them all */
    bool consecutive;
    size_t run, rotating, reducing, finer;
} replays;

/* Do two operands cut one dim into different numbers of pieces? */
static bool cuts_finer(const graph_op *op, const plan *p)
{
    for (uint32_t d = 0; d < op->ndims; d++)
        for (uint32_t t = 0; t <= op->ninputs; t++)
            for (uint32_t u = 0; u < t; u++)
                if (p->temporal[t][d] > 1 && p->temporal[u][d] > 1 && p->temporal[t][d] != p->temporal[u][d])
                    return true;
    return false;
}

static void run(void *self, const plan *p)
{
    replays *all = self;
    bool finer = cuts_finer(&all->g->op, p);
    if (random_in(&all->random, 1, all->one_in) != 1 && !finer)
        return;
    replay_counts counts = {0};
    const char *wrong = replay(&all->g->graph, &all->g->op, all->s, p, random_next(&all->random), &counts);
    if (wrong)
        fail_msg("%s", wrong);
    assert_int_equal(counts.shift_bytes, p->shift_bytes);
    assert_int_equal(counts.reduce_bytes, p->reduce_bytes);
    assert_int_equal(counts.hold_bytes, p->hold_bytes);
    assert_int_equal(counts.steps, p->steps);
    uint32_t reductions = p->reduce_bytes > 0;
    assert_int_equal(2 * (counts.shifts + (p->gather_bytes > 0) + reductions), p->syncs);
    assert_true(counts.consecutive || !all->consecutive);
    all->run++;
    all->rotating += counts.shifts > 0;
    all->reducing += reductions;
    all->finer += finer;
}

static void replay_random(uint64_t seed, replays *all)
{
    arena *a = arena_new();
    all->random = random_seed(seed);
    random_graph *g = random_op(a, &all->random);
    machine *m = random_machine(a, &all->random);
    shard s = {.parts = {1, 1, 1, 1, 1, 1}};
    all->g = g;
    all->s = &s;
    all->consecutive = g->op.kind == OP_MATMUL;
    all->one_in = 8;
    brute_plans(&g->graph, &g->op, &s, m, run, all);
    arena_free(a);
}

static void test_plans_run(void **state)
{
    (void)state;
    replays all = {.one_in = 1};
    for (uint64_t seed = 1; seed <= 120; seed++)
        replay_random(seed, &all);
    print_message("%zu plans run, %zu rotate, %zu reduce, %zu cut one dim in two ways\n", all.run, all.rotating,
                  all.reducing, all.finer);
    assert_true(all.run > 500 && all.rotating > 300 && all.reducing > 100 && all.finer > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plans_run)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
