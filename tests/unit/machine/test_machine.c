/* What a machine is built from, what it refuses, and what holds for any traffic on it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "machine/hbm.h"
#include "spec/field.h"
#include "support/one_line.h"
#include "support/random.h"

static void test_figures(void **state)
{
    arena *a = arena_new();
    (void)state;
    const machine *m =
        machine_from(a, "chips=4; inter_chip.bandwidth=160 GB/s; chip.cores=1472; chip.clock=1.325 GHz; core.sram=624 "
                        "KiB; core.reserved=8 KiB; noc.sync=118 cycles; hbm.bandwidth=4 TB/s; hbm.capacity=64 GiB");
    assert_int_equal(machine_sram_bytes(m), 616 * 1024);
    assert_int_equal(machine_hbm_capacity(m), UINT64_C(256) << 30);
    assert_true(fabs(machine_sync_s(m) - 118 / 1.325e9) < 1e-18);
    /* 4 x 1472 cores x 64 multiply-adds x 2 x 1.325 GHz = 998.6 TFLOP/s; Elk states 1000 */
    assert_true(fabs(machine_peak_flops(m, 2) / (4 * 1472 * 64 * 2 * 1.325e9) - 1) < 1e-12);
    assert_true(machine_capacities(m)[RES_CHIP_IN] == 160e9 && machine_capacities(m)[RES_HBM] == 4e12);
    /* 16 bytes a cycle, implied by the kernels */
    assert_true(fabs(machine_capacities(m)[RES_SRAM] / (16 * 1.325e9) - 1) < 1e-12);
    assert_true(isinf(machine_capacities(machine_from(a, "chips=1"))[RES_CHIP_IN]));
    arena_free(a);
}

static void test_refusals(void **state)
{
    static const struct {
        const char *key, *value, *message;
    } cases[] = {{"noc.topology", "hierarchical", "no model yet"},
                 {"core.reserved", "64 KiB", "leaves nothing"},
                 {"noc.grid", "1x3", "3 routers for 4 cores"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arena *a = arena_new();
        antler_hwspec *spec = one_line_spec("noc.topology=mesh");
        machine *m = NULL;
        antler_error err = {0};
        assert_int_equal(antler_hwspec_set(spec, cases[i].key, cases[i].value, &err), ANTLER_OK);
        assert_int_equal(machine_build(spec, a, &m, &err), ANTLER_BAD_INPUT);
        if (!strstr(err.message, cases[i].message))
            fail_msg("%s", err.message);
        assert_null(m);
        antler_hwspec_free(spec);
        arena_free(a);
    }
}

/* Traffic that no compiler may state. */
static void test_broken_traffic(void **state)
{
    arena *a = arena_new();
    const machine *m = machine_from(a, "chip.cores=4");
    traffic broken[] = {
        {.pattern = TRAFFIC_SHIFT, .bytes = 1, .ring = 5, .naxes = 1, .axes = {{.extent = 5, .member = true}}},
        {.pattern = TRAFFIC_SHIFT, .bytes = 1, .ring = 3, .naxes = 1, .axes = {{.extent = 4, .member = true}}},
        {.pattern = TRAFFIC_SPREAD, .bytes = 1, .ring = 1, .naxes = 1, .axes = {{.extent = 0}}}};
    (void)state;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        footprint f;
        antler_error err = {0};
        assert_int_equal(machine_footprint(m, &broken[i], a, &f, &err), ANTLER_BUG);
    }
    arena_free(a);
}

/* ceil(bytes / (channels x burst)) stripes of channels x burst; exact where a quotient of doubles is not. */
static void test_hbm_rounding(void **state)
{
    random_state r = random_seed(3);
    (void)state;
    assert_true(hbm_rounded(&(hbm){.channels = 64, .burst = 64}, 0) == 0);
    assert_true(hbm_rounded(&(hbm){.channels = 64, .burst = 64}, 1) == 4096);
    for (int i = 0; i < 10000; i++) {
        hbm h = {.channels = (uint32_t)random_in(&r, 1, 128), .burst = random_in(&r, 1, 128)};
        uint64_t stripe = h.channels * h.burst;
        uint64_t stripes = random_in(&r, 0, 1000000);
        assert_true(hbm_rounded(&h, stripes * stripe) == (double)(stripes * stripe));
        assert_true(hbm_rounded(&h, stripes * stripe + 1) == (double)((stripes + 1) * stripe));
        uint64_t big = random_in(&r, stripe * 100, stripe * 1000); /* efficiency: at most one stripe in 100 lost */
        assert_true(hbm_rounded(&h, big) >= (double)big && hbm_rounded(&h, big) < 1.01 * (double)big);
    }
}

static traffic random_traffic(random_state *r, uint32_t cores)
{
    uint32_t members = (uint32_t)random_in(r, 1, cores);
    uint32_t groups = cores / members;
    uint64_t bytes = random_in(r, 1, 100000);
    return (traffic){.pattern = (traffic_pattern)random_in(r, TRAFFIC_SHIFT, TRAFFIC_HBM_STORE),
                     .bytes = bytes,
                     .unique = bytes * groups,
                     .chip_bytes = random_in(r, 0, 1) * 1000,
                     .ring = members,
                     .naxes = 2,
                     .axes = {{.extent = groups}, {.extent = members, .member = true}}};
}

