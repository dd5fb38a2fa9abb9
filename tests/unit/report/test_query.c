/* The four formats to the letter, what a query may not do, and the same for fronts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include <antler/report.h>

#include "sample.h"

#define PATH "test_query.db"

static const char rows[] = "INSERT INTO points VALUES"
                           "(1, 'basic', 100, 1000.0, 'ok', NULL, 9.5, 105.2, NULL),"
                           "(2, 'basic', 200, 1000.0, 'ok', NULL, 0.1, 10000.0, NULL),"
                           "(3, 'we \"say\", | so', 200, 2000.0, 'ok', NULL, 9.5, 105.2, 3.0),"
                           "(4, 'ideal', 100, 2000.0, 'infeasible', 'too big', NULL, NULL, NULL)";

static int make_sample(void **state)
{
    (void)state;
    sample_make(PATH, rows);
    return 0;
}

static void expect_query(const char *sql, antler_format format, const char *wanted)
{
    char text[2048] = "";
    antler_error err = {0};
    SAMPLE_CAPTURE(text, assert_int_equal(antler_query(PATH, sql, format, out, &err), ANTLER_OK));
    assert_string_equal(text, wanted);
}

static const char select_all[] = "SELECT id, design, latency_ms, area_mm2 FROM results WHERE id IN (2, 3); -- comment";

static void test_table(void **state)
{
    (void)state;
    expect_query(select_all, ANTLER_TABLE,
                 "id  design          latency_ms  area_mm2\n"
                 "                            ms       mm2\n"
                 "--  --------------  ----------  --------\n"
                 " 2  basic                  0.1         -\n"
                 " 3  we \"say\", | so         9.5         3\n");
}

static void test_csv(void **state)
{
    (void)state;
    expect_query(select_all, ANTLER_CSV,
                 "id,design,latency_ms,area_mm2\n2,basic,0.1,\n3,\"we \"\"say\"\", | so\",9.5,3\n");
    expect_query("SELECT '' AS empty, NULL AS none, 1.0/3 AS third", ANTLER_CSV,
                 "empty,none,third\n\"\",,0.3333333333333333\n");
}

static void test_json(void **state)
{
    (void)state;
    expect_query(select_all, ANTLER_JSON,
                 "[\n {\"id\": 2, \"design\": \"basic\", \"latency_ms\": 0.1, \"area_mm2\": null},\n"
                 " {\"id\": 3, \"design\": \"we \\\"say\\\", | so\", \"latency_ms\": 9.5, \"area_mm2\": 3}\n]\n");
    expect_query("SELECT id FROM results WHERE id > 99", ANTLER_JSON, "[]\n");
    expect_query("SELECT 9e999 AS infinite", ANTLER_JSON, "[\n {\"infinite\": null}\n]\n");
}

static void test_markdown(void **state)
{
    (void)state;
    expect_query(select_all, ANTLER_MARKDOWN,
                 "| id | design | latency_ms (ms) | area_mm2 (mm2) |\n| ---: | --- | ---: | --- |\n"
                 "| 2 | basic | 0.1 | - |\n| 3 | we \"say\", \\| so | 9.5 | 3 |\n");
}

static void test_extensions_of_select(void **state)
{
    (void)state;
    expect_query(
        "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT sum(i) AS s FROM n",
        ANTLER_CSV, "s\n6\n");
    expect_query("SELECT value FROM json_each('[7]')", ANTLER_CSV, "value\n7\n");
}

static void refuse(const char *sql, const char *reason)
{
    char text[64];
    antler_error err = {0};
    SAMPLE_CAPTURE(text, assert_int_equal(antler_query(PATH, sql, ANTLER_CSV, out, &err), ANTLER_BAD_INPUT));
    if (!strstr(err.message, reason))
        fail_msg("'%s' gave '%s', wanted '%s'", sql, err.message, reason);
}

static void test_refusals(void **state)
{
    (void)state;
    refuse("DELETE FROM points", "only a SELECT");
    refuse("CREATE TABLE t(a)", "only a SELECT");
    refuse("ATTACH 'other.db' AS o", "only a SELECT");
    refuse("VACUUM INTO 'copy.db'", "only a SELECT");
    refuse("PRAGMA journal_mode = DELETE", "only a SELECT");
    refuse("SELECT 1; SELECT 2", "one statement");
    refuse("SELECT 1; DELETE FROM points", "one statement");
    refuse("  -- nothing", "no statement");
    refuse("SELEC 1", "syntax error");
    refuse("SELECT load_extension('x')", "not authorized");
    refuse("SELECT latency FROM results", "unknown column 'latency'; did you mean 'latency_ms'?");
    expect_query("SELECT count(*) AS n FROM points", ANTLER_CSV, "n\n4\n");
}

static void test_files(void **state)
{
    (void)state;
    char text[64];
    struct stat info;
    antler_error err = {0};
    SAMPLE_CAPTURE(text, assert_int_equal(antler_query("absent.db", "SELECT 1", 0, out, &err), ANTLER_BAD_INPUT));
    assert_non_null(strstr(err.message, "absent.db: No such file"));
    assert_int_not_equal(stat("absent.db", &info), 0);
    FILE *f = fopen("not.db", "w");
    assert_non_null(f);
    fputs("this is a text of some length, not a database\n", f);
    fclose(f);
    SAMPLE_CAPTURE(text, assert_int_equal(antler_query("not.db", "SELECT 1", 0, out, &err), ANTLER_BAD_INPUT));
    assert_non_null(strstr(err.message, "not.db: not an antler database"));
    SAMPLE_CAPTURE(text, assert_int_equal(antler_query(".", "SELECT 1", 0, out, &err), ANTLER_BAD_INPUT));
    assert_non_null(strstr(err.message, "not an antler database"));
    unlink("not.db");
}

static void test_reading_leaves_no_files(void **state)
{
    (void)state;
    struct stat info;
    expect_query("SELECT count(*) AS n FROM results", ANTLER_CSV, "n\n4\n");
    assert_int_not_equal(stat(PATH "-wal", &info), 0);
    assert_int_not_equal(stat(PATH "-shm", &info), 0);
}

static antler_status run_front(antler_front f, char *text, size_t size, antler_error *err)
{
    f.database = PATH;
    f.out = fmemopen(text, size, "w");
    assert_non_null(f.out);
    antler_status status = antler_pareto(&f, err);
    fclose(f.out);
    return status;
}

static void test_front(void **state)
{
    (void)state;
    char text[1024] = "";
    antler_error err = {0};
    const antler_objective two[] = {{"latency_ms", 0}, {"chip_cores", 0}};
    const antler_front f = {.objectives = two, .count = 2, .format = ANTLER_CSV};
    assert_int_equal(run_front(f, text, sizeof text, &err), ANTLER_OK);
    /* id 3 (9.5 ms, 200 cores) loses to both others; designs and bandwidths differ among the three. */
    assert_string_equal(text, "id,design,hbm_bandwidth_gbps,latency_ms,chip_cores,knee\n2,basic,1000,0.1,200,\n"
                              "1,basic,1000,9.5,100,\n");

    antler_front by = f;
    by.by = "design";
    assert_int_equal(run_front(by, text, sizeof text, &err), ANTLER_OK);
    assert_string_equal(text, "id,design,hbm_bandwidth_gbps,latency_ms,chip_cores,knee\n2,basic,1000,0.1,200,\n"
                              "1,basic,1000,9.5,100,\n3,\"we \"\"say\"\", | so\",2000,9.5,200,\n");

    const antler_objective most[] = {{"tokens_per_s", 1}};
    const antler_front best = {.objectives = most, .count = 1, .where = "chip_cores < 150", .format = ANTLER_CSV};
    assert_int_equal(run_front(best, text, sizeof text, &err), ANTLER_OK);
    assert_string_equal(text, "id,tokens_per_s\n1,105.2\n");
}

