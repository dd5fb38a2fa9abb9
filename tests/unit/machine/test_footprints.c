/* Where traffic lands: closed forms on all-to-all, link loads walked by hand on small grids, HBM bursts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "machine/traffic.h"
#include "support/one_line.h"
#include "support/random.h"

enum { INGRESS = RES_NOC, EGRESS = RES_NOC + 1 };

static double amount(const footprint *f, uint32_t resource)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (f->demands[i].resource == resource)
            return f->demands[i].amount;
    return 0;
}

static footprint land(const machine *m, arena *a, traffic t)
{
    footprint f;
    antler_error err = {0};
    assert_int_equal(machine_footprint(m, &t, a, &f, &err), ANTLER_OK);
    for (uint32_t i = 1; i < f.count; i++)
        assert_true(f.demands[i - 1].resource < f.demands[i].resource);
    return f;
}

/* `groups` groups of `members` cores, the members innermost. */
static traffic groups_of(traffic_pattern pattern, uint32_t groups, uint32_t members, uint64_t bytes)
{
    return (traffic){.pattern = pattern,
                     .bytes = bytes,
                     .ring = members,
                     .naxes = 2,
                     .axes = {{.extent = groups}, {.extent = members, .member = true}}};
}

static void test_all_to_all(void **state)
{
    arena *a = arena_new();
    const machine *m = machine_from(a, "chip.cores=12");
    (void)state;
    footprint shift = land(m, a, groups_of(TRAFFIC_SHIFT, 3, 4, 600));
    assert_true(amount(&shift, INGRESS) == 600 && amount(&shift, EGRESS) == 600 && amount(&shift, RES_SRAM) == 1200);
    /* each of 4 members sends its 200 once, the three others take 600 in all */
    footprint gather = land(m, a, groups_of(TRAFFIC_ALL_GATHER, 3, 4, 600));
    assert_true(amount(&gather, INGRESS) == 600 && amount(&gather, EGRESS) == 200 && amount(&gather, RES_SRAM) == 800);
    footprint reduce = land(m, a, groups_of(TRAFFIC_REDUCE_SCATTER, 3, 4, 600));
    assert_true(amount(&reduce, INGRESS) == 600 && amount(&reduce, EGRESS) == 600);
    /* 2,400 distinct bytes leave 12 cores once: 200 each, however many take them */
    traffic spread = groups_of(TRAFFIC_SPREAD, 3, 4, 600);
    spread.unique = 2400;
    footprint layout = land(m, a, spread);
    assert_true(amount(&layout, INGRESS) == 600 && amount(&layout, EGRESS) == 200);
    const machine *unicast = machine_from(a, "chip.cores=12; noc.multicast=no");
    footprint copies = land(unicast, a, spread);
    assert_true(amount(&copies, EGRESS) == 600);
    arena_free(a);
}

static void test_hbm_bursts(void **state)
{
    arena *a = arena_new();
    const machine *m = machine_from(a, "chip.cores=4; hbm.channels=2; hbm.burst=64 B");
    (void)state;
    traffic t = groups_of(TRAFFIC_HBM_LOAD, 4, 1, 100);
    t.unique = 129; /* 64.5 a channel: 2 bursts each, 2 x 2 x 64 = 256 */
    footprint f = land(m, a, t);
    assert_true(amount(&f, RES_HBM) == 256);
    t.unique = 1 << 20; /* whole bursts: nothing lost */
    f = land(m, a, t);
    assert_true(amount(&f, RES_HBM) == 1 << 20);
    double before = 0;
    for (t.unique = 1; t.unique < 2000; t.unique += 7) {
        f = land(m, a, t);
        double rounded = amount(&f, RES_HBM);
        assert_true(rounded >= (double)t.unique && rounded >= before && rounded < (double)t.unique + 2 * 64);
        before = rounded;
    }
    arena_free(a);
}

/* Bytes on the link that leaves router (x, y) in `direction`; there must be such a link. */
static double link(const machine *m, const footprint *f, uint32_t x, uint32_t y, const char *direction)
{
    char want[64];
    char name[64];
    (void)snprintf(want, sizeof want, "link (%u,%u)%s", x, y, direction);
    for (uint32_t r = RES_NOC; r < machine_resources(m); r++)
        if (strcmp(machine_resource_name(m, r, name, sizeof name), want) == 0)
            return amount(f, r);
    fail_msg("no %s", want);
    return 0;
}