static double seconds(const char *line, const traffic *t)
{
    arena *a = arena_new();
    double s = 0;
    antler_error err = {0};
    assert_int_equal(machine_traffic_s(machine_from(a, line), t, &s, &err), ANTLER_OK);
    arena_free(a);
    return s;
}

/* More of a bandwidth is never slower; multicast is never slower; chips apart add their latency. */
static void test_monotone(void **state)
{
    static const char *const topologies[] = {"all-to-all", "mesh", "torus", "ring"};
    static const char *const more[] = {"noc.bandwidth=3 GB/s", "hbm.bandwidth=30 GB/s",
                                       "core.sram_bandwidth=64 B/cycle", "inter_chip.bandwidth=9 GB/s"};
    random_state r = random_seed(4);
    (void)state;
    for (int i = 0; i < 400; i++) {
        char base[256], better[320];
        uint32_t cores = (uint32_t)random_in(&r, 1, 30);
        traffic t = random_traffic(&r, cores);
        (void)snprintf(base, sizeof base,
                       "chips=2; inter_chip.bandwidth=2 GB/s; noc.hop=5 ns; noc.multicast=no; chip.cores=%u; "
                       "noc.topology=%s",
                       cores, topologies[i % 4]);
        double slow = seconds(base, &t);
        (void)snprintf(better, sizeof better, "%s; %s", base, more[random_in(&r, 0, 3)]);
        assert_true(seconds(better, &t) <= slow);
        (void)snprintf(better, sizeof better, "%s; noc.multicast=yes", base);
        assert_true(seconds(better, &t) <= slow * (1 + 1e-12));
        (void)snprintf(better, sizeof better, "%s; inter_chip.latency=1 us", base);
        assert_true(fabs(seconds(better, &t) - slow - (t.chip_bytes > 0 ? 1e-6 : 0)) < 1e-12);
    }
}

/* Without multicast HBM's ports send every copy: 12 cores x 600 bytes at HBM's 10 GB/s. With it, 2,400 bytes leave once
 * and a core's own port, 600 bytes at 1 GB/s, decides. */
static void test_hbm_without_multicast(void **state)
{
    traffic t = {.pattern = TRAFFIC_HBM_LOAD,
                 .bytes = 600,
                 .unique = 2400,
                 .ring = 3,
                 .naxes = 2,
                 .axes = {{.extent = 4}, {.extent = 3, .member = true}}};
    (void)state;
    assert_true(fabs(seconds("chip.cores=12; hbm.bandwidth=10 GB/s; noc.multicast=no", &t) - 7200 / 10e9) < 1e-15);
    assert_true(fabs(seconds("chip.cores=12; hbm.bandwidth=10 GB/s", &t) - 600 / 1e9) < 1e-15);
}

/* The plan cache's key tells apart what plans depend on, to the last digit, and nothing else. */
static void test_kernel_key(void **state)
{
    static const char *const same[] = {"noc.bandwidth=2 GB/s", "hbm.bandwidth=1 TB/s",  "noc.topology=mesh",
                                       "noc.sync=7 ns",        "hbm.placement=corners", "noc.hop=3 ns"};
    static const char *const other[] = {
        "chip.cores=5",          "chip.clock=1.1 GHz",         "core.sram=65 KiB",    "core.sram_bandwidth=17 B/cycle",
        "core.reserved=1 KiB",   "core.matrix_cycles=1000001", "core.vector_lanes=8", "core.kernels=ipu-mk2",
        "core.matrix_fill=1001", "core.vector_issue=99"};
    char line[512];
    const char base[] = "core.kernels=parametric; core.matrix_m=32; core.matrix_n=32; core.matrix_k=32;"
                        "core.matrix_cycles=1000000; core.matrix_fill=10; core.vector_lanes=16; core.vector_issue=20";
    arena *a = arena_new();
    (void)state;
    const char *key = machine_kernel_key(machine_from(a, base));
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        (void)snprintf(line, sizeof line, "%s; %s", base, same[i]);
        assert_string_equal(machine_kernel_key(machine_from(a, line)), key);
    }
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        (void)snprintf(line, sizeof line, "%s; %s", base, other[i]);
        assert_string_not_equal(machine_kernel_key(machine_from(a, line)), key);
    }
    arena_free(a);
}

/* Free grids: 64 is 8 x 8; 72 is 8 x 9; 13 is prime: 4 columns hold it in 4 rows. Known from their corner links. */
static void test_free_grids(void **state)
{
    static const struct {
        uint32_t cores, columns, rows;
    } cases[] = {{64, 8, 8}, {72, 8, 9}, {2, 1, 2}, {13, 4, 4}, {1472, 32, 46}, {22, 5, 5}, {1, 1, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arena *a = arena_new();
        char line[96];
        (void)snprintf(line, sizeof line, "noc.topology=mesh; chip.cores=%u", cases[i].cores);
        const machine *m = machine_from(a, line);
        uint32_t c = cases[i].columns, r = cases[i].rows;
        assert_int_equal(machine_columns(m), c);
        assert_int_equal(machine_resources(m) - RES_NOC, 2 * ((c - 1) * r + (r - 1) * c));
        arena_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figures),        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_broken_traffic), cmocka_unit_test(test_hbm_rounding),
        cmocka_unit_test(test_monotone),       cmocka_unit_test(test_hbm_without_multicast),
        cmocka_unit_test(test_kernel_key),     cmocka_unit_test(test_free_grids)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
