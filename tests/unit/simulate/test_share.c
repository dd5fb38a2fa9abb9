/* Sharing of resources: closed forms, and properties of every random instance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdbool.h>

#include "simulate/share.h"
#include "support/random.h"

static void close_to(double got, double want)
{
    assert_true(fabs(got - want) <= 1e-12 * fabs(want));
}

static void test_one(void **state)
{
    const double capacity[] = {10, 4};
    demand d[] = {{0, 2}, {1, 1}};
    footprint f = {.count = 2, .demands = d};
    activity a = {.demand = &f, .cap = INFINITY};
    double rate = 0;
    (void)state;
    share_rates(capacity, 1, &a, &rate); /* min(10/2, 4/1) */
    close_to(rate, 4);
    a.cap = 3;
    share_rates(capacity, 1, &a, &rate);
    close_to(rate, 3);
    close_to(share_alone(capacity, &a), 3);
}

/* At a port of 21 units/s one asks for all of it, the other for 5.5 at most: an arbiter that serves in turn gives the
 * second all it asks for, the first the rest. */
static void test_two_at_a_port(void **state)
{
    const double capacity[] = {21, 5.5};
    demand kernel_demand[] = {{0, 21}};
    demand load_demand[] = {{0, 1}, {1, 1}};
    footprint kernel = {.count = 1, .demands = kernel_demand};
    footprint load = {.count = 2, .demands = load_demand};
    activity both[] = {{.demand = &kernel, .cap = 1}, {.demand = &load, .cap = INFINITY}};
    double rate[2];
    (void)state;
    share_rates(capacity, 2, both, rate);
    close_to(rate[1], 5.5);
    close_to(rate[0], 15.5 / 21);
}

/* Both ask for all of a link: half each, in units of the link. */
static void test_equal_shares(void **state)
{
    const double capacity[] = {6};
    demand small[] = {{0, 1}};
    demand large[] = {{0, 3}};
    footprint fs = {.count = 1, .demands = small};
    footprint fl = {.count = 1, .demands = large};
    activity both[] = {{.demand = &fs, .cap = INFINITY}, {.demand = &fl, .cap = INFINITY}};
    double rate[2];
    (void)state;
    share_rates(capacity, 2, both, rate);
    close_to(rate[0], 3);
    close_to(rate[1], 1);
}

enum { RESOURCES = 5, MOST = 4 };

/* No resource is over its capacity; everyone is at the best rate alone, or uses a resource that is full and gets there
 * no less than the others who are not at their best, or was cut at one that a later cut has left room on. */
static void test_random(void **state)
{
    random_state r = random_seed(9);
    (void)state;
    for (int i = 0; i < 5000; i++) {
        double capacity[RESOURCES];
        demand demands[MOST][RESOURCES];
        footprint f[MOST];
        activity a[MOST];
        double rate[MOST];
        uint32_t count = (uint32_t)random_in(&r, 1, MOST);
        for (int k = 0; k < RESOURCES; k++)
            capacity[k] = (double)random_in(&r, 1, 100);
        for (uint32_t n = 0; n < count; n++) {
            f[n] = (footprint){.demands = demands[n]};
            for (uint32_t k = 0; k < RESOURCES; k++)
                if (random_in(&r, 0, 2) == 0)
                    demands[n][f[n].count++] = (demand){k, (double)random_in(&r, 1, 50)};
            a[n] = (activity){.demand = &f[n], .cap = (double)random_in(&r, 1, 20)};
        }
        share_rates(capacity, count, a, rate);
        double used[RESOURCES] = {0};
        for (uint32_t n = 0; n < count; n++) {
            assert_true(rate[n] > 0 && rate[n] <= share_alone(capacity, &a[n]) * (1 + 1e-12));
            for (uint32_t k = 0; k < f[n].count; k++)
                used[demands[n][k].resource] += demands[n][k].amount * rate[n];
        }
        bool any_full = false;
        bool any_cut = false;
        for (int k = 0; k < RESOURCES; k++) {
            assert_true(used[k] <= capacity[k] * (1 + 1e-9));
            any_full |= used[k] >= capacity[k] * (1 - 1e-9);
        }
        for (uint32_t n = 0; n < count; n++)
            any_cut |= rate[n] < share_alone(capacity, &a[n]) * (1 - 1e-12);
        assert_true(!any_cut || any_full);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one), cmocka_unit_test(test_two_at_a_port),
                                       cmocka_unit_test(test_equal_shares), cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
