/* What the database looks like: its columns in one list, and the SQL that is made from it. */
#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

#include <antler/metrics.h>

#include "spec/field.h"

/* In the header of the file, so that a foreign SQLite file is recognised: "antl". */
enum { SCHEMA_APPLICATION_ID = 0x616e746c };

typedef struct schema_column {
    const char *name;
    const char *type; /* of a STRICT table */
    char unit[16];    /* "" where there is none */
    const char *meaning;
} schema_column;

enum { SCHEMA_MAX_COLUMNS = 16 + HW_FIELDS + ANTLER_METRICS };

typedef struct schema {
    size_t count;
    schema_column columns[SCHEMA_MAX_COLUMNS]; /* of the view `results` after `id`, in its order */
} schema;

void schema_make(schema *out);

/* All tables, the view, and the rows of `meta` and `columns`, to be run in one transaction; sqlite3_free it. NULL: out
 * of memory. */
char *schema_create_sql(const schema *s);

/* INSERT of hash, the columns in order, input and tool, in that order of parameters; likewise. */
char *schema_insert_sql(const schema *s);

/* A key's value in the unit of its column, to 15 digits: 120e-9 s are 120 ns and not 120.00000000000001. The exact
 * value is in the row's `input`. */
double schema_column_value(const field *f, double value);

#endif