static void test_front_notes_and_refusals(void **state)
{
    (void)state;
    char text[1024] = "", notes[256] = "";
    antler_error err = {0};
    antler_objective one[] = {{"area_mm2", 0}};
    antler_front f = {.objectives = one, .count = 1, .format = ANTLER_CSV};
    f.notes = fmemopen(notes, sizeof notes, "w");
    assert_int_equal(run_front(f, text, sizeof text, &err), ANTLER_OK);
    fclose(f.notes);
    f.notes = NULL;
    assert_string_equal(notes, "antler: note: 2 of 3 rows left out: 'area_mm2' is NULL there\n");
    f.where = "id < 3";
    assert_int_equal(run_front(f, text, sizeof text, &err), ANTLER_BAD_INPUT);
    assert_non_null(strstr(err.message, "NULL in every row"));
    const char *const wrong[] = {"1) UNION SELECT 1, 2, 3 --", "1) OR", "latency = 1", "1; DELETE FROM points",
                                 "1) THEN 1 END, (CASE WHEN (1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        f.where = wrong[i];
        assert_int_equal(run_front(f, text, sizeof text, &err), ANTLER_BAD_INPUT);
        assert_non_null(strstr(err.message, "where: "));
    }
    f.where = NULL;
    one[0].column = "latency";
    assert_int_equal(run_front(f, text, sizeof text, &err), ANTLER_BAD_INPUT);
    assert_non_null(strstr(err.message, "unknown column 'latency'; did you mean 'latency_ms'?"));
    one[0].column = "design";
    assert_int_equal(run_front(f, text, sizeof text, &err), ANTLER_BAD_INPUT);
    assert_non_null(strstr(err.message, "text"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),    cmocka_unit_test(test_csv),
        cmocka_unit_test(test_json),     cmocka_unit_test(test_markdown),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_extensions_of_select),
        cmocka_unit_test(test_files),    cmocka_unit_test(test_reading_leaves_no_files),
        cmocka_unit_test(test_front),    cmocka_unit_test(test_front_notes_and_refusals),
    };
    return cmocka_run_group_tests(tests, make_sample, NULL);
}
