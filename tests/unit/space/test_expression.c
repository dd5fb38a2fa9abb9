/* Expressions from files: what they may say, what they give, and that nothing hostile gets through or hangs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "space/expression.h"

static const char *const columns[] = {"chip_cores", "core_sram", "hbm_bandwidth", "noc_topology", "noc_hop"};
enum { COUNT = sizeof columns / sizeof *columns };

static const sql_value point[COUNT] = {{SQL_NUMBER, 1472, NULL},
                                       {SQL_NUMBER, 638976, NULL}, /* 624 KiB */
                                       {SQL_NUMBER, 4e12, NULL},
                                       {SQL_TEXT, 0, "mesh"},
                                       {SQL_NULL, 0, NULL}};

static int open_scope(void **state)
{
    expression_scope *scope = NULL;
    antler_error err;
    if (expression_scope_open(columns, COUNT, &scope, &err) || expression_scope_set(scope, point, &err))
        return -1;
    *state = scope;
    return 0;
}

static int close_scope(void **state)
{
    expression_scope_close(*state);
    return 0;
}

/* The value of `sql`, which must be sound; text in `text`. */
static sql_value value_of(expression_scope *scope, const char *sql, char text[128])
{
    expression *e = NULL;
    antler_error err = {.message = ""};
    sql_value v = {.kind = SQL_NULL};
    if (expression_compile(scope, sql, &e, &err))
        fail_msg("%s: %s", sql, err.message);
    if (expression_evaluate(e, &v, &err))
        fail_msg("%s: %s", sql, err.message);
    if (v.kind == SQL_TEXT)
        v.text = strcpy(text, v.text);
    expression_free(e);
    return v;
}

static void gives_numbers(void **state)
{
    static const struct {
        const char *sql;
        double want;
    } cases[] = {{"chip_cores * core_sram <= 900e6", 0}, /* 940.6e6 */
                 {"chip_cores * core_sram <= 950e6", 1},
                 {"chip_cores * 100e6", 147.2e9},
                 {"chip_cores / 3", 1472.0 / 3}, /* nothing is cut off */
                 {"noc_topology = 'mesh'", 1},
                 {"noc_topology IN ('torus', 'ring')", 0},
                 {"noc_topology LIKE 'me%'", 1},
                 {"hbm_bandwidth BETWEEN 1e12 AND 4e12", 1},
                 {"CASE WHEN noc_topology = 'mesh' THEN 3 ELSE 4 END", 3},
                 {"max(chip_cores, 2000) - min(chip_cores, 2000)", 528},
                 {"sqrt(chip_cores * 4.0 / 1472)", 2},
                 {"pow(2, 10) + round(2.4) + abs(-1) + floor(1.5)", 1028},
                 {"noc_hop IS NULL", 1},
                 {"coalesce(noc_hop, 7)", 7},
                 {"CHIP_CORES", 1472},
                 {"\"chip_cores\"", 1472},
                 {"1 -- why not", 1},
                 {"1 /* why not */", 1},
                 {"(1) + (2)", 3},
                 {"1) + (2", 3}, /* the brackets around it show; what is left is one expression */
                 {"chip_cores % 46 = 0", 1}};
    char text[128];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sql_value v = value_of(*state, cases[i].sql, text);
        if (v.kind != SQL_NUMBER || v.number != cases[i].want)
            fail_msg("%s gives %.17g", cases[i].sql, v.number);
    }
}

static void gives_text_and_null(void **state)
{
    char text[128];
    sql_value v = value_of(*state, "iif(chip_cores > 1000, 'mesh', 'ring')", text);
    assert_int_equal(v.kind, SQL_TEXT);
    assert_string_equal(v.text, "mesh");
    assert_int_equal(value_of(*state, "noc_hop + 1", text).kind, SQL_NULL);
    assert_int_equal(value_of(*state, "1 / 0", text).kind, SQL_NULL);
}

/* One compiled expression follows the point. */
static void follows_the_point(void **state)
{
    expression *e = NULL;
    antler_error err;
    sql_value v, values[COUNT] = {{SQL_NULL, 0, NULL}};
    assert_int_equal(expression_compile(*state, "chip_cores * 2", &e, &err), ANTLER_OK);
    for (int i = 0; i < 1000; i++) {
        values[0] = (sql_value){SQL_NUMBER, i, NULL};
        assert_int_equal(expression_scope_set(*state, values, &err), ANTLER_OK);
        assert_int_equal(expression_evaluate(e, &v, &err), ANTLER_OK);
        assert_true(v.kind == SQL_NUMBER && v.number == 2.0 * i);
    }
    expression_free(e);
    assert_int_equal(expression_scope_set(*state, point, &err), ANTLER_OK);
}

