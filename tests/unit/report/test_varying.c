/* Which inputs differ, against counting distinct values, and rows by group, on random databases. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "report/measured.h"
#include "report/varying.h"
#include "sample.h"

#define PATH "test_varying.db"

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* `rows` rows in which designs, cores and bandwidths take a few values, NULL among them. */
static void make(uint64_t *seed, int rows)
{
    static const char *const designs[] = {"'basic'", "'ideal'", "'it''s'", "NULL"};
    static const char *const cores[] = {"100", "200", "NULL"};
    char sql[16384] = "INSERT INTO points VALUES";
    uint64_t designs_used = 1 + next_random(seed) % 4, cores_used = 1 + next_random(seed) % 3;
    size_t used = strlen(sql);
    for (int i = 1; i <= rows; i++)
        used += (size_t)snprintf(sql + used, sizeof sql - used, "%s(%d, %s, %s, %d.5, %s, NULL, %d, 1, NULL)",
                                 i > 1 ? ", " : "", i, designs[next_random(seed) % designs_used],
                                 cores[next_random(seed) % cores_used], next_random(seed) % 9 ? 1 : 2,
                                 next_random(seed) % 5 ? "'ok'" : "'error'", (int)(next_random(seed) % 7));
    sample_make(PATH, sql);
}

static bool differs(database *db, const char *name, const char *where)
{
    rowset set = {0};
    antler_error err;
    char *sql = sqlite3_mprintf("SELECT count(*) > 1 FROM (SELECT \"%w\" FROM results WHERE status = 'ok' AND (%s) "
                                "GROUP BY 1)",
                                name, where);
    assert_int_equal(database_rows(db, "test", sql, &set, &err), ANTLER_OK);
    sqlite3_free(sql);
    return set.cells[0].as.integer != 0;
}

static void test_varying(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int round = 0; round < 150; round++) {
        const char *where = round % 2 ? "1" : "id % 3 <> 0 OR chip_cores = 100";
        database db;
        antler_error err;
        bool *varies = NULL;
        make(&seed, 1 + (int)(next_random(&seed) % 40));
        assert_int_equal(database_open(PATH, &db, &err), ANTLER_OK);
        assert_int_equal(varying_inputs(&db, where, &varies, &err), ANTLER_OK);
        assert_int_equal(inputs_end(&db), 4);
        assert_false(varies[0]);
        for (size_t c = 1; c < inputs_end(&db); c++)
            assert_int_equal(varies[c], differs(&db, db.columns[c].name, where));
        database_close(&db);
    }
}

/* Groups follow each other as SQLite orders them, rows in them by id; constraints are counted. */
static void test_measured(void **state)
{
    (void)state;
    static const char *const columns[] = {"latency_ms", "chip_cores"};
    static const char *const constraints[] = {"latency_ms > 2", "chip_cores < 150"};
    uint64_t seed = 11;
    for (int round = 0; round < 100; round++) {
        database db;
        antler_error err = {0};
        measured d = {0};
        rowset set = {0};
        make(&seed, 40);
        assert_int_equal(database_open(PATH, &db, &err), ANTLER_OK);
        const measure m = {.what = "a number",
                           .columns = columns,
                           .width = 2,
                           .by = "design",
                           .constraints = constraints,
                           .constraint_count = 2};
        antler_status status = measured_read(&db, &m, &d, &err);
        if (status != ANTLER_OK) {
            assert_non_null(strstr(err.message, "NULL in every row"));
            database_close(&db);
            continue;
        }
        assert_int_equal(database_rows(&db, "test",
                                       "SELECT id, design, latency_ms, chip_cores FROM results WHERE status = 'ok' "
                                       "AND latency_ms > 2 AND chip_cores < 150 ORDER BY 2, 1",
                                       &set, &err),
                         ANTLER_OK);
        assert_int_equal(d.rows, set.rows);
        for (size_t r = 0; r < d.rows; r++) {
            const cell *row = &set.cells[r * 4];
            assert_int_equal(d.ids[r], row[0].as.integer);
            assert_true(cell_equal(&d.names[d.group_of[r]], &row[1]));
            assert_true(d.values[2 * r] == cell_number(&row[2]) && d.values[2 * r + 1] == cell_number(&row[3]));
            assert_true(r >= d.first[d.group_of[r]] && r < d.first[d.group_of[r] + 1]);
        }
        database_close(&db);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_varying), cmocka_unit_test(test_measured)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
