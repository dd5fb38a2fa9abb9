#include "space/expression.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "base/error.h"
#include "base/suggest.h"

/* Functions of their arguments alone: no files, no extensions, no clock, no random numbers, none that makes a long
 * string from a short one, no aggregates (min and max of several arguments are none). */
static const char *const pure_functions[] = {
    "abs",   "acos", "asin",   "atan",      "atan2",  "ceil",   "ceiling", "coalesce", "cos",     "degrees", "exp",
    "floor", "glob", "iif",    "ifnull",    "instr",  "length", "like",    "ln",       "log",     "log10",   "log2",
    "lower", "max",  "min",    "mod",       "nullif", "pi",     "pow",     "power",    "radians", "round",   "sign",
    "sin",   "sqrt", "substr", "substring", "tan",    "trunc",  "typeof",  "upper"};

struct expression_scope {
    sqlite3 *db;
    sqlite3_stmt *set;
    const char *const *columns;
    size_t count;
    bool own;     /* SQL of this file is compiled, not a user's */
    int nselects; /* in the user's expression so far, the one around it included */
    bool denied;  /* it asked for what it may not have */
};

struct expression {
    expression_scope *scope;
    sqlite3_stmt *statement;
    char text[128]; /* the last result, cut: no key of a hwspec takes so long a word */
};

static bool listed(const char *word, const char *const *words, size_t count)
{
    for (size_t i = 0; word && i < count; i++)
        if (sqlite3_stricmp(word, words[i]) == 0)
            return true;
    return false;
}

static bool allowed(expression_scope *scope, int action, const char *a, const char *b)
{
    switch (action) {
    case SQLITE_SELECT:
        return ++scope->nselects == 1;
    case SQLITE_READ: /* of column b of table a; of no column where only rows are counted */
        return strcmp(a, "point") == 0 && (*b == '\0' || listed(b, scope->columns, scope->count));
    case SQLITE_FUNCTION:
        return listed(b, pure_functions, sizeof pure_functions / sizeof *pure_functions);
    default:
        return false;
    }
}

static int authorize(void *data, int action, const char *a, const char *b, const char *database, const char *trigger)
{
    expression_scope *scope = data;
    (void)database, (void)trigger;
    if (scope->own || allowed(scope, action, a, b))
        return SQLITE_OK;
    scope->denied = true;
    return SQLITE_DENY;
}

static antler_status sqlite_failed(const expression_scope *scope, antler_error *err)
{
    if (!scope->db || sqlite3_errcode(scope->db) == SQLITE_NOMEM)
        return err_no_memory(err);
    return err_set(err, ANTLER_BUG, "expressions: %s", sqlite3_errmsg(scope->db));
}

static void set_limits(sqlite3 *db)
{
    static const struct {
        int limit, value;
    } limits[] = {{SQLITE_LIMIT_LENGTH, 20000},    {SQLITE_LIMIT_SQL_LENGTH, 10000},
                  {SQLITE_LIMIT_EXPR_DEPTH, 200},  {SQLITE_LIMIT_COMPOUND_SELECT, 1},
                  {SQLITE_LIMIT_VDBE_OP, 50000},   {SQLITE_LIMIT_FUNCTION_ARG, 32},
                  {SQLITE_LIMIT_ATTACHED, 0},      {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100},
                  {SQLITE_LIMIT_TRIGGER_DEPTH, 0}, {SQLITE_LIMIT_WORKER_THREADS, 0}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        (void)sqlite3_limit(db, limits[i].limit, limits[i].value);
    /* "mesh" in double quotes is a column that does not exist, not a word: a mistyped column must not pass silently. */
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, (int *)NULL);
}

/* The table of one row, and the statement that fills it. */
static int make_point(expression_scope *scope)
{
    sqlite3_str *table = sqlite3_str_new(scope->db), *set = sqlite3_str_new(scope->db);
    sqlite3_str_appendall(table, "CREATE TABLE point(");
    sqlite3_str_appendall(set, "UPDATE point SET ");
    for (size_t i = 0; i < scope->count; i++) {
        sqlite3_str_appendf(table, "%s\"%w\"", i ? ", " : "", scope->columns[i]);
        sqlite3_str_appendf(set, "%s\"%w\" = ?", i ? ", " : "", scope->columns[i]);
    }
    sqlite3_str_appendall(table, "); INSERT INTO point DEFAULT VALUES");
    char *create = sqlite3_str_finish(table), *update = sqlite3_str_finish(set);
    int code = create && update ? sqlite3_exec(scope->db, create, NULL, NULL, NULL) : SQLITE_NOMEM;
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v3(scope->db, update, -1, SQLITE_PREPARE_PERSISTENT, &scope->set, NULL);
    sqlite3_free(create);
    sqlite3_free(update);
    return code;
}