/* What is refused, and a part of the message. */
static void refuses(void **state)
{
    static const struct {
        const char *sql, *message;
    } cases[] = {
        {"chip_cores >", "syntax error"},
        {"chip_cores = = 3", "syntax error"},
        {"", "syntax error"},
        {"1; 2", "syntax error"},
        {"1); SELECT (2", "more than one statement"},
        {"1); DROP TABLE point; --", "more than one statement"},
        {"1) /*", "not one expression"},
        {"1 chip_cores", "syntax error"},
        {"1, 2", "row value misused"},
        {"1) AS x, (2", "syntax error"},
        {"chip_coers > 3", "did you mean 'chip_cores'?"},
        {"noc_topology = mesh", "no such column: mesh"},
        {"noc_topology = \"mesh\"", "no such column: mesh"},
        {"?", "'?'"},
        {"chip_cores = ?1", "'?'"},
        {":x", "'?'"},
        {"sum(chip_cores)", "reaches outside"},
        {"max(chip_cores)", "misuse of aggregate"},
        {"count(*) > 0", "reaches outside"},
        {"row_number() OVER ()", "reaches outside"},
        {"group_concat(noc_topology)", "reaches outside"},
        {"nosuch(chip_cores)", "no such function"},
        {"ATTACH 'x.db' AS x", "syntax error"},
        {"PRAGMA writable_schema = 1", "syntax error"},
        {"(SELECT 1)", "reaches outside"},
        {"EXISTS (SELECT 1 FROM point)", "reaches outside"},
        {"(SELECT count(*) FROM sqlite_schema)", "reaches outside"},
        {"(SELECT sql FROM sqlite_master)", "reaches outside"},
        {"chip_cores IN point", "sub-select"},
        {"1 IN (SELECT value FROM json_each('[1,2]'))", "reaches outside"},
        {"(WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT count(*) FROM r)", "compound SELECT"},
        {"(WITH r(i) AS (VALUES(1)) SELECT i FROM r)", "reaches outside"},
        {"(SELECT * FROM pragma_database_list)", "reaches outside"},
        {"1) AS value FROM sqlite_schema /*", "syntax error"},
        {"rowid", "reaches outside"},
        {"load_extension('x.so')", "reaches outside"},
        {"readfile('/etc/passwd')", "no such function"},
        {"writefile('x', 'y')", "no such function"},
        {"edit('x')", "no such function"},
        {"fts3_tokenizer('x')", "reaches outside"},
        {"random()", "reaches outside"},
        {"randomblob(1000000000)", "reaches outside"},
        {"zeroblob(1000000000)", "reaches outside"},
        {"printf('%1000000000d', 1)", "reaches outside"},
        {"replace(noc_topology, 'm', 'mm')", "reaches outside"},
        {"hex('abc')", "reaches outside"},
        {"datetime('now')", "reaches outside"},
        {"current_timestamp", "reaches outside"},
        {"sqlite_version()", "reaches outside"},
        {"changes()", "reaches outside"},
        {"json('{}')", "reaches outside"},
        {"noc_topology MATCH 'x'", "reaches outside"},
        {"noc_topology REGEXP 'x'", "no such function"},
        {"RAISE(ABORT, 'x')", "RAISE"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expression *e = NULL;
        antler_error err = {.message = ""};
        antler_status status = expression_compile(*state, cases[i].sql, &e, &err);
        if (status != ANTLER_BAD_INPUT || !strstr(err.message, cases[i].message) || strchr(err.message, '\n'))
            fail_msg("%s: status %d, message '%s'", cases[i].sql, status, err.message);
        assert_null(e);
    }
}

/* Long and deep expressions end quickly, one way or the other. */
static void is_bounded(void **state)
{
    static const char *const pieces[] = {"chip_cores+",    "(",         "NOT ", "abs(",
                                         "noc_topology||", "1 IN (1),", "-",    "'x'||"};
    char *sql = malloc(100001);
    assert_non_null(sql);
    (void)alarm(10);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        for (size_t length = 50; length <= 100000 - 20; length *= 40) {
            size_t used = 0;
            while (used < length)
                used += strlen(strcpy(sql + used, pieces[i]));
            strcpy(sql + used, "1");
            expression *e = NULL;
            antler_error err = {.message = ""};
            sql_value v;
            antler_status status = expression_compile(*state, sql, &e, &err);
            if (!status)
                (void)expression_evaluate(e, &v, &err);
            expression_free(e);
            assert_true(status == ANTLER_OK || status == ANTLER_BAD_INPUT);
        }
    /* The worst that LIKE can be made to do with what fits. */
    strcpy(sql, "'");
    for (int i = 0; i < 9000; i++)
        strcat(sql, "a");
    strcat(sql, "' LIKE '%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%b'");
    char text[128];
    assert_true(value_of(*state, sql, text).number == 0);
    (void)alarm(0);
    free(sql);
}

static void fails_at_run_time(void **state)
{
    expression *e = NULL;
    antler_error err;
    sql_value v;
    assert_int_equal(expression_compile(*state, "abs(-9223372036854775807 - 1)", &e, &err), ANTLER_OK);
    assert_int_equal(expression_evaluate(e, &v, &err), ANTLER_BAD_INPUT);
    assert_non_null(strstr(err.message, "integer overflow"));
    expression_free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gives_numbers),     cmocka_unit_test(gives_text_and_null),
                                       cmocka_unit_test(follows_the_point), cmocka_unit_test(refuses),
                                       cmocka_unit_test(is_bounded),        cmocka_unit_test(fails_at_run_time)};
    return cmocka_run_group_tests(tests, open_scope, close_scope);
}
