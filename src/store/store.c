/* Opening, reading and writing the results database. Everything is checked before the first byte is written, so that
 * pointing at the wrong file does it no harm. */
#include "store/store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/error.h"
#include "store/schema.h"
#include "store/write.h"

/* Another sweep on the same file holds the lock for the time of a few rows. */
enum { BUSY_MS = 30000 };

struct store {
    sqlite3 *db;
    char *path;
    schema schema;
    sqlite3_stmt *has, *put;
    bool open; /* a transaction is */
};

/* One line for SQLite's last failure on this file. */
static antler_status failed(const store *s, antler_error *err)
{
    const char *path = s->path;
    if (!s->db)
        return err_no_memory(err);
    int code = sqlite3_errcode(s->db), system = sqlite3_system_errno(s->db);
    switch (code) {
    case SQLITE_NOMEM:
        return err_no_memory(err);
    case SQLITE_NOTADB:
        return err_at(err, ANTLER_BAD_INPUT, path, 0, 0,
                      "not a database; name a new file or one that an antler sweep made");
    case SQLITE_CORRUPT:
        return err_at(err, ANTLER_BAD_INPUT, path, 0, 0, "the database is damaged (%s)", sqlite3_errmsg(s->db));
    case SQLITE_CANTOPEN:
        return err_at(err, ANTLER_IO, path, 0, 0, "cannot be opened: %s",
                      system ? strerror(system) : sqlite3_errmsg(s->db));
    case SQLITE_READONLY:
        return err_at(err, ANTLER_IO, path, 0, 0, "cannot be written: the file or its folder is read-only");
    case SQLITE_BUSY:
        return err_at(err, ANTLER_IO, path, 0, 0, "locked by another program for more than %d s", BUSY_MS / 1000);
    case SQLITE_FULL:
        return err_at(err, ANTLER_IO, path, 0, 0, "cannot be written: the disk is full");
    default:
        return err_at(err, ANTLER_IO, path, 0, 0, "%s%s%s", sqlite3_errmsg(s->db), system ? ": " : "",
                      system ? strerror(system) : "");
    }
}

static antler_status run(const store *s, const char *sql, antler_error *err)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? ANTLER_OK : failed(s, err);
}

/* The first column of the first row; 0 when there is no row. */
static antler_status read_number(const store *s, const char *sql, int *out, antler_error *err)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    *out = code == SQLITE_ROW ? sqlite3_column_int(statement, 0) : 0;
    antler_status status = code == SQLITE_ROW || code == SQLITE_DONE ? ANTLER_OK : failed(s, err);
    (void)sqlite3_finalize(statement);
    return status;
}

/* Is the file new (nothing in it), or antler's and of our schema? Reads only. */
static antler_status check_kind(const store *s, bool *fresh, antler_error *err)
{
    int application = 0, objects = 0, version = 0;
    antler_status status = read_number(s, "SELECT count(*) FROM sqlite_schema", &objects, err);
    if (!status)
        status = read_number(s, "PRAGMA application_id", &application, err);
    if (status)
        return status;
    *fresh = objects == 0 && application == 0;
    if (*fresh)
        return ANTLER_OK;
    if (application != SCHEMA_APPLICATION_ID)
        return err_at(err, ANTLER_BAD_INPUT, s->path, 0, 0,
                      "a database, but not one of antler's; name a new file or one that an antler sweep made");
    status = read_number(s, "SELECT value FROM meta WHERE key = 'schema_version'", &version, err);
    if (!status && version != SCHEMA_VERSION)
        return err_at(err, ANTLER_BAD_INPUT, s->path, 0, 0,
                      "made with schema version %d, this antler writes version %d; name a new file", version,
                      SCHEMA_VERSION);
    return status;
}

/* Two processes may come here at once: the second finds the tables there. */
static antler_status create(const store *s, antler_error *err)
{
    bool fresh = false;
    antler_status status = run(s, "BEGIN IMMEDIATE", err);
    if (!status)
        status = check_kind(s, &fresh, err);
    if (!status && fresh) {
        char *sql = schema_create_sql(&s->schema);
        status = sql ? run(s, sql, err) : err_no_memory(err);
        sqlite3_free(sql);
    }
    if (!status)
        status = run(s, "COMMIT", err);
    return status;
}

/* WAL: readers and a writer do not wait for one another, and a kill costs no more than the open transaction. NORMAL:
 * the file is always whole; a power cut may cost the last rows, which the next run computes again. */
