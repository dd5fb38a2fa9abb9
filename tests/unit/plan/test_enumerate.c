/* The plan search against brute force: the same Pareto set of cost vectors, on random small operators. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "plan/front.h"
#include "reference/brute_plans.h"
#include "support/one_line.h"
#include "support/random.h"
#include "support/random_op.h"

static bool as_good(const plan_vector *a, const plan_vector *b)
{
    return a->sram_bytes <= b->sram_bytes && a->seconds <= b->seconds && a->syncs <= b->syncs &&
           a->noc_bytes <= b->noc_bytes;
}

static bool equal(const plan_vector *a, const plan_vector *b)
{
    return as_good(a, b) && as_good(b, a);
}

static plan_vector vector_of(const plan *p)
{
    return (plan_vector){p->sram_bytes, p->compute_s, p->syncs, plan_noc_bytes(p)};
}

/* Vectors that nothing dominates, each once, found by comparing all with all. */
typedef struct brute_front {
    uint64_t sram, least_sram;
    size_t legal, too_large, count, room;
    plan *plans;
} brute_front;

static void collect(void *self, const plan *p)
{
    brute_front *f = self;
    f->legal++;
    f->least_sram = p->sram_bytes < f->least_sram ? p->sram_bytes : f->least_sram;
    f->too_large += p->sram_bytes > f->sram;
    if (p->sram_bytes > f->sram)
        return;
    plan_vector v = vector_of(p);
    size_t kept = 0;
    for (size_t i = 0; i < f->count; i++) {
        plan_vector other = vector_of(&f->plans[i]);
        if (as_good(&other, &v))
            return; /* nothing before was dominated by v then */
        if (!as_good(&v, &other))
            f->plans[kept++] = f->plans[i];
    }
    f->count = kept;
    if (f->count == f->room) {
        f->room = f->room ? f->room * 2 : 64;
        f->plans = realloc(f->plans, f->room * sizeof *f->plans);
        assert_non_null(f->plans);
    }
    f->plans[f->count++] = *p;
}

/* Plans that cost the same in all four may differ in what makes up the bytes; then every field follows its own plan. */
static void same_plan(const plan *a, const plan *b)
{
    if (memcmp(a->parts, b->parts, sizeof a->parts) != 0 || memcmp(a->temporal, b->temporal, sizeof a->temporal) != 0)
        return;
    assert_int_equal(a->shift_bytes, b->shift_bytes);
    assert_int_equal(a->reduce_bytes, b->reduce_bytes);
    assert_int_equal(a->gather_bytes, b->gather_bytes);
    assert_int_equal(a->hold_bytes, b->hold_bytes);
    assert_int_equal(a->steps, b->steps);
    assert_int_equal(a->cores, b->cores);
}

static void compare(const brute_front *all, const plan_set *set)
{
    assert_int_equal(set->count, all->count);
    assert_int_equal(set->least_sram, all->least_sram);
    for (uint32_t i = 0; i < set->count; i++) {
        plan_vector v = vector_of(&set->plans[i]);
        bool found = false;
        for (size_t j = 0; j < all->count && !found; j++) {
            plan_vector w = vector_of(&all->plans[j]);
            found = equal(&v, &w);
            if (found)
                same_plan(&set->plans[i], &all->plans[j]);
        }
        assert_true(found);
        assert_true(i == 0 || set->plans[i - 1].sram_bytes <= set->plans[i].sram_bytes);
    }
}

/* Each plan that was tried has one fate, and none is tried twice. Where no bound cut anything off, every legal plan was
 * tried, and those that do not fit are those of brute force. */
static void check_counts(const brute_front *all, const plan_set *set)
{
    const plan_counts *c = &set->counts;
    assert_int_equal(c->tried, c->too_large + c->dominated + set->count);
    assert_int_equal(c->outpaced, 0);
    assert_true(c->tried <= all->legal && c->too_large <= all->too_large);
    if (c->pruned > 0)
        return;
    assert_int_equal(c->tried, all->legal);
    assert_int_equal(c->too_large, all->too_large);
}

typedef struct brute_states {
    const plan *p;
    size_t found;
} brute_states;

/* Each state of the definition is matched or beaten; each state of the plan is met. */
static void check_state(void *self, const preload_state *state)
{
    brute_states *all = self;
    bool beaten = false;
    for (uint32_t i = 0; i < all->p->npreloads; i++) {
        const preload_state *s = &all->p->preloads[i];
        beaten |= s->sram_bytes <= state->sram_bytes && s->redistribute_bytes <= state->redistribute_bytes;
        all->found += memcmp(s, state, sizeof *s) == 0;
    }
    assert_true(beaten || all->p->npreloads == 0);
}

static void check_preloads(const random_graph *rg, const shard *s, const plan *p)
{
    brute_states all = {.p = p};
    brute_preloads(&rg->graph, &rg->op, s, p, check_state, &all);
    assert_int_equal(all.found, p->npreloads);
    for (uint32_t i = 1; i < p->npreloads; i++) {
        assert_true(p->preloads[i - 1].sram_bytes < p->preloads[i].sram_bytes);
        assert_true(p->preloads[i - 1].redistribute_bytes > p->preloads[i].redistribute_bytes);
    }
}

typedef struct totals {
    size_t fronts, rotating, unpruned;
} totals;

static void check_one(uint64_t seed, totals *sum)
{
    arena *a = arena_new();
    random_state r = random_seed(seed);
    machine *m = random_machine(a, &r);
    random_graph *rg = random_op(a, &r);
    shard s = {.parts = {1, 1, 1, 1, 1, 1}};
    brute_front all = {.sram = machine_sram_bytes(m), .least_sram = UINT64_MAX};
    brute_plans(&rg->graph, &rg->op, &s, m, collect, &all);
    plan_set *set = NULL;
    antler_error err = {0};
    assert_int_equal(plans_enumerate(&rg->graph, &rg->op, &s, m, a, &set, &err), ANTLER_OK);
    compare(&all, set);
    check_counts(&all, set);
    for (uint32_t i = 0; i < set->count; i++) {
        check_preloads(rg, &s, &set->plans[i]);
        sum->rotating += set->plans[i].shift_bytes > 0;
    }
    sum->fronts += set->count;
    sum->unpruned += set->counts.pruned == 0;
    free(all.plans);
    arena_free(a);
}

static void test_equals_brute_force(void **state)
{
    (void)state;
    totals sum = {0};
    for (uint64_t seed = 1; seed <= 2500; seed++)
        check_one(seed, &sum);
    print_message("%zu plans kept, %zu rotate, %zu searches not pruned\n", sum.fronts, sum.rotating, sum.unpruned);
    assert_true(sum.fronts > 2500 && sum.rotating > 500 && sum.unpruned > 100); /* not all are trivial */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_equals_brute_force)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
