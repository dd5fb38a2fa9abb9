/* A row shown whole, and the command beside it: its settings, applied to the named hwspec, give the stored values to
 * the last bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <antler/hwspec.h>
#include <antler/report.h>

#include "report/reproduce.h"
#include "sample.h"
#include "spec/field.h"

#define PATH "test_show.db"

static const char rows[] =
    "DROP VIEW results; DROP TABLE points;"
    "CREATE TABLE points(id INTEGER PRIMARY KEY, hwspec TEXT, model TEXT, phase TEXT, batch INTEGER, context INTEGER,"
    " dtype TEXT, design TEXT, chip_cores INTEGER, status TEXT, reason TEXT, latency_ms REAL, area_mm2 REAL, input "
    "TEXT);"
    "CREATE VIEW results AS SELECT id, hwspec, model, phase, batch, context, dtype, design, chip_cores, status, reason,"
    " latency_ms, area_mm2 FROM points;"
    "INSERT INTO points VALUES(7, 'ipu-mk2', 'tiny', 'decode', 32, 2048, 'fp16', 'static', 736, 'ok', NULL, 1.5, NULL,"
    " '{\"hwspec\":{\"chip.cores\":736,\"noc.topology\":\"all-to-all\"}}'),"
    " (8, 'no such chip', 'tiny', 'decode', 32, 2048, 'fp16', 'static', 736, 'ok', NULL, 1.5, NULL,"
    " '{\"hwspec\":{\"chip.cores\":736,\"hbm.bandwidth\":2e12}}'),"
    " (9, 'ipu-mk2', 'tiny', 'decode', 32, 2048, 'fp16', 'static', 736, 'ok', NULL, 1.5, NULL, 'torn');";

static int make_sample(void **state)
{
    (void)state;
    sample_make(PATH, rows);
    return 0;
}

static void test_show(void **state)
{
    (void)state;
    char text[4096] = "";
    antler_error err = {0};
    SAMPLE_CAPTURE(text, assert_int_equal(antler_show(PATH, 7, out, &err), ANTLER_OK));
    assert_string_equal(text, "input       value    unit  meaning\n"
                              "----------  -------  ----  ---------------\n"
                              "id          7              row\n"
                              "hwspec      ipu-mk2\n"
                              "model       tiny\n"
                              "phase       decode\n"
                              "batch       32\n"
                              "context     2048\n"
                              "dtype       fp16\n"
                              "design      static         compiler policy\n"
                              "chip_cores  736            cores\n"
                              "\n"
                              "result      value  unit  meaning\n"
                              "----------  -----  ----  ---------------\n"
                              "status      ok\n"
                              "reason      -\n"
                              "latency_ms  1.5    ms    time of one run\n"
                              "area_mm2    -      mm2   die\n"
                              "\n"
                              "antler run ipu-mk2 tiny --phase decode --batch 32 --context 2048 --dtype fp16"
                              " --design static \\\n    --set chip.cores=736\n");
}

static void test_unknown_hwspec_gives_all(void **state)
{
    (void)state;
    char text[4096] = "";
    antler_error err = {0};
    SAMPLE_CAPTURE(text, assert_int_equal(antler_show(PATH, 8, out, &err), ANTLER_OK));
    assert_non_null(strstr(text, "# hwspec no such chip is not found from here"));
    assert_non_null(strstr(text, "antler run 'no such chip' tiny"));
    assert_non_null(strstr(text, "--set chip.cores=736"));
    assert_non_null(strstr(text, "--set 'hbm.bandwidth=2 TB/s'"));
}

static void test_refusals(void **state)
{
    (void)state;
    char text[4096] = "";
    antler_error err = {0};
    SAMPLE_CAPTURE(text, assert_int_equal(antler_show(PATH, 70, out, &err), ANTLER_BAD_INPUT));
    assert_non_null(strstr(err.message, "no row 70"));
    SAMPLE_CAPTURE(text, assert_int_equal(antler_show(PATH, 9, out, &err), ANTLER_BAD_INPUT));
    assert_non_null(strstr(err.message, "damaged"));
}

/* Apply every --set of a command to `spec`. */
static void apply(char *command, antler_hwspec *spec)
{
    static const char option[] = "--set ";
    antler_error err = {0};
    for (char *at = strstr(command, option); at; at = strstr(at, option)) {
        char *key = at + sizeof option - 1, quote = *key == '\'' ? '\'' : ' ';
        key += *key == '\'';
        char *end = key + strcspn(key, quote == '\'' ? "'" : "\n");
        char *equals = strchr(key, '=');
        assert_true(equals && equals < end);
        at = end + (*end != '\0');
        *equals = *end = '\0';
        if (antler_hwspec_set(spec, key, equals + 1, &err) != ANTLER_OK)
            fail_msg("%s", err.message);
    }
}

/* Random bandwidths, clocks and times, cycles among them: what comes back is what was stored. */
static void test_settings_keep_every_bit(void **state)
{
    (void)state;
    static const field_id varied[] = {HW_CHIP_CLOCK, HW_HBM_BANDWIDTH, HW_NOC_BANDWIDTH, HW_HBM_LATENCY, HW_NOC_SYNC};
    uint64_t seed = 3;
    for (int round = 0; round < 200; round++) {
        char input[1024], text[4096] = "";
        double wanted[sizeof varied / sizeof *varied];
        size_t used = (size_t)snprintf(input, sizeof input, "{\"hwspec\":{");
        for (size_t i = 0; i < sizeof varied / sizeof *varied; i++) {
            const field *f = &hw_fields[varied[i]];
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            double share = (double)(seed >> 11) / 9007199254740992.0;
            wanted[i] = f->unit == UNIT_SECOND ? 1e-6 * share : 2e6 + 1e10 * share;
            used +=
                (size_t)snprintf(input + used, sizeof input - used, "%s\"%s\":%.17g", i ? "," : "", f->key, wanted[i]);
        }
        (void)snprintf(input + used, sizeof input - used, "}}");
        const point_words p = {"ipu-mk2", "tiny", "decode", "fp16", "static", 1, 1, input};
        antler_error err = {0};
        SAMPLE_CAPTURE(text, assert_int_equal(reproduce_print(&p, out, &err), ANTLER_OK));
        antler_hwspec *spec = NULL;
        assert_int_equal(antler_hwspec_load("ipu-mk2", &spec, &err), ANTLER_OK);
        apply(text, spec);
        for (size_t i = 0; i < sizeof varied / sizeof *varied; i++)
            assert_true(hw_number(spec, varied[i]) == wanted[i]);
        antler_hwspec_free(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_show),
        cmocka_unit_test(test_unknown_hwspec_gives_all),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_settings_keep_every_bit),
    };
    return cmocka_run_group_tests(tests, make_sample, NULL);
}
