/* Sharing of resources: closed forms, and properties of every random instance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdbool.h>

#include "reference/slow_share.h"
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

/* Alone a goes at 10 (resource 0), b at 5.2 (resource 1). Resource 0 cuts both to 5; there resource 1 is asked for 0.5
 * + 5 of its 5.2 and cuts b further, which leaves room for a at resource 0. In the end both are full: a + b = 10, 0.1 a
 * + b = 5.2, so a = 16/3 and b = 14/3; a has more at resource 0, b at resource 1. */
static void test_room_left_by_a_later_cut(void **state)
{
    const double capacity[] = {10, 5.2};
    demand da[] = {{0, 1}, {1, 0.1}};
    demand db[] = {{0, 1}, {1, 1}};
    footprint fa = {.count = 2, .demands = da};
    footprint fb = {.count = 2, .demands = db};
    activity both[] = {{.demand = &fa, .cap = INFINITY}, {.demand = &fb, .cap = INFINITY}};
    double rate[2];
    (void)state;
    share_rates(capacity, 2, both, rate);
    close_to(rate[0], 16.0 / 3);
    close_to(rate[1], 14.0 / 3);
}

enum { RESOURCES = 5 };

typedef struct instance {
    double capacity[RESOURCES];
    demand demands[SLOW_ACTIVITIES][RESOURCES];
    footprint f[SLOW_ACTIVITIES];
    activity a[SLOW_ACTIVITIES];
    uint32_t count;
    double rate[SLOW_ACTIVITIES];
} instance;

static void make_instance(instance *in, random_state *r, uint32_t most)
{
    *in = (instance){.count = (uint32_t)random_in(r, 1, most)};
    for (int k = 0; k < RESOURCES; k++)
        in->capacity[k] = (double)random_in(r, 1, 100);
    for (uint32_t n = 0; n < in->count; n++) {
        footprint *f = &in->f[n];
        f->demands = in->demands[n];
        for (uint32_t k = 0; k < RESOURCES; k++)
            if (random_in(r, 0, 1) == 0)
                f->demands[f->count++] = (demand){k, (double)random_in(r, 1, 50)};
        in->a[n] = (activity){.demand = f, .cap = (double)random_in(r, 1, 20)};
    }
    share_rates(in->capacity, in->count, in->a, in->rate);
}

static double units(const instance *in, uint32_t n, uint32_t resource)
{
    for (uint32_t k = 0; k < in->f[n].count; k++)
        if (in->demands[n][k].resource == resource)
            return in->demands[n][k].amount * in->rate[n];
    return 0;
}

static bool is_bottleneck(const instance *in, uint32_t n, uint32_t resource)
{
    double mine = units(in, n, resource);
    double used = 0;
    double largest = 0;
    for (uint32_t other = 0; other < in->count; other++) {
        used += units(in, other, resource);
        largest = fmax(largest, units(in, other, resource));
    }
    return used >= in->capacity[resource] * (1 - 1e-9) && mine >= largest * (1 - 1e-9);
}

/* No resource is over its capacity; everyone is at its cap or has a bottleneck. */
static void test_everyone_has_a_reason(void **state)
{
    random_state r = random_seed(9);
    uint32_t bound = 0;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        instance in;
        make_instance(&in, &r, SLOW_ACTIVITIES);
        for (uint32_t k = 0; k < RESOURCES; k++) {
            double used = 0;
            for (uint32_t n = 0; n < in.count; n++)
                used += units(&in, n, k);
            assert_true(used <= in.capacity[k] * (1 + 1e-9));
        }
        for (uint32_t n = 0; n < in.count; n++) {
            assert_true(in.rate[n] > 0 && in.rate[n] <= share_alone(in.capacity, &in.a[n]) * (1 + 1e-9));
            bool reason = in.rate[n] >= in.a[n].cap * (1 - 1e-9);
            for (uint32_t k = 0; k < RESOURCES && !reason; k++) {
                reason = is_bottleneck(&in, n, k);
                bound += reason;
            }
            if (!reason)
                fail_msg("instance %d: activity %u could be faster", i, n);
        }
    }
    assert_true(bound > 10000);
}

/* Against all guesses of who is bound where. With two activities one answer is right; with more, ours is one of those
 * that are. */
static void test_against_guesses(void **state)
{
    random_state r = random_seed(10);
    uint32_t contended = 0;
    (void)state;
    for (int i = 0; i < 4000; i++) {
        instance in;
        make_instance(&in, &r, 3);
        uint32_t holds = 0;
        if (!slow_share_agrees(in.capacity, RESOURCES, in.count, in.a, in.rate, 1e-8, &holds))
            fail_msg("instance %d: not among the %u solutions", i, holds);
        for (uint32_t n = 0; n < in.count; n++)
            contended += in.rate[n] < share_alone(in.capacity, &in.a[n]) * (1 - 1e-9);
    }
    assert_true(contended > 2000);
}

/* Nothing limits, or only a resource without limit. */
static void test_no_limits(void **state)
{
    const double capacity[] = {INFINITY, 10};
    demand unlimited[] = {{0, 7}};
    demand limited[] = {{0, 1}, {1, 5}};
    footprint fu = {.count = 1, .demands = unlimited};
    footprint fl = {.count = 2, .demands = limited};
    footprint nothing = {0};
    activity all[] = {{.demand = &fu, .cap = INFINITY},
                      {.demand = &fl, .cap = INFINITY},
                      {.demand = &nothing, .cap = 3},
                      {.demand = NULL, .cap = 4}};
    double rate[4];
    (void)state;
    share_rates(capacity, 4, all, rate);
    assert_true(isinf(rate[0]));
    close_to(rate[1], 2);
    close_to(rate[2], 3);
    close_to(rate[3], 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one),
                                       cmocka_unit_test(test_two_at_a_port),
                                       cmocka_unit_test(test_equal_shares),
                                       cmocka_unit_test(test_room_left_by_a_later_cut),
                                       cmocka_unit_test(test_everyone_has_a_reason),
                                       cmocka_unit_test(test_against_guesses),
                                       cmocka_unit_test(test_no_limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
