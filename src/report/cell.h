/* One value of a result row, as SQLite types it, and its text. */
#ifndef REPORT_CELL_H
#define REPORT_CELL_H

#include <stdbool.h>
#include <stdint.h>

#include <sqlite3.h>

#include <antler/error.h>

typedef enum cell_kind { CELL_NULL, CELL_INTEGER, CELL_REAL, CELL_TEXT } cell_kind;

typedef struct cell {
    cell_kind kind;
    union {
        int64_t integer;
        double real;
        const char *text;
    } as;
} cell;

enum { NUMBER_TEXT = 32 };

/* Column `index` of the row that `statement` stands on; its text is borrowed until the statement steps on. */
antler_status cell_read(sqlite3_stmt *statement, int index, cell *out, antler_error *err);

bool cell_is_number(const cell *c);
double cell_number(const cell *c); /* of a number */
bool cell_equal(const cell *x, const cell *y);

/* The shortest decimal text that reads back as the same double; `buffer` of NUMBER_TEXT bytes. */
const char *number_exact(double number, char *buffer);

/* Exact text of a cell (NULL: ""); numbers go through `buffer` of NUMBER_TEXT bytes. */
const char *cell_exact(const cell *c, char *buffer);

/* The same for people: reals with six significant digits, NULL as "-". */
const char *cell_readable(const cell *c, char *buffer);

#endif
