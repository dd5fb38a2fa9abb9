#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "spec/sweep_axes.h"

static const char head[] = "name: s\nhwspec: [ipu-pod4, ipu-mk2]\nmodel: llama2-13b\n"
                           "workload: {phase: decode, batch: [16, 32], context: 2048, dtype: fp16}\n"
                           "design: [static,\n  ideal]\n";

static sweep_file *parse(arena *a, const char *tail, antler_error *err)
{
    char text[4096];
    sweep_file *sweep = NULL;
    int size = snprintf(text, sizeof text, "%s%s", head, tail);
    assert_true(size > 0 && (size_t)size < sizeof text);
    (void)sweep_file_parse("s.yaml", text, (size_t)size, a, &sweep, err);
    return sweep;
}

static void holds_what_was_written(void **state)
{
    (void)state;
    arena *a = arena_new();
    antler_error err = {.message = ""};
    sweep_file *s = parse(a,
                          "axes:\n  hbm.bandwidth: {from: 1 TB/s, to: 4 TB/s, step: 250 GB/s}\n"
                          "  noc.topology: [all-to-all, mesh]\n"
                          "derive:\n  inter_chip.bandwidth: chip_cores * 100e6\n"
                          "where: chip_cores * core_sram <= 900e6\n",
                          &err);
    assert_string_equal(err.message, "");
    assert_string_equal(s->name, "s");
    assert_int_equal(s->hwspecs.count, 2);
    assert_string_equal(s->hwspecs.items[1], "ipu-mk2");
    assert_int_equal(s->models.count, 1);
    assert_int_equal(s->designs.lines[0], 5);
    assert_int_equal(s->designs.lines[1], 6);
    assert_int_equal(s->batches.items[1], 32);
    assert_int_equal(s->contexts.items[0], 2048);
    assert_int_equal(s->phase, ANTLER_DECODE);
    assert_int_equal(s->types.dtype, ANTLER_FP16);
    assert_int_equal(s->naxes, 2);
    assert_int_equal(s->axes[0].count, 13); /* 1, 1.25, ... 4 TB/s */
    assert_int_equal(s->axes[0].line, 8);
    assert_ptr_equal(s->axes[1].field, &hw_fields[HW_NOC_TOPOLOGY]);
    assert_string_equal(s->axes[1].values[1].text, "mesh");
    assert_int_equal(s->nderives, 1);
    assert_string_equal(s->derives[0].sql, "chip_cores * 100e6");
    assert_int_equal(s->derives[0].line, 11);
    assert_string_equal(s->where, "chip_cores * core_sram <= 900e6");
    assert_int_equal(s->where_line, 12);
    assert_null(s->points);
    arena_free(a);
}

typedef struct range_case {
    const char *key, *range;
    size_t count;
    const char *second, *last;
} range_case;

