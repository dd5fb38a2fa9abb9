/* Every report reads through this file, so that none can change a database: the handle is read-only, an authorizer
 * allows SELECT alone (SQLite would let VACUUM INTO and ATTACH write elsewhere), and reading leaves no files behind. */
#include "report/database.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/suggest.h"

static int allow_reading(void *unused, int action, const char *a, const char *b, const char *c, const char *d)
{
    (void)unused, (void)b, (void)c, (void)d;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_FUNCTION:
    case SQLITE_RECURSIVE:
        return SQLITE_OK;
    case SQLITE_UPDATE:
        /* Declaring a table-valued function such as json_each asks for this; a true UPDATE of the schema table is
         * refused by SQLite itself. */
        return a && strcmp(a, "sqlite_master") == 0 ? SQLITE_OK : SQLITE_DENY;
    default:
        return SQLITE_DENY;
    }
}

/* `path` as a file: URI with `immutable=1`. NULL: out of memory. */
static char *immutable_uri(const char *path)
{
    sqlite3_str *uri = sqlite3_str_new(NULL);
    sqlite3_str_appendall(uri, path[0] == '/' ? "file://" : "file:");
    for (const char *c = path; *c; c++)
        if (strchr("%?#", *c))
            sqlite3_str_appendf(uri, "%%%02x", (unsigned)*c);
        else
            sqlite3_str_appendchar(uri, 1, *c);
    sqlite3_str_appendall(uri, "?immutable=1");
    return sqlite3_str_finish(uri);
}

/* Without a write-ahead log nobody is writing, and the file alone is the whole database: reading it as immutable works
 * on read-only media and leaves no -wal and -shm files beside it. With a log the usual protocol of readers applies. */
