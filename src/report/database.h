/* A results database open for reading, and what its columns mean. */
#ifndef REPORT_DATABASE_H
#define REPORT_DATABASE_H

#include <stddef.h>

#include <sqlite3.h>

#include "base/arena.h"
#include "base/error.h"
#include "report/cell.h"

typedef struct column {
    const char *name;
    const char *unit;    /* "" when it has none */
    const char *meaning; /* "" when unknown */
} column;

typedef struct database {
    sqlite3 *handle;
    arena *memory;
    const char *path; /* borrowed */
    size_t count;
    column *columns; /* of the view `results`, in its order */
} database;

/* Rows in memory, row after row. */
typedef struct rowset {
    size_t columns, rows;
    cell *cells;
} rowset;

/* ANTLER_BAD_INPUT: no such file, not a database, not antler's. Nothing that this handle runs can write. */
antler_status database_open(const char *path, database *out, antler_error *err);
void database_close(database *db);

/* One statement that only reads; `what` names it in messages. The caller finalizes `*out`. */
antler_status database_prepare(database *db, const char *what, const char *sql, sqlite3_stmt **out, antler_error *err);

/* The next row, or `*more` false after the last. */
antler_status database_step(database *db, sqlite3_stmt *statement, bool *more, antler_error *err);

/* The row that `statement` stands on, into `cells`, texts in the database's memory. */
antler_status database_keep_row(database *db, sqlite3_stmt *statement, cell *cells, antler_error *err);

/* All rows of a statement, in the database's memory. */
antler_status database_rows(database *db, const char *what, const char *sql, rowset *out, antler_error *err);

/* A column of `results` by name; ANTLER_BAD_INPUT names the nearest. `out` may be NULL. */
antler_status database_column(const database *db, const char *name, const column **out, antler_error *err);

/* The unit of a column of any statement, by its name; "" when it is none of ours. */
const char *database_unit(const database *db, const char *name);

/* Is `where` one expression over the columns of `results`? NULL is. */
antler_status database_check_where(database *db, const char *where, antler_error *err);

#endif
