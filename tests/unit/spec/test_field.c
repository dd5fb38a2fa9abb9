#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/io.h"
#include "spec/field.h"

/* Every row is at its own index, its SQL name is its key, and its column begins with that. */
static void the_table_is_consistent(void **state)
{
    (void)state;
    for (size_t i = 0; i < HW_FIELDS; i++) {
        const field *f = &hw_fields[i];
        assert_int_equal(f->id, i);
        assert_ptr_equal(field_find(f->key, NULL), f);
        assert_int_equal(strlen(f->key), strlen(f->sql_name));
        for (size_t c = 0; f->key[c]; c++)
            assert_int_equal(f->sql_name[c], f->key[c] == '.' ? '_' : f->key[c]);
        assert_memory_equal(f->column, f->sql_name, strlen(f->sql_name));
        assert_true(f->column_scale > 0);
        assert_true(f->doc[0] != '\0');
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(f->column, hw_fields[j].column);
    }
}

/* Examples shown to users and fallbacks taken for them are right values; required keys have no fallback. */
static void examples_and_fallbacks_are_right(void **state)
{
    (void)state;
    for (size_t i = 0; i < HW_FIELDS; i++) {
        const field *f = &hw_fields[i];
        field_value value;
        antler_error err;
        if (field_parse(f, f->example, &value, &err))
            fail_msg("%s", err.message);
        assert_string_equal(value.text, f->example);
        if (f->fallback && field_parse(f, f->fallback, &value, &err))
            fail_msg("%s", err.message);
        assert_false(f->required && f->fallback);
    }
}

static void limits_are_inclusive(void **state)
{
    (void)state;
    for (size_t i = 0; i < HW_FIELDS; i++) {
        const field *f = &hw_fields[i];
        antler_hwspec spec = {.name = "x"};
        if (f->kind != FIELD_COUNT && f->kind != FIELD_QUANTITY)
            continue;
        assert_int_equal(hw_set_number(&spec, f->id, f->min, NULL), ANTLER_OK);
        assert_true(hw_number(&spec, f->id) == f->min);
        assert_int_equal(hw_set_number(&spec, f->id, f->max, NULL), ANTLER_OK);
        assert_true(hw_number(&spec, f->id) == f->max);
        assert_int_equal(hw_set_number(&spec, f->id, nextafter(f->max, INFINITY), NULL), ANTLER_BAD_INPUT);
        assert_int_equal(hw_set_number(&spec, f->id, f->min - 1, NULL), ANTLER_BAD_INPUT);
        assert_int_equal(hw_set_number(&spec, f->id, (double)NAN, NULL), ANTLER_BAD_INPUT);
        assert_true(hw_number(&spec, f->id) == f->max);
    }
}

static void cycles_follow_the_clock(void **state)
{
    (void)state;
    antler_hwspec spec = {.name = "x"};
    assert_int_equal(antler_hwspec_set(&spec, "chip.clock", "2 GHz", NULL), ANTLER_OK);
    assert_int_equal(antler_hwspec_set(&spec, "noc.sync", "118 cycles", NULL), ANTLER_OK);
    assert_int_equal(antler_hwspec_set(&spec, "core.sram_bandwidth", "16 B/cycle", NULL), ANTLER_OK);
    assert_true(hw_number(&spec, HW_NOC_SYNC) == 59e-9);           /* 118 / 2e9 */
    assert_true(hw_number(&spec, HW_CORE_SRAM_BANDWIDTH) == 32e9); /* 16 * 2e9 */
    assert_int_equal(antler_hwspec_set(&spec, "chip.clock", "1 GHz", NULL), ANTLER_OK);
    assert_true(hw_number(&spec, HW_NOC_SYNC) == 118e-9);
    assert_true(hw_number(&spec, HW_CORE_SRAM_BANDWIDTH) == 16e9);
    /* counts of cycles are counts, not times */
    assert_int_equal(antler_hwspec_set(&spec, "core.matrix_cycles", "64", NULL), ANTLER_OK);
    assert_true(hw_number(&spec, HW_MATRIX_CYCLES) == 64);
}