static antler_status use_wal(const store *s, antler_error *err)
{
    int code;
    /* SQLite does not wait for a lock in this change; the other process is done with its own in no time. */
    for (int tries = 0; tries < 200; tries++) {
        code = sqlite3_exec(s->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
        if (code != SQLITE_BUSY)
            break;
        (void)sqlite3_sleep(10);
    }
    return code == SQLITE_OK ? run(s, "PRAGMA synchronous = NORMAL", err) : failed(s, err);
}

static antler_status prepare(store *s, antler_error *err)
{
    static const char has[] = "SELECT 1 FROM points WHERE hash = ? AND status <> 'error'";
    char *put = schema_insert_sql(&s->schema);
    if (!put)
        return err_no_memory(err);
    int code = sqlite3_prepare_v3(s->db, has, -1, SQLITE_PREPARE_PERSISTENT, &s->has, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v3(s->db, put, -1, SQLITE_PREPARE_PERSISTENT, &s->put, NULL);
    sqlite3_free(put);
    if (code == SQLITE_ERROR) /* the version is ours, the columns are not */
        return err_at(err, ANTLER_BAD_INPUT, s->path, 0, 0, "not the columns that this antler writes (%s)",
                      sqlite3_errmsg(s->db));
    return code == SQLITE_OK ? ANTLER_OK : failed(s, err);
}

static antler_status open_file(store *s, antler_error *err)
{
    bool fresh = false;
    /* SQLite would open it for reading. */
    if (access(s->path, F_OK) == 0 && access(s->path, W_OK) != 0)
        return err_at(err, ANTLER_IO, s->path, 0, 0, "cannot be written: %s", strerror(errno));
    int code = sqlite3_open_v2(s->path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_busy_timeout(s->db, BUSY_MS);
    if (code != SQLITE_OK)
        return failed(s, err);
    antler_status status = check_kind(s, &fresh, err);
    if (!status && fresh)
        status = create(s, err);
    if (!status)
        status = use_wal(s, err);
    if (!status)
        status = prepare(s, err);
    /* A folder that takes no log file shows now, not after the first points. */
    return status ? status : run(s, "BEGIN IMMEDIATE; COMMIT", err);
}

static void release(store *s)
{
    (void)sqlite3_finalize(s->has);
    (void)sqlite3_finalize(s->put);
    (void)sqlite3_close(s->db);
    free(s->path);
    free(s);
}

antler_status store_open(const char *path, store **out, antler_error *err)
{
    if (*path == '\0') /* SQLite would take it for a temporary file */
        return err_set(err, ANTLER_BAD_INPUT, "the database has no name; write for example 'results/quickstart.db'");
    store *s = calloc(1, sizeof *s);
    if (!s)
        return err_no_memory(err);
    schema_make(&s->schema);
    s->path = strdup(path);
    antler_status status = s->path ? open_file(s, err) : err_no_memory(err);
    if (status) {
        release(s);
        return status;
    }
    *out = s;
    return ANTLER_OK;
}

antler_status store_close(store *s, antler_error *err)
{
    if (!s)
        return ANTLER_OK;
    antler_status status = store_commit(s, err);
    release(s);
    return status;
}

antler_status store_has(store *s, const char *hash, bool *has, antler_error *err)
{
    int code = sqlite3_bind_text(s->has, 1, hash, -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_step(s->has);
    antler_status status = code == SQLITE_ROW || code == SQLITE_DONE ? ANTLER_OK : failed(s, err);
    if (!status)
        *has = code == SQLITE_ROW;
    (void)sqlite3_reset(s->has);
    return status;
}

antler_status store_put(store *s, const store_row *row, antler_error *err)
{
    if (!s->open) {
        antler_status status = run(s, "BEGIN IMMEDIATE", err);
        if (status)
            return status;
        s->open = true;
    }
    int code = write_bind(s->put, row);
    if (code == SQLITE_OK)
        code = sqlite3_step(s->put);
    antler_status status = code == SQLITE_DONE ? ANTLER_OK : failed(s, err);
    (void)sqlite3_reset(s->put);
    return status;
}

antler_status store_commit(store *s, antler_error *err)
{
    if (!s->open)
        return ANTLER_OK;
    s->open = false;
    antler_status status = run(s, "COMMIT", err);
    if (status)
        (void)sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}
