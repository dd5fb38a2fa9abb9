#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

static const char tables[] =
    "CREATE TABLE columns(name TEXT, unit TEXT, meaning TEXT);"
    "INSERT INTO columns VALUES('id', '', 'row'), ('design', '', 'compiler policy'), ('chip_cores', '', 'cores'),"
    " ('hbm_bandwidth_gbps', 'GB/s', 'HBM'), ('status', '', ''), ('latency_ms', 'ms', 'time of one run'),"
    " ('tokens_per_s', '1/s', 'tokens'), ('area_mm2', 'mm2', 'die');"
    "CREATE TABLE points(id INTEGER PRIMARY KEY, design TEXT, chip_cores INTEGER, hbm_bandwidth_gbps REAL,"
    " status TEXT, reason TEXT, latency_ms REAL, tokens_per_s REAL, area_mm2 REAL);"
    "CREATE VIEW results AS SELECT * FROM points;";

void sample_make(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    (void)unlink(path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, tables, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}
