/* One row as the parameters of the INSERT. */
#ifndef STORE_WRITE_H
#define STORE_WRITE_H

#include <sqlite3.h>

#include "store/store.h"

/* In the order of schema_insert_sql. Texts of `row` are borrowed until the statement is reset. SQLite's code. */
int write_bind(sqlite3_stmt *put, const store_row *row);

#endif
