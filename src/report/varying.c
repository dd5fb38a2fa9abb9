/* Only columns that have not differed yet are compared, with those of the first row, and the scan stops where another
 * one differs: what varies fast costs nothing, what does not vary costs one comparison a row inside SQLite. */
#include "report/varying.h"

#include <string.h>

size_t inputs_end(const database *db)
{
    size_t i = 0;
    while (i < db->count && strcmp(db->columns[i].name, "status") != 0)
        i++;
    return i;
}

static char *first_sql(const database *db, const char *where)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    for (size_t c = 0; c < inputs_end(db); c++)
        sqlite3_str_appendf(sql, "%s\"%w\"", c ? ", " : "SELECT ", db->columns[c].name);
    sqlite3_str_appendf(sql, " FROM results WHERE status = 'ok' AND (\n%s\n) ORDER BY id LIMIT 1", where);
    return sqlite3_str_finish(sql);
}

/* The next row in which one of the columns still alike is not as in the first. */
static char *next_sql(const database *db, const char *where, const bool *varies, const cell *first, int64_t after)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendall(sql, "SELECT id");
    for (size_t c = 1; c < inputs_end(db); c++)
        if (!varies[c])
            sqlite3_str_appendf(sql, ", \"%w\" IS NOT ?%d", db->columns[c].name, (int)c);
    sqlite3_str_appendf(sql, " FROM results WHERE id > %lld AND status = 'ok' AND (\n%s\n) AND (0", (long long)after,
                        where);
    for (size_t c = 1; c < inputs_end(db); c++)
        if (!varies[c])
            sqlite3_str_appendf(sql, first[c].kind == CELL_NULL ? " OR \"%w\" IS NOT NULL" : " OR \"%w\" IS NOT ?%d",
                                db->columns[c].name, (int)c);
    sqlite3_str_appendall(sql, ") ORDER BY id LIMIT 1");
    return sqlite3_str_finish(sql);
}

static void bind(const database *db, sqlite3_stmt *statement, const bool *varies, const cell *first)
{
    for (size_t c = 1; c < inputs_end(db); c++) {
        int at = (int)c;
        if (varies[c])
            continue;
        if (first[c].kind == CELL_TEXT)
            sqlite3_bind_text(statement, at, first[c].as.text, -1, SQLITE_STATIC);
        else if (first[c].kind == CELL_INTEGER)
            sqlite3_bind_int64(statement, at, first[c].as.integer);
        else if (first[c].kind == CELL_REAL)
            sqlite3_bind_double(statement, at, first[c].as.real);
    }
}

/* One more row that differs: mark where. `*after` moves to it; `*more` false: there is none. */
static antler_status advance(database *db, const char *where, const cell *first, bool *varies, int64_t *after,
                             bool *more, antler_error *err)
{
    sqlite3_stmt *statement = NULL;
    char *sql = next_sql(db, where, varies, first, *after);
    antler_status status = sql ? database_prepare(db, "axes", sql, &statement, err) : err_no_memory(err);
    sqlite3_free(sql);
    if (status == ANTLER_OK) {
        bind(db, statement, varies, first);
        status = database_step(db, statement, more, err);
    }
    if (status == ANTLER_OK && *more) {
        int at = 1;
        *after = sqlite3_column_int64(statement, 0);
        for (size_t c = 1; c < inputs_end(db); c++)
            if (!varies[c])
                varies[c] = sqlite3_column_int(statement, at++) != 0;
    }
    sqlite3_finalize(statement);
    return status;
}

antler_status varying_inputs(database *db, const char *where, bool **out, antler_error *err)
{
    rowset set = {0};
    const char *condition = where ? where : "1";
    bool *varies = ARENA_ARRAY(db->memory, bool, db->count + 1);
    char *sql = first_sql(db, condition);
    antler_status status = varies && sql ? database_rows(db, "axes", sql, &set, err) : err_no_memory(err);
    sqlite3_free(sql);
    bool more = set.rows > 0;
    int64_t after = more ? set.cells[0].as.integer : 0;
    while (status == ANTLER_OK && more)
        status = advance(db, condition, set.cells, varies, &after, &more, err);
    *out = varies;
    return status;
}
