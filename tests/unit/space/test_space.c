/* Points of a sweep by index: their order, what derive sets, what where cuts, and the messages of both. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "space/axes.h"
#include "space/space.h"

static const char hwspec_text[] =
    "name: chip\n"
    "chips: 1\n"
    "chip: {cores: 64, clock: 1 GHz}\n"
    "core: {sram: 624 KiB, sram_bandwidth: 16 B/cycle, kernels: ipu-mk2}\n"
    "noc: {topology: all-to-all, bandwidth: 5.5 GB/s, sync: 100 cycles}\n"
    "hbm: {bandwidth: 4 TB/s, channels: 64, capacity: 64 GiB, latency: 120 ns, placement: edges}\n";

#define HEAD                                                                                                           \
    "name: s\n"                                                                                                        \
    "hwspec: [a, b]\n"                                                                                                 \
    "model: [m, n, o]\n"                                                                                               \
    "workload: {phase: decode, batch: [16, 32], context: [1024, 2048], dtype: fp16}\n"                                 \
    "design: [static, ideal]\n"

typedef struct fixture {
    arena *memory;
    sweep_file *file;
    antler_hwspec *hwspecs[2];
    space *space;
} fixture;

static const char *const models[] = {"m", "n", "o"};

static void close_space(fixture *f)
{
    space_close(f->space);
    antler_hwspec_free(f->hwspecs[0]);
    antler_hwspec_free(f->hwspecs[1]);
    arena_free(f->memory);
}

/* The space of a sweep file `text`; the file itself must be sound. */
static antler_status open_space(fixture *f, const char *text, antler_error *err)
{
    *f = (fixture){.memory = arena_new()};
    if (sweep_file_parse("s.yaml", text, strlen(text), f->memory, &f->file, err))
        fail_msg("%s", err->message);
    for (int i = 0; i < 2; i++)
        if (hwspec_parse("chip.yaml", hwspec_text, sizeof hwspec_text - 1, &f->hwspecs[i], err))
            fail_msg("%s", err->message);
    f->hwspecs[0]->name[0] = 'A';
    f->hwspecs[1]->name[0] = 'B';
    return space_open(f->file, (const antler_hwspec *const *)f->hwspecs, models, &f->space, err);
}

static antler_status point_at(const fixture *f, uint64_t index, space_point *p, bool *inside, antler_error *err)
{
    return space_point_at(f->space, index, f->memory, p, inside, err);
}

/* A slow twin: nested loops, the last axis innermost. */
static void order_is_that_of_nested_loops(void **state)
{
    (void)state;
    fixture f;
    antler_error err;
    assert_int_equal(open_space(&f,
                                HEAD "axes:\n  hbm.bandwidth: {from: 1 TB/s, to: 3 TB/s, step: 1 TB/s}\n"
                                     "  chip.cores: [8, 16]\n",
                                &err),
                     ANTLER_OK);
    assert_true(space_is_plain(f.space));
    uint64_t index = 0;
    for (size_t h = 0; h < 2; h++)
        for (size_t m = 0; m < 3; m++)
            for (size_t d = 0; d < 2; d++)
                for (uint32_t b = 16; b <= 32; b += 16)
                    for (uint32_t c = 1024; c <= 2048; c += 1024)
                        for (int bw = 1; bw <= 3; bw++)
                            for (int cores = 8; cores <= 16; cores += 8) {
                                space_point p;
                                bool inside = false;
                                assert_int_equal(point_at(&f, index++, &p, &inside, &err), ANTLER_OK);
                                assert_true(inside);
                                assert_true(p.hwspec_index == h && p.model_index == m && p.design_index == d);
                                assert_true(p.workload.batch == b && p.workload.context == c);
                                assert_true(hw_number(p.hwspec, HW_HBM_BANDWIDTH) == bw * 1e12);
                                assert_true(hw_number(p.hwspec, HW_CHIP_CORES) == cores);
                                assert_int_equal(p.hwspec->name[0], h ? 'B' : 'A');
                            }
    assert_true(index == space_size(f.space));
    /* The base is untouched. */
    assert_true(hw_number(f.hwspecs[0], HW_CHIP_CORES) == 64);
    close_space(&f);
}