/* 3 x 3 routers. Members along a row: 0 -> 1 -> 2 -> 0; on a mesh the way back takes both links of the row. */
static void test_mesh_shift(void **state)
{
    arena *a = arena_new();
    const machine *m = machine_from(a, "noc.topology=mesh; chip.cores=9; noc.hop=10 ns");
    (void)state;
    footprint f = land(m, a, groups_of(TRAFFIC_SHIFT, 3, 3, 100));
    for (uint32_t row = 0; row < 3; row++) {
        assert_true(link(m, &f, 0, row, "+x") == 100 && link(m, &f, 1, row, "+x") == 100);
        assert_true(link(m, &f, 2, row, "-x") == 100 && link(m, &f, 1, row, "-x") == 100);
    }
    assert_true(link(m, &f, 0, 0, "+y") == 0);
    assert_true(fabs(f.latency_s - 20e-9) < 1e-15); /* the way back: two hops */
    /* on the torus the way back is one hop further on */
    const machine *torus = machine_from(a, "noc.topology=torus; chip.cores=9; noc.hop=10 ns");
    f = land(torus, a, groups_of(TRAFFIC_SHIFT, 3, 3, 100));
    for (uint32_t router = 0; router < 9; router++)
        assert_true(link(torus, &f, router % 3, router / 3, "+x") == 100 &&
                    link(torus, &f, router % 3, router / 3, "-x") == 0);
    arena_free(a);
}

/* 2 x 2 mesh, HBM in all four corners: every core takes a quarter of its 400 bytes from each. X first: router 0 sends
 * 100 to core 1 and 100 on the way to core 3 over +x; core 2 and core 3 over +y ... each of the 8 links carries 200. */
static void test_mesh_hbm(void **state)
{
    arena *a = arena_new();
    const machine *m = machine_from(a, "noc.topology=mesh; chip.cores=4; hbm.placement=corners; noc.multicast=no");
    (void)state;
    traffic t = groups_of(TRAFFIC_HBM_LOAD, 4, 1, 400);
    t.unique = 1600;
    footprint f = land(m, a, t);
    double all = 0;
    for (uint32_t r = RES_NOC; r < machine_resources(m); r++)
        all += amount(&f, r);
    assert_true(all == 8 * 200);
    assert_true(link(m, &f, 0, 0, "+x") == 200 && link(m, &f, 0, 0, "+y") == 200);
    assert_true(link(m, &f, 1, 1, "-x") == 200 && link(m, &f, 1, 1, "-y") == 200);
    /* multicast: both cores of a group get the same bytes: a tree's shared links carry them once */
    const machine *multi = machine_from(a, "noc.topology=mesh; chip.cores=4; hbm.placement=corners");
    traffic shared = groups_of(TRAFFIC_HBM_LOAD, 2, 2, 400);
    shared.unique = 800;
    f = land(multi, a, shared);
    double trees = 0;
    for (uint32_t r = RES_NOC; r < machine_resources(multi); r++)
        trees += amount(&f, r);
    /* the two cores of a row from a corner in it: 1 link; from the other row: 1 link along x, then 2 down: 3. 4 corners
     * x 2 groups: 2 x (1 + 1) + 2 x (3 + 3) = 16 links of 100 bytes */
    assert_true(trees == 16 * 100);
    arena_free(a);
}

/* Spread equals the sum over all pairs of cores, each sending bytes/cores to each: bytes times hops. */
static void test_spread_is_all_pairs(void **state)
{
    arena *a = arena_new();
    random_state r = random_seed(5);
    static const uint32_t cores[] = {1, 4, 6, 7, 9, 11, 12};
    (void)state;
    for (int i = 0; i < 7; i++) {
        char line[96];
        (void)snprintf(line, sizeof line, "noc.topology=mesh; chip.cores=%u", cores[i]);
        const machine *m = machine_from(a, line);
        traffic t = groups_of(TRAFFIC_SPREAD, cores[i], 1, random_in(&r, 1, 1000) * cores[i]);
        footprint f = land(m, a, t);
        double all = 0;
        for (uint32_t k = RES_NOC; k < machine_resources(m); k++)
            all += amount(&f, k);
        uint32_t columns = machine_columns(m);
        double pairs = 0;
        for (uint32_t s = 0; s < cores[i]; s++)
            for (uint32_t d = 0; d < cores[i]; d++)
                pairs += fabs((double)(s % columns) - d % columns) + fabs((double)(s / columns) - d / columns);
        double want = pairs * (double)t.bytes / cores[i];
        assert_true(fabs(all - want) <= 1e-9 * (want + 1));
    }
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_to_all), cmocka_unit_test(test_hbm_bursts),
                                       cmocka_unit_test(test_mesh_shift), cmocka_unit_test(test_mesh_hbm),
                                       cmocka_unit_test(test_spread_is_all_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