static void ranges_read_as_users_write(void **state)
{
    (void)state;
    static const range_case cases[] = {
        {"hbm.bandwidth", "{from: 1 TB/s, to: 4 TB/s, step: 250 GB/s}", 13, "1.25 TB/s", "4 TB/s"},
        {"chip.clock", "{from: 0.1 GHz, to: 1 GHz, step: 0.1 GHz}", 10, "200 MHz", "1 GHz"},
        {"hbm.latency", "{from: 1 ns, to: 100 ns, step: 1 ns}", 100, "2 ns", "100 ns"},
        {"noc.sync", "{from: 100 cycles, to: 118 cycles, step: 9 cycles}", 3, "109 cycles", "118 cycles"},
        {"chip.cores", "{from: 736, to: 1472, step: 368}", 3, "1104", "1472"},
        {"chip.cores", "{from: 1, to: 10, step: 4}", 3, "5", "9"}, /* 10 is not met */
        {"core.sram", "{from: 512 KiB, to: 1 MiB, step: 64 KiB}", 9, "576 KiB", "1 MiB"},
        {"hbm.capacity", "{from: 1 TiB, to: 3 TiB, step: 1 TiB}", 3, "2 TiB", "3 TiB"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        antler_error err = {.message = ""};
        arena *a = arena_new();
        (void)snprintf(text, sizeof text, "axes:\n  %s: %s\n", cases[i].key, cases[i].range);
        const sweep_file *s = parse(a, text, &err);
        assert_string_equal(err.message, "");
        const sweep_axis *axis = &s->axes[0];
        assert_int_equal(axis->count, cases[i].count);
        assert_string_equal(axis->values[1].text, cases[i].second);
        assert_string_equal(axis->values[axis->count - 1].text, cases[i].last);
        for (size_t j = 1; j < axis->count; j++)
            assert_true(axis->values[j].number > axis->values[j - 1].number);
        arena_free(a);
    }
}

/* The limit itself is allowed, one more is not. */
static void ranges_are_bounded(void **state)
{
    (void)state;
    antler_error err = {.message = ""};
    arena *a = arena_new();
    assert_null(parse(a, "axes:\n  hbm.burst: {from: 1 B, to: 1000001 B, step: 1 B}\n", &err));
    assert_string_equal(err.message,
                        "s.yaml:8:14: hbm.burst: the range has more than 1000000 values; take a larger step");
    assert_null(parse(a, "axes:\n  hbm.bandwidth: {from: 1 B/s, to: 1 TB/s, step: 1e-300 B/s}\n", &err));
    arena_free(a);
}

static char folder[] = "/tmp/antler_sweep_XXXXXX";
static char sweep_path[64], csv_path[64];

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static sweep_file *with_points(arena *a, const char *csv, antler_error *err)
{
    char text[4096];
    sweep_file *sweep = NULL;
    (void)snprintf(text, sizeof text, "%spoints: p.csv\naxes: {noc.topology: [all-to-all, mesh]}\n", head);
    write_text(sweep_path, text);
    write_text(csv_path, csv);
    (void)sweep_file_load(sweep_path, a, &sweep, err);
    return sweep;
}

static void points_come_from_csv(void **state)
{
    (void)state;
    arena *a = arena_new();
    antler_error err = {.message = ""};
    const sweep_file *s = with_points(a, "chip.cores,hbm.bandwidth\r\n736,\"2 TB/s\"\r\n\r\n1472,4 TB/s\n", &err);
    assert_string_equal(err.message, "");
    assert_string_equal(s->points, csv_path); /* beside the sweep file, not in the working directory */
    assert_int_equal(s->rows.naxes, 2);
    assert_int_equal(s->rows.nrows, 2);
    assert_ptr_equal(s->rows.fields[1], &hw_fields[HW_HBM_BANDWIDTH]);
    assert_true(s->rows.values[0].number == 736 && s->rows.values[1].number == 2e12);
    assert_true(s->rows.values[2].number == 1472 && s->rows.values[3].number == 4e12);
    assert_int_equal(s->rows.values[1].line, 2);
    assert_int_equal(s->rows.values[3].line, 4);
    arena_free(a);
}

static void bad_points_name_their_line(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"chip.cores,hbm.bandwith\n", ":1: no points below the header"},
        {"chip.cores,hbm.bandwith\n1,2\n", ":1: unknown axis 'hbm.bandwith'; did you mean 'hbm.bandwidth'?"},
        {"chip.cores,chip.cores\n1,2\n", ":1: axis 'chip.cores' has two columns; remove one"},
        {"chip.cores\n8\n0\n", ":3: chip.cores: '0' is out of range; it must be 1 to 16777216"},
        {"chip.cores,hbm.bandwidth\n8,1 TB/s\n8,\n", ":3: hbm.bandwidth has no value; write one like '4 TB/s'"},
        {"chip.cores,hbm.bandwidth\n8\n", ":2: this row has 1 cells, the header 2"},
        {"chip.cores\n\"8\n", ":2: malformed CSV: a quote is not closed, or stands inside an unquoted cell"},
        {"", ":1: the file is empty; its first row must name the columns"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arena *a = arena_new();
        antler_error err = {.message = ""};
        assert_null(with_points(a, cases[i][0], &err));
        assert_memory_equal(err.message, csv_path, strlen(csv_path));
        assert_string_equal(err.message + strlen(csv_path), cases[i][1]);
        arena_free(a);
    }
}

static void an_axis_is_set_once(void **state)
{
    (void)state;
    arena *a = arena_new();
    antler_error err = {.message = ""};
    assert_null(with_points(a, "noc.topology\nmesh\n", &err));
    assert_memory_equal(err.message, sweep_path, strlen(sweep_path));
    assert_string_equal(err.message + strlen(sweep_path),
                        ":7:9: 'noc.topology' is set by 'axes' too; keep one of them");
    arena_free(a);
}

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    (void)snprintf(sweep_path, sizeof sweep_path, "%s/s.yaml", folder);
    (void)snprintf(csv_path, sizeof csv_path, "%s/p.csv", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    (void)unlink(sweep_path);
    (void)unlink(csv_path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_what_was_written),     cmocka_unit_test(ranges_read_as_users_write),
        cmocka_unit_test(ranges_are_bounded),         cmocka_unit_test(points_come_from_csv),
        cmocka_unit_test(bad_points_name_their_line), cmocka_unit_test(an_axis_is_set_once),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
