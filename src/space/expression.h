/* SQL expressions from input files, evaluated over the columns of one point and unable to reach anything else.
 *
 * SQLite evaluates them in a database in memory that holds one table of one row: the point. An authorizer, asked about
 * every piece of an expression when it is compiled, allows columns of that table, a list of pure functions and the one
 * SELECT that stands around the expression; so there are no subqueries, no other tables, no files and no settings. An
 * expression cannot hang either: over one row and without recursion it has no loops, and its text and its strings are
 * limited in length. */
#ifndef SPACE_EXPRESSION_H
#define SPACE_EXPRESSION_H

#include <stddef.h>

#include <antler/error.h>

typedef enum sql_kind { SQL_NULL, SQL_NUMBER, SQL_TEXT } sql_kind;

typedef struct sql_value {
    sql_kind kind;
    double number;
    const char *text;
} sql_value;

typedef struct expression_scope expression_scope; /* the columns and their present values */
typedef struct expression expression;

/* `columns`: names, borrowed for the life of the scope; all are NULL at first. */
antler_status expression_scope_open(const char *const *columns, size_t count, expression_scope **out,
                                    antler_error *err);
/* Its expressions must have been freed. */
void expression_scope_close(expression_scope *scope);

/* The point: a value for each column. Every number is a real one, so that `chip_cores / 3` loses nothing. */
antler_status expression_scope_set(expression_scope *scope, const sql_value *values, antler_error *err);

/* ANTLER_BAD_INPUT, without a position: not one expression ("not valid SQL: ..."), or one that uses what it may not
 * ("reaches outside the point: ..."). */
antler_status expression_compile(expression_scope *scope, const char *sql, expression **out, antler_error *err);
void expression_free(expression *e);

/* The value at the present point; its text lasts until the next call with `e`. */
antler_status expression_evaluate(expression *e, sql_value *out, antler_error *err);

#endif
