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

static plan_vector vector_of(const plan *p)
{
    return (plan_vector){p->sram_bytes, p->compute_s, p->syncs, plan_noc_bytes(p), 0};
}

static bool as_good(const plan_vector *a, const plan_vector *b)
{
    return a->sram_bytes <= b->sram_bytes && a->seconds <= b->seconds && a->syncs <= b->syncs &&
           a->noc_bytes <= b->noc_bytes;
}

static bool equal(const plan_vector *a, const plan_vector *b)
{
    return as_good(a, b) && as_good(b, a);
}

typedef struct all_plans {
    uint64_t sram;
    size_t count, room;
    plan_vector *vectors;
    uint64_t least_sram;
} all_plans;

static void collect(void *self, const plan *p)
{
    all_plans *all = self;
    if (p->sram_bytes < all->least_sram)
        all->least_sram = p->sram_bytes;
    if (p->sram_bytes > all->sram)
        return;
    if (all->count == all->room) {
        all->room = all->room ? all->room * 2 : 1024;
        all->vectors = realloc(all->vectors, all->room * sizeof *all->vectors);
        assert_non_null(all->vectors);
    }
    all->vectors[all->count++] = vector_of(p);
}

/* Every vector of the search is one of brute force's, and every one of brute force's is matched or beaten. */
static void compare(const all_plans *all, const plan_set *set)
{
    for (uint32_t i = 0; i < set->count; i++) {
        plan_vector v = vector_of(&set->plans[i]);
        bool found = false;
        for (size_t j = 0; j < all->count && !found; j++)
            found = equal(&v, &all->vectors[j]);
        assert_true(found);
        for (uint32_t j = 0; j < set->count; j++) {
            plan_vector w = vector_of(&set->plans[j]);
            assert_false(i != j && as_good(&w, &v));
        }
    }
    for (size_t j = 0; j < all->count; j++) {
        bool beaten = false;
        for (uint32_t i = 0; i < set->count && !beaten; i++) {
            plan_vector v = vector_of(&set->plans[i]);
            beaten = as_good(&v, &all->vectors[j]);
        }
        assert_true(beaten);
    }
}

static void check_one(uint64_t seed)
{
    arena *a = arena_new();
    random_state r = random_seed(seed);
    machine *m = random_machine(a, &r);
    random_graph *rg = random_op(a, &r);
    shard s = {.parts = {1, 1, 1, 1, 1, 1}};
    plan_problem pr;
    problem_make(&rg->graph, &rg->op, &s, m, &pr);
    all_plans all = {.sram = machine_sram_bytes(m), .least_sram = UINT64_MAX};
    brute_plans(&pr, collect, &all);
    plan_set *set = NULL;
    antler_error err = {0};
    assert_int_equal(plans_enumerate(&rg->graph, &rg->op, &s, m, a, &set, &err), ANTLER_OK);
    compare(&all, set);
    if (set->count == 0)
        assert_int_equal(set->least_sram, all.least_sram);
    free(all.vectors);
    arena_free(a);
}

static void test_equals_brute_force(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 2500; seed++)
        check_one(seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_equals_brute_force)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
