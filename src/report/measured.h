/* The numbers of many rows, and nothing else of them: a million rows in some tens of megabytes. */
#ifndef REPORT_MEASURED_H
#define REPORT_MEASURED_H

#include <stdio.h>

#include "report/database.h"

/* What to read of the rows with status ok. */
typedef struct measure {
    const char *what;           /* for messages: "an objective", "an axis" */
    const char *const *columns; /* numbers; checked by database_column before */
    size_t width;
    const char *by;                 /* a column; NULL: one group */
    const char *where;              /* NULL: all; checked before */
    const char *const *constraints; /* expressions; rows where one does not hold are counted and left out */
    size_t constraint_count;
    FILE *notes; /* rows left out are counted here; may be NULL */
} measure;

/* Rows by group, then id. */
typedef struct measured {
    size_t rows, width;
    int64_t *ids;
    double *values;     /* `width` numbers a row */
    uint32_t *group_of; /* of each row */
    size_t groups;
    cell *names;    /* value of `by` in each group, ascending */
    size_t *first;  /* first row of each group, and one more */
    size_t *passed; /* by constraint: of the rows that have all numbers, those for which it holds */
    size_t seen;    /* rows that have all numbers */
} measured;

/* ANTLER_BAD_INPUT: a column holds text, or is NULL in every row. No row at all: `rows` is 0. All in the database's
 * memory. */
antler_status measured_read(database *db, const measure *m, measured *out, antler_error *err);

#endif