static void unset_is_zero(void **state)
{
    (void)state;
    antler_hwspec spec = {.name = "x"};
    assert_false(hw_is_set(&spec, HW_NOC_GRID));
    assert_true(hw_number(&spec, HW_NOC_GRID) == 0);
    assert_int_equal(antler_hwspec_set(&spec, "noc.grid", "10x12", NULL), ANTLER_OK);
    assert_true(hw_is_set(&spec, HW_NOC_GRID));
    assert_int_equal(spec.values[HW_NOC_GRID].grid[0], 10);
    assert_int_equal(spec.values[HW_NOC_GRID].grid[1], 12);
    assert_true(hw_number(&spec, HW_NOC_GRID) == 120);
}

static void derived_numbers_have_a_text(void **state)
{
    (void)state;
    antler_hwspec spec = {.name = "x"};
    antler_error err;
    assert_int_equal(hw_set_number(&spec, HW_INTER_CHIP_BANDWIDTH, 147.2e9, NULL), ANTLER_OK);
    assert_string_equal(spec.values[HW_INTER_CHIP_BANDWIDTH].text, "147.2 GB/s");
    assert_int_equal(spec.values[HW_INTER_CHIP_BANDWIDTH].line, 0);
    assert_int_equal(hw_set_number(&spec, HW_CHIP_CORES, 1104, NULL), ANTLER_OK);
    assert_string_equal(spec.values[HW_CHIP_CORES].text, "1104");
    assert_int_equal(hw_set_number(&spec, HW_CHIP_CORES, 0.5, &err), ANTLER_BAD_INPUT);
    assert_int_equal(hw_set_number(&spec, HW_CHIP_CORES, 1.5, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "chip.cores: '1.5' must be a whole number");
    assert_int_equal(hw_set_number(&spec, HW_NOC_TOPOLOGY, 1, &err), ANTLER_BAD_INPUT);
}

static void blanks_do_not_matter(void **state)
{
    (void)state;
    field_value value;
    assert_int_equal(field_parse(&hw_fields[HW_HBM_BANDWIDTH], "  4 \t TB/s ", &value, NULL), ANTLER_OK);
    assert_string_equal(value.text, "4 TB/s");
    assert_int_equal(field_parse(&hw_fields[HW_HBM_BANDWIDTH], "  ", &value, NULL), ANTLER_BAD_INPUT);
}

static void unknown_keys_have_a_nearest(void **state)
{
    (void)state;
    const char *nearest = NULL;
    assert_null(field_find("hbm.bandwith", &nearest));
    assert_string_equal(nearest, "hbm.bandwidth");
    assert_null(field_find("colour", &nearest));
    assert_null(nearest);
    assert_null(field_find("", NULL));
}

/* The table of keys in docs/FORMATS.md is this table: the row to put there is printed when it differs. */
static void the_docs_have_every_row(void **state)
{
    (void)state;
    char *docs;
    size_t size, missing = 0;
    assert_int_equal(io_read_text(FORMATS, &docs, &size, NULL), ANTLER_OK);
    for (size_t i = 0; i < HW_FIELDS; i++) {
        const field *f = &hw_fields[i];
        char row[512];
        (void)snprintf(row, sizeof row, "\n| `%s` | %s | `%s` | `%s` | %s |\n", f->key,
                       f->required   ? "required"
                       : f->fallback ? f->fallback
                                     : "-",
                       f->example, f->column, f->doc);
        if (strstr(docs, row))
            continue;
        missing++;
        print_error("%s", row + 1);
    }
    free(docs);
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_consistent), cmocka_unit_test(examples_and_fallbacks_are_right),
        cmocka_unit_test(limits_are_inclusive),    cmocka_unit_test(cycles_follow_the_clock),
        cmocka_unit_test(unset_is_zero),           cmocka_unit_test(derived_numbers_have_a_text),
        cmocka_unit_test(blanks_do_not_matter),    cmocka_unit_test(unknown_keys_have_a_nearest),
        cmocka_unit_test(the_docs_have_every_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