static void derive_and_where_see_the_whole_point(void **state)
{
    (void)state;
    fixture f;
    antler_error err;
    assert_int_equal(open_space(&f,
                                HEAD
                                "axes: {chip.cores: [8, 16, 32], noc.topology: [all-to-all, ring]}\n"
                                "derive:\n"
                                "  hbm.bandwidth: chip_cores * 1e9\n"
                                "  core.sram: hbm_bandwidth / 1e4\n" /* an earlier derive */
                                "where: core_sram <= 1.6e6 AND noc_topology <> 'ring' AND batch = 32 AND context = 1024"
                                " AND hwspec = 'Bhip' AND model = 'n' AND design = 'ideal' AND phase = 'decode'"
                                " AND dtype = 'fp16' AND noc_sync > 99e-9\n",
                                &err),
                     ANTLER_OK);
    unsigned kept = 0;
    for (uint64_t i = 0; i < space_size(f.space); i++) {
        space_point p;
        bool inside = false;
        assert_int_equal(point_at(&f, i, &p, &inside, &err), ANTLER_OK);
        double cores = hw_number(p.hwspec, HW_CHIP_CORES);
        assert_true(hw_number(p.hwspec, HW_HBM_BANDWIDTH) == cores * 1e9);
        assert_true(hw_number(p.hwspec, HW_CORE_SRAM) == cores * 1e5);
        bool want = cores <= 16 && strcmp(hw_word(p.hwspec, HW_NOC_TOPOLOGY), "ring") != 0 && p.workload.batch == 32 &&
                    p.workload.context == 1024 && p.hwspec_index == 1 && p.model_index == 1 && p.design_index == 1;
        assert_int_equal(inside, want);
        kept += inside;
    }
    assert_int_equal(kept, 2);
    close_space(&f);
}

/* Rows of a point list stand for axes, and cross everything else. */
static void point_list_crosses_the_rest(void **state)
{
    (void)state;
    char folder[] = "/tmp/antler-space-XXXXXX", path[64], text[1024];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/p.csv", folder);
    FILE *csv = fopen(path, "w");
    assert_non_null(csv);
    fputs("chip.cores,hbm.bandwidth\n8,1 TB/s\n16,2 TB/s\n8,3 TB/s\n", csv);
    assert_int_equal(fclose(csv), 0);
    (void)snprintf(text, sizeof text, "%spoints: %s\naxes: {core.sram: [256 KiB, 512 KiB]}\n", HEAD, path);
    fixture f;
    antler_error err;
    assert_int_equal(open_space(&f, text, &err), ANTLER_OK);
    assert_int_equal(space_size(f.space), 2 * 3 * 2 * 2 * 2 * 3 * 2);
    static const double cores[] = {8, 16, 8}, bandwidth[] = {1e12, 2e12, 3e12};
    for (uint64_t i = 0; i < space_size(f.space); i++) {
        space_point p;
        bool inside = false;
        assert_int_equal(point_at(&f, i, &p, &inside, &err), ANTLER_OK);
        assert_true(hw_number(p.hwspec, HW_CHIP_CORES) == cores[i / 2 % 3]);
        assert_true(hw_number(p.hwspec, HW_HBM_BANDWIDTH) == bandwidth[i / 2 % 3]);
        assert_true(hw_number(p.hwspec, HW_CORE_SRAM) == (i % 2 ? 512 : 256) * 1024.0);
    }
    close_space(&f);
    (void)unlink(path);
    (void)rmdir(folder);
}