antler_status expression_scope_open(const char *const *columns, size_t count, expression_scope **out, antler_error *err)
{
    expression_scope *scope = calloc(1, sizeof *scope);
    if (!scope)
        return err_no_memory(err);
    *scope = (expression_scope){.columns = columns, .count = count, .own = true};
    int code = sqlite3_open_v2(":memory:", &scope->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_set_authorizer(scope->db, authorize, scope);
    if (code == SQLITE_OK) {
        set_limits(scope->db); /* first: SQLite compiles every statement again when its settings change */
        code = make_point(scope);
    }
    if (code != SQLITE_OK) {
        antler_status status = sqlite_failed(scope, err);
        expression_scope_close(scope);
        return status;
    }
    scope->own = false;
    *out = scope;
    return ANTLER_OK;
}

void expression_scope_close(expression_scope *scope)
{
    if (!scope)
        return;
    (void)sqlite3_finalize(scope->set);
    (void)sqlite3_close(scope->db);
    free(scope);
}

antler_status expression_scope_set(expression_scope *scope, const sql_value *values, antler_error *err)
{
    int code = SQLITE_OK;
    for (size_t i = 0; i < scope->count && code == SQLITE_OK; i++) {
        int at = (int)i + 1;
        if (values[i].kind == SQL_NUMBER)
            code = sqlite3_bind_double(scope->set, at, values[i].number);
        else if (values[i].kind == SQL_TEXT)
            code = sqlite3_bind_text(scope->set, at, values[i].text, -1, SQLITE_TRANSIENT);
        else
            code = sqlite3_bind_null(scope->set, at);
    }
    if (code == SQLITE_OK)
        (void)sqlite3_step(scope->set);
    if (code == SQLITE_OK)
        code = sqlite3_reset(scope->set);
    return code == SQLITE_OK ? ANTLER_OK : sqlite_failed(scope, err);
}

/* SQLite's own words, with the nearest column where a name is unknown. */
static antler_status refuse(const expression_scope *scope, int code, antler_error *err)
{
    static const char unknown[] = "no such column: ";
    const char *message = sqlite3_errmsg(scope->db);
    if (code == SQLITE_NOMEM)
        return err_no_memory(err);
    if (scope->denied)
        return err_set(err, ANTLER_BAD_INPUT,
                       "reaches outside the point: %s; only its own columns and functions like min, max and round are "
                       "allowed",
                       message);
    if (strncmp(message, unknown, sizeof unknown - 1) == 0) {
        const char *nearest = suggest_nearest(message + sizeof unknown - 1, scope->columns, scope->count);
        if (nearest)
            return err_set(err, ANTLER_BAD_INPUT, "is not valid SQL: %s; did you mean '%s'?", message, nearest);
    }
    return err_set(err, ANTLER_BAD_INPUT, "is not valid SQL: %s", message);
}

/* `before` expression `after`, as one statement. The line break ends a comment that the expression may end with. */
static antler_status prepare(expression_scope *scope, const char *before, const char *sql, const char *after,
                             sqlite3_stmt **out, antler_error *err)
{
    const char *rest = NULL;
    char *text = sqlite3_mprintf("%s(%s\n)%s", before, sql, after);
    if (!text)
        return err_no_memory(err);
    scope->nselects = 0;
    scope->denied = false;
    int code = sqlite3_prepare_v3(scope->db, text, -1, SQLITE_PREPARE_PERSISTENT, out, &rest);
    antler_status status = code == SQLITE_OK ? ANTLER_OK : refuse(scope, code, err);
    if (!status && *rest != '\0')
        status = err_set(err, ANTLER_BAD_INPUT, "is not valid SQL: more than one statement");
    sqlite3_free(text);
    return status;
}

/* Is the statement still the one that was written around the expression? Brackets and comments in it can change that.
 */
static antler_status check_shape(sqlite3_stmt *statement, antler_error *err)
{
    if (sqlite3_bind_parameter_count(statement) > 0)
        return err_set(err, ANTLER_BAD_INPUT, "is not valid SQL: there is nothing that '?' could stand for");
    if (sqlite3_column_count(statement) != 1 || strcmp(sqlite3_column_name(statement, 0), "value") != 0)
        return err_set(err, ANTLER_BAD_INPUT, "is not valid SQL: not one expression");
    return ANTLER_OK;
}

antler_status expression_compile(expression_scope *scope, const char *sql, expression **out, antler_error *err)
{
    sqlite3_stmt *probe = NULL;
    expression *e = calloc(1, sizeof *e);
    if (!e)
        return err_no_memory(err);
    e->scope = scope;
    /* SQL allows aggregates in a result, where they would make sense over many rows; in a WHERE it refuses them. */
    antler_status status = prepare(scope, "SELECT 1 FROM point WHERE ", sql, "", &probe, err);
    (void)sqlite3_finalize(probe);
    if (!status)
        status = prepare(scope, "SELECT ", sql, " AS value FROM point", &e->statement, err);
    if (!status)
        status = check_shape(e->statement, err);
    if (status) {
        expression_free(e);
        return status;
    }
    *out = e;
    return ANTLER_OK;
}

void expression_free(expression *e)
{
    if (!e)
        return;
    (void)sqlite3_finalize(e->statement);
    free(e);
}

/* The row that the statement stands on. */
static antler_status read_value(expression *e, sql_value *out, antler_error *err)
{
    *out = (sql_value){.kind = SQL_NULL};
    int type = sqlite3_column_type(e->statement, 0);
    if (type == SQLITE_INTEGER || type == SQLITE_FLOAT)
        *out = (sql_value){.kind = SQL_NUMBER, .number = sqlite3_column_double(e->statement, 0)};
    if (type == SQLITE_TEXT || type == SQLITE_BLOB) {
        const char *text = (const char *)sqlite3_column_text(e->statement, 0);
        if (!text)
            return err_no_memory(err);
        (void)snprintf(e->text, sizeof e->text, "%s", text);
        *out = (sql_value){.kind = SQL_TEXT, .text = e->text};
    }
    return ANTLER_OK;
}

antler_status expression_evaluate(expression *e, sql_value *out, antler_error *err)
{
    antler_status status = ANTLER_OK;
    int code = sqlite3_step(e->statement);
    if (code == SQLITE_ROW)
        status = read_value(e, out, err);
    else if (code == SQLITE_NOMEM)
        status = err_no_memory(err);
    else
        status = err_set(err, ANTLER_BAD_INPUT, "has no value: %s",
                         code == SQLITE_DONE ? "no row" : sqlite3_errmsg(e->scope->db));
    (void)sqlite3_reset(e->statement);
    return status;
}