static int open_handle(const char *path, sqlite3 **out)
{
    struct stat info;
    char *log = sqlite3_mprintf("%s-wal", path);
    char *uri = immutable_uri(path);
    int code = SQLITE_NOMEM;
    if (log && uri && stat(log, &info) == 0)
        code = sqlite3_open_v2(path, out, SQLITE_OPEN_READONLY, NULL);
    else if (log && uri)
        code = sqlite3_open_v2(uri, out, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
    sqlite3_free(uri);
    sqlite3_free(log);
    return code;
}

static antler_status not_ours(const database *db, const char *reason, antler_error *err)
{
    return err_set(err, ANTLER_BAD_INPUT, "%s: not an antler database: %s", db->path, reason);
}

/* Columns of the view `results`; their units and meanings are rows of the table `columns`. */
static antler_status read_columns(database *db, antler_error *err)
{
    sqlite3_stmt *view = NULL, *units = NULL;
    antler_status status = ANTLER_OK;
    if (sqlite3_prepare_v2(db->handle, "SELECT * FROM results", -1, &view, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(db->handle, "SELECT unit, meaning FROM columns WHERE name = ?", -1, &units, NULL) !=
            SQLITE_OK) {
        status = not_ours(db, sqlite3_errmsg(db->handle), err);
        goto done;
    }
    db->count = (size_t)sqlite3_column_count(view);
    db->columns = ARENA_ARRAY(db->memory, column, db->count);
    for (size_t i = 0; db->columns && i < db->count; i++) {
        const char *name = sqlite3_column_name(view, (int)i);
        column *c = &db->columns[i];
        *c = (column){name ? arena_strdup(db->memory, name) : NULL, "", ""};
        if (!c->name)
            goto no_memory;
        sqlite3_bind_text(units, 1, c->name, -1, SQLITE_STATIC);
        if (sqlite3_step(units) == SQLITE_ROW) {
            const char *unit = (const char *)sqlite3_column_text(units, 0);
            const char *meaning = (const char *)sqlite3_column_text(units, 1);
            c->unit = arena_strdup(db->memory, unit ? unit : "");
            c->meaning = arena_strdup(db->memory, meaning ? meaning : "");
            if (!c->unit || !c->meaning)
                goto no_memory;
        }
        sqlite3_reset(units);
    }
    if (db->columns)
        goto done;
no_memory:
    status = err_no_memory(err);
done:
    sqlite3_finalize(view);
    sqlite3_finalize(units);
    return status;
}

antler_status database_open(const char *path, database *out, antler_error *err)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return err_set(err, ANTLER_BAD_INPUT, "%s: %s; a sweep makes one: antler sweep SWEEP.yaml -o FILE.db", path,
                       strerror(errno));
    *out = (database){.path = path, .memory = arena_new()};
    antler_status status = ANTLER_OK;
    if (!out->memory) {
        status = err_no_memory(err);
    } else if (!S_ISREG(info.st_mode)) {
        status = not_ours(out, "not a file", err);
    } else if (open_handle(path, &out->handle) != SQLITE_OK) {
        status = err_set(err, ANTLER_IO, "%s: %s", path, out->handle ? sqlite3_errmsg(out->handle) : strerror(ENOMEM));
    } else {
        sqlite3_busy_timeout(out->handle, 5000);
        /* A scan of a large file maps it instead of copying it; sorting needs no files. */
        (void)sqlite3_exec(out->handle, "PRAGMA mmap_size = 68719476736; PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
        sqlite3_set_authorizer(out->handle, allow_reading, NULL);
        status = read_columns(out, err);
    }
    if (status != ANTLER_OK)
        database_close(out);
    return status;
}

void database_close(database *db)
{
    sqlite3_close(db->handle);
    arena_free(db->memory);
    *db = (database){0};
}

/* SQLite's message, completed with what would be right where we know it. */
static antler_status explain(const database *db, const char *what, int code, const char *sql, antler_error *err)
{
    static const char unknown[] = "no such column: ";
    const char *message = sqlite3_errmsg(db->handle);
    int offset = sqlite3_error_offset(db->handle);
    if (code == SQLITE_AUTH)
        return err_set(err, ANTLER_BAD_INPUT, "%s: only a SELECT is allowed here", what);
    if (strncmp(message, unknown, sizeof unknown - 1) == 0) {
        antler_status status = database_column(db, message + sizeof unknown - 1, NULL, err);
        if (status != ANTLER_OK)
            return err_prefix(err, "%s", what);
    }
    if (offset >= 0 && (size_t)offset < strlen(sql))
        return err_set(err, ANTLER_BAD_INPUT, "%s: %s, at '%.24s'", what, message, sql + offset);
    return err_set(err, ANTLER_BAD_INPUT, "%s: %s", what, message);
}

antler_status database_prepare(database *db, const char *what, const char *sql, sqlite3_stmt **out, antler_error *err)
{
    const char *rest = NULL;
    sqlite3_stmt *statement = NULL, *second = NULL;
    int code = sqlite3_prepare_v2(db->handle, sql, -1, &statement, &rest);
    if (code != SQLITE_OK)
        return explain(db, what, code, sql, err);
    if (!statement)
        return err_set(err, ANTLER_BAD_INPUT, "%s: no statement; for example SELECT * FROM results", what);
    /* Comments may follow; anything else, even with an error in it, is a second statement. */
    bool more = sqlite3_prepare_v2(db->handle, rest, -1, &second, NULL) != SQLITE_OK || second;
    sqlite3_finalize(second);
    bool writes = !sqlite3_stmt_readonly(statement);
    if (!more && !writes) {
        *out = statement;
        return ANTLER_OK;
    }
    sqlite3_finalize(statement);
    return err_set(err, ANTLER_BAD_INPUT, more ? "%s: one statement only" : "%s: only a SELECT is allowed here", what);
}

antler_status database_step(database *db, sqlite3_stmt *statement, bool *more, antler_error *err)
{
    int code = sqlite3_step(statement);
    *more = code == SQLITE_ROW;
    if (code == SQLITE_ROW || code == SQLITE_DONE)
        return ANTLER_OK;
    return err_set(err, code == SQLITE_ERROR ? ANTLER_BAD_INPUT : ANTLER_IO, "%s: %s", db->path,
                   sqlite3_errmsg(db->handle));
}

/* The place of the next row, or NULL. The arena keeps outgrown arrays until it is freed: at most as much again. */
static cell *next_row(database *db, rowset *set, size_t *capacity)
{
    if (set->rows == *capacity) {
        size_t wanted = *capacity ? 2 * *capacity : 256;
        cell *cells = arena_alloc(db->memory, wanted * set->columns, sizeof(cell));
        if (!cells)
            return NULL;
        if (set->cells)
            memcpy(cells, set->cells, set->rows * set->columns * sizeof(cell));
        set->cells = cells;
        *capacity = wanted;
    }
    return &set->cells[set->rows * set->columns];
}

antler_status database_keep_row(database *db, sqlite3_stmt *statement, cell *cells, antler_error *err)
{
    int count = sqlite3_column_count(statement);
    for (int i = 0; i < count; i++) {
        antler_status status = cell_read(statement, i, &cells[i], err);
        if (status != ANTLER_OK)
            return status;
        if (cells[i].kind != CELL_TEXT)
            continue;
        cells[i].as.text = arena_strdup(db->memory, cells[i].as.text);
        if (!cells[i].as.text)
            return err_no_memory(err);
    }
    return ANTLER_OK;
}

antler_status database_rows(database *db, const char *what, const char *sql, rowset *out, antler_error *err)
{
    sqlite3_stmt *statement = NULL;
    antler_status status = database_prepare(db, what, sql, &statement, err);
    if (status != ANTLER_OK)
        return status;
    rowset set = {.columns = (size_t)sqlite3_column_count(statement)};
    size_t capacity = 0;
    bool more = true;
    while ((status = database_step(db, statement, &more, err)) == ANTLER_OK && more) {
        cell *row = next_row(db, &set, &capacity);
        status = row ? database_keep_row(db, statement, row, err) : err_no_memory(err);
        if (status != ANTLER_OK)
            break;
        set.rows++;
    }
    sqlite3_finalize(statement);
    if (status == ANTLER_OK)
        *out = set;
    return status;
}

static const column *find(const database *db, const char *name)
{
    for (size_t i = 0; i < db->count; i++)
        if (strcmp(db->columns[i].name, name) == 0)
            return &db->columns[i];
    return NULL;
}

antler_status database_column(const database *db, const char *name, const column **out, antler_error *err)
{
    const column *c = find(db, name);
    if (c) {
        if (out)
            *out = c;
        return ANTLER_OK;
    }
    const char **names = ARENA_ARRAY(db->memory, const char *, db->count);
    for (size_t i = 0; names && i < db->count; i++)
        names[i] = db->columns[i].name;
    const char *nearest = names ? suggest_nearest(name, names, db->count) : NULL;
    if (!nearest)
        return err_set(err, ANTLER_BAD_INPUT, "unknown column '%s'; antler query DB 'SELECT * FROM columns' lists them",
                       name);
    return err_set(err, ANTLER_BAD_INPUT, "unknown column '%s'; did you mean '%s'?", name, nearest);
}

const char *database_unit(const database *db, const char *name)
{
    const column *c = find(db, name);
    return c ? c->unit : "";
}

/* Text that is an expression in two different places is one expression: whatever closes the parenthesis of one and
 * goes on in SQL (") UNION SELECT ...") is a syntax error in the other. */
antler_status database_check_where(database *db, const char *where, antler_error *err)
{
    static const char *const frames[] = {"SELECT 1 FROM results WHERE (\n%s\n)",
                                         "SELECT CASE WHEN (\n%s\n) THEN 1 END FROM results"};
    antler_status status = ANTLER_OK;
    for (size_t i = 0; where && status == ANTLER_OK && i < sizeof frames / sizeof *frames; i++) {
        char *sql = sqlite3_mprintf(frames[i], where);
        sqlite3_stmt *statement = NULL;
        status = sql ? database_prepare(db, "where", sql, &statement, err) : err_no_memory(err);
        sqlite3_finalize(statement);
        sqlite3_free(sql);
    }
    return status;
}