static void wrong_expressions_are_found_on_opening(void **state)
{
    (void)state;
    static const struct {
        const char *tail, *message;
    } cases[] = {
        {"where: chip_cores >\n", "s.yaml:6: where is not valid SQL: near \")\": syntax error; write for example "
                                  "'chip_cores * core_sram <= 900e6'"},
        {"where: chip_coers > 3\n", "s.yaml:6: where is not valid SQL: no such column: chip_coers; did you mean "
                                    "'chip_cores'?; write for example 'chip_cores * core_sram <= 900e6'"},
        {"derive:\n  chip.cores: 3 +\n",
         "s.yaml:7: derive chip.cores is not valid SQL: near \")\": syntax error; write "
         "for example 'chip_cores * 100e6'"},
        {"where: (SELECT 1)\n", "s.yaml:6: where reaches outside the point: not authorized; only its own columns and "
                                "functions like min, max and round are allowed; write for example "
                                "'chip_cores * core_sram <= 900e6'"},
    };
    char text[1024];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture f;
        antler_error err = {.message = ""};
        (void)snprintf(text, sizeof text, "%s%s", HEAD, cases[i].tail);
        assert_int_equal(open_space(&f, text, &err), ANTLER_BAD_INPUT);
        assert_string_equal(err.message, cases[i].message);
        assert_null(f.space);
        close_space(&f);
    }
}

static void unusable_values_name_the_point(void **state)
{
    (void)state;
    static const char at[] = "at the point Ahip m static, batch 16, context 1024, chip.clock 1 GHz";
    static const struct {
        const char *tail, *message;
    } cases[] = {
        {"where: noc_topology\n", "s.yaml:7: where gives text where true or false is needed, "},
        {"where: abs(-9223372036854775807 - 1)\n", "s.yaml:7: where has no value: integer overflow, "},
        {"derive: {chip.cores: noc_hop}\n",
         "s.yaml:7: derive chip.cores gives NULL where a number in base units is needed, "},
        {"derive: {chip.cores: noc_topology}\n",
         "s.yaml:7: derive chip.cores gives text where a number in base units is needed, "},
        {"derive: {chip.cores: 0 - 5}\n",
         "s.yaml:7: derive chip.cores is not possible: chip.cores: '-5' is out of range"},
        {"derive: {chip.cores: 2.5}\n",
         "s.yaml:7: derive chip.cores is not possible: chip.cores: '2.5' must be a whole number, "},
    };
    char text[1024];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture f;
        space_point p;
        bool inside;
        antler_error err = {.message = ""};
        (void)snprintf(text, sizeof text, "%saxes: {chip.clock: 1 GHz}\n%s", HEAD, cases[i].tail);
        assert_int_equal(open_space(&f, text, &err), ANTLER_OK);
        assert_int_equal(point_at(&f, 0, &p, &inside, &err), ANTLER_BAD_INPUT);
        if (strncmp(err.message, cases[i].message, strlen(cases[i].message)) != 0 || !strstr(err.message, at))
            fail_msg("%s", err.message);
        close_space(&f);
    }
}

/* NULL is not true, in SQL and here. */
static void null_cuts(void **state)
{
    (void)state;
    fixture f;
    antler_error err;
    space_point p;
    bool inside = true;
    assert_int_equal(open_space(&f, HEAD "where: noc_hop < 1\n", &err), ANTLER_OK);
    assert_int_equal(point_at(&f, 0, &p, &inside, &err), ANTLER_OK);
    assert_false(inside);
    close_space(&f);
}

static void too_large_a_space_is_refused(void **state)
{
    (void)state;
    arena *a = arena_new();
    sweep_axis axes[3] = {{.count = 1000000}, {.count = 1000000}, {.count = 1000000}};
    sweep_file file = {.path = "s.yaml", .naxes = 3, .axes = axes};
    file.hwspecs.count = file.models.count = file.designs.count = file.batches.count = file.contexts.count = 1;
    uint64_t size = 0;
    antler_error err;
    assert_int_equal(axes_size(&file, &size, &err), ANTLER_BAD_INPUT);
    assert_non_null(strstr(err.message, "s.yaml: the axes make more than 100000000 points"));
    file.naxes = 1;
    assert_int_equal(axes_size(&file, &size, &err), ANTLER_OK);
    assert_int_equal(size, 1000000);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_is_that_of_nested_loops),  cmocka_unit_test(derive_and_where_see_the_whole_point),
        cmocka_unit_test(point_list_crosses_the_rest),    cmocka_unit_test(wrong_expressions_are_found_on_opening),
        cmocka_unit_test(unusable_values_name_the_point), cmocka_unit_test(null_cuts),
        cmocka_unit_test(too_large_a_space_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
