/* Columns and their units come from the tables of keys and metrics. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "store/schema.h"

static const schema_column *find(const schema *s, const char *name)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->columns[i].name, name) == 0)
            return &s->columns[i];
    return NULL;
}

static void columns_have_their_units(void **state)
{
    (void)state;
    static const char *const want[][3] = {{"chip_cores", "INTEGER", ""},
                                          {"chip_clock_ghz", "REAL", "GHz"},
                                          {"chip_node_nm", "REAL", "nm"},
                                          {"core_sram_kib", "REAL", "KiB"},
                                          {"hbm_bandwidth_gbps", "REAL", "GB/s"},
                                          {"hbm_capacity_gib", "REAL", "GiB"},
                                          {"hbm_latency_ns", "REAL", "ns"},
                                          {"hbm_burst_bytes", "REAL", "B"},
                                          {"noc_topology", "TEXT", ""},
                                          {"noc_grid", "TEXT", ""},
                                          {"latency_ms", "REAL", "ms"},
                                          {"tokens_per_s", "REAL", "1/s"},
                                          {"hbm_util", "REAL", "1"},
                                          {"reason", "TEXT", ""},
                                          {"batch", "INTEGER", ""}};
    schema s;
    schema_make(&s);
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        const schema_column *c = find(&s, want[i][0]);
        if (!c)
            fail_msg("no column %s", want[i][0]);
        assert_string_equal(c->type, want[i][1]);
        assert_string_equal(c->unit, want[i][2]);
    }
}

static void columns_are_distinct_and_explained(void **state)
{
    (void)state;
    schema s;
    schema_make(&s);
    assert_true(s.count <= SCHEMA_MAX_COLUMNS);
    for (size_t i = 0; i < s.count; i++) {
        assert_ptr_equal(find(&s, s.columns[i].name), &s.columns[i]);
        assert_true(strlen(s.columns[i].meaning) > 3);
    }
}

/* 0.001 to 100 ns in steps of a thousandth: the column reads as the file was written. */
static void column_values_read_as_written(void **state)
{
    (void)state;
    for (int i = 1; i <= 100000; i++) {
        double ns = i / 1000.0;
        assert_true(schema_column_value(&hw_fields[HW_HBM_LATENCY], ns / 1e9) == ns);
    }
    assert_true(schema_column_value(&hw_fields[HW_HBM_BANDWIDTH], 1.25e12) == 1250);
    assert_true(schema_column_value(&hw_fields[HW_CORE_SRAM], 624 * 1024.0) == 624);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(columns_have_their_units),
                                       cmocka_unit_test(columns_are_distinct_and_explained),
                                       cmocka_unit_test(column_values_read_as_written)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
