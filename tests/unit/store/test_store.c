/* Rows go in and come out; wrong files are refused with one line and left as they were. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "store/store.h"

static char folder[64], path[128];
static antler_hwspec spec;

static int make_folder(void **state)
{
    (void)state;
    static const char *const values[][2] = {
        {"chips", "4"},           {"chip.cores", "1472"},         {"chip.clock", "1 GHz"},
        {"noc.topology", "mesh"}, {"hbm.bandwidth", "1.25 TB/s"}, {"noc.grid", "10x12"},
        {"hbm.latency", "120 ns"}};
    antler_error err;
    (void)snprintf(folder, sizeof folder, "/tmp/antler-store-XXXXXX");
    (void)snprintf(spec.name, sizeof spec.name, "chip");
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (antler_hwspec_set(&spec, values[i][0], values[i][1], &err))
            return -1;
    if (!mkdtemp(folder))
        return -1;
    (void)snprintf(path, sizeof path, "%s/results.db", folder);
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char name[160];
        (void)snprintf(name, sizeof name, "%s%s", path, endings[i]);
        (void)unlink(name);
    }
    return 0;
}

static int remove_folder(void **state)
{
    (void)remove_files(state);
    return rmdir(folder);
}

static store_row row_of(const char *hash, row_status status)
{
    store_row row = {.hash = hash,
                     .input_json = "{}",
                     .sweep = "s",
                     .model = "m",
                     .design = "static",
                     .hwspec = &spec,
                     .workload = {.phase = ANTLER_DECODE, .batch = 32, .context = 2048, .dtype = ANTLER_FP16},
                     .status = status,
                     .reason = status == ROW_OK ? NULL : "it's small"};
    for (int i = 0; i < ANTLER_METRICS; i++)
        row.metrics.value[i] = i + 0.1;
    row.metrics.value[ANTLER_M_energy_mj] = NAN;
    return row;
}

static store *open_store(void)
{
    store *s = NULL;
    antler_error err;
    if (store_open(path, &s, &err))
        fail_msg("%s", err.message);
    return s;
}

static void put(store *s, const char *hash, row_status status)
{
    antler_error err;
    store_row row = row_of(hash, status);
    if (store_put(s, &row, &err))
        fail_msg("%s", err.message);
}

static void close_store(store *s)
{
    antler_error err;
    if (store_close(s, &err))
        fail_msg("%s", err.message);
}

static bool has(store *s, const char *hash)
{
    bool found = false;
    antler_error err;
    assert_int_equal(store_has(s, hash, &found, &err), ANTLER_OK);
    return found;
}

/* The first column of the first row as text; "NULL" and "none" are what they say. */
static const char *ask(const char *sql)
{
    static char answer[512];
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    bool row = sqlite3_step(statement) == SQLITE_ROW;
    const char *text = row ? (const char *)sqlite3_column_text(statement, 0) : "none";
    (void)snprintf(answer, sizeof answer, "%s", text ? text : "NULL");
    (void)sqlite3_finalize(statement);
    (void)sqlite3_close(db);
    return answer;
}

static void rows_come_back(void **state)
{
    (void)state;
    store *s = open_store();
    assert_false(has(s, "aa"));
    put(s, "aa", ROW_OK);
    put(s, "bb", ROW_INFEASIBLE);
    assert_true(has(s, "aa"));
    close_store(s);
    assert_string_equal(ask("PRAGMA journal_mode"), "wal");
    assert_string_equal(ask("SELECT group_concat(id || hash) FROM points"), "1aa,2bb");
    assert_string_equal(ask("SELECT chips || ' ' || chip_cores || ' ' || noc_topology || ' ' || noc_grid || ' ' ||"
                            " hbm_bandwidth_gbps || ' ' || hbm_latency_ns FROM results WHERE id = 1"),
                        "4 1472 mesh 10x12 1250.0 120.0");
    assert_string_equal(ask("SELECT typeof(chips) || typeof(hbm_bandwidth_gbps) FROM results"), "integerreal");
    assert_string_equal(ask("SELECT sweep || hwspec || model || phase || batch || context || dtype || design || status"
                            " FROM results WHERE id = 1"),
                        "schipmdecode322048fp16staticok");
    assert_string_equal(ask("SELECT reason FROM results WHERE id = 2"), "it's small");
    assert_string_equal(ask("SELECT input || tool FROM points"), "{}0.1.0");
    /* What is not known is NULL: an unset key, a metric without a model, every metric of a point that cannot run. */
    assert_string_equal(ask("SELECT chip_node_nm FROM results WHERE id = 1"), "NULL");
    assert_string_equal(ask("SELECT energy_mj FROM results WHERE id = 1"), "NULL");
    assert_string_equal(ask("SELECT latency_ms FROM results WHERE id = 1"), "0.1");
    assert_string_equal(ask("SELECT latency_ms FROM results WHERE id = 2"), "NULL");
    assert_string_equal(ask("SELECT reason FROM results WHERE id = 1"), "NULL");
}

/* docs/FORMATS.md promises this order. */
static void view_has_the_documented_columns(void **state)
{
    (void)state;
    close_store(open_store());
    assert_string_equal(ask("SELECT group_concat(name) FROM (SELECT name FROM pragma_table_info('results') LIMIT 10)"),
                        "id,sweep,hwspec,model,phase,batch,context,dtype,design,chips");
    assert_string_equal(
        ask("SELECT group_concat(name) FROM (SELECT name FROM pragma_table_info('results') WHERE cid >= "
            "(SELECT cid FROM pragma_table_info('results') WHERE name = 'status') LIMIT 5)"),
        "status,reason,latency_ms,tokens_per_s,tflops");
    /* Each column is explained, and nothing else is. */
    assert_string_equal(ask("SELECT count(*) FROM pragma_table_info('results') AS r FULL JOIN columns AS c"
                            " ON r.name = c.name WHERE r.name IS NULL OR c.name IS NULL"),
                        "0");
    assert_string_equal(ask("SELECT unit FROM columns WHERE name = 'hbm_bandwidth_gbps'"), "GB/s");
    assert_string_equal(ask("SELECT value FROM meta WHERE key = 'schema_version'"), "2");
}

static void only_failed_rows_are_replaced(void **state)
{
    (void)state;
    store *s = open_store();
    put(s, "aa", ROW_ERROR);
    put(s, "bb", ROW_OK);
    assert_false(has(s, "aa"));
    close_store(s);
    s = open_store();
    put(s, "bb", ROW_INFEASIBLE); /* stays ok */
    put(s, "aa", ROW_OK);
    put(s, "cc", ROW_OK);
    assert_true(has(s, "aa"));
    close_store(s);
    assert_string_equal(ask("SELECT group_concat(id || hash || status) FROM points"), "1aaok,2bbok,3ccok");
    assert_string_equal(ask("SELECT reason FROM points WHERE id = 1"), "NULL");
}

/* What is not committed is not there after a kill, and what is committed is. */
static void a_kill_keeps_what_is_committed(void **state)
{
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        antler_error err;
        store *s = NULL;
        store_row a = row_of("aa", ROW_OK), b = row_of("bb", ROW_OK);
        if (store_open(path, &s, &err) || store_put(s, &a, &err) || store_commit(s, &err) || store_put(s, &b, &err))
            _exit(1);
        (void)raise(SIGKILL);
    }
    int status = 0;
    assert_true(child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status));
    store *s = open_store();
    assert_true(has(s, "aa"));
    assert_false(has(s, "bb"));
    close_store(s);
}

/* Opening `path` must fail with `status` and one line that holds `message`. */
static void refuses(antler_status status, const char *message)
{
    store *s = NULL;
    antler_error err = {.message = ""};
    antler_status got = store_open(path, &s, &err);
    if (got != status || !strstr(err.message, message) || strchr(err.message, '\n') ||
        strncmp(err.message, path, strlen(path)) != 0)
        fail_msg("status %d, message '%s'", got, err.message);
    assert_null(s);
}

static void write_file(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void run_sql(const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(db));
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void foreign_files_are_refused_unharmed(void **state)
{
    (void)state;
    char text[4096];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    write_file(text);
    refuses(ANTLER_BAD_INPUT, "not a database");
    FILE *file = fopen(path, "r");
    char back[sizeof text] = "";
    assert_non_null(file);
    assert_int_equal(fread(back, 1, sizeof back, file), sizeof text - 1);
    (void)fclose(file);
    assert_memory_equal(back, text, sizeof text - 1);
    (void)unlink(path);

    run_sql("CREATE TABLE photos(id)");
    refuses(ANTLER_BAD_INPUT, "not one of antler's");
    assert_string_equal(ask("PRAGMA journal_mode"), "delete");
    assert_string_equal(ask("SELECT group_concat(name) FROM sqlite_schema"), "photos");
    (void)unlink(path);

    run_sql("PRAGMA application_id = 42");
    refuses(ANTLER_BAD_INPUT, "not one of antler's");
    (void)unlink(path);

    close_store(open_store());
    run_sql("UPDATE meta SET value = '7' WHERE key = 'schema_version'");
    refuses(ANTLER_BAD_INPUT, "made with schema version 7, this antler writes version 2");
    run_sql("UPDATE meta SET value = '2' WHERE key = 'schema_version'; DROP VIEW results;"
            "ALTER TABLE points DROP COLUMN chip_cores");
    refuses(ANTLER_BAD_INPUT, "not the columns that this antler writes");
}

static void an_empty_file_is_a_new_database(void **state)
{
    (void)state;
    write_file("");
    close_store(open_store());
    assert_string_equal(ask("SELECT count(*) FROM results"), "0");
}

static void paths_that_cannot_be_written(void **state)
{
    (void)state;
    store *s = NULL;
    antler_error err;
    assert_int_equal(store_open("/dev/null/x.db", &s, &err), ANTLER_IO);
    assert_non_null(strstr(err.message, "/dev/null/x.db: cannot be opened: Not a directory"));
    assert_int_equal(store_open("/nosuch/x.db", &s, &err), ANTLER_IO);
    assert_non_null(strstr(err.message, "No such file or directory"));
    assert_int_equal(store_open(folder, &s, &err), ANTLER_IO);
    assert_non_null(strstr(err.message, "cannot be opened"));
    assert_int_equal(store_open("", &s, &err), ANTLER_BAD_INPUT);
    assert_int_equal(store_open("/proc/antler.db", &s, &err), ANTLER_IO); /* read-only, also for root */
    if (geteuid() == 0)
        return; /* root writes where permissions forbid it */
    close_store(open_store());
    assert_int_equal(chmod(path, 0444), 0);
    refuses(ANTLER_IO, "cannot be written: Permission denied");
    assert_int_equal(chmod(path, 0644), 0);
    assert_int_equal(chmod(folder, 0555), 0);
    refuses(ANTLER_IO, "cannot be");
    assert_int_equal(chmod(folder, 0755), 0);
}

/* A limit on the file's size acts as a full disk. */
static void a_full_disk_is_one_line(void **state)
{
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        const struct rlimit limit = {100000, 100000};
        antler_error err = {.message = ""};
        store *s = NULL;
        char hash[16];
        antler_status status = ANTLER_OK;
        (void)signal(SIGXFSZ, SIG_IGN);
        if (store_open(path, &s, &err) || setrlimit(RLIMIT_FSIZE, &limit) != 0)
            _exit(1);
        for (int i = 0; i < 10000 && !status; i++) {
            (void)snprintf(hash, sizeof hash, "%d", i);
            store_row row = row_of(hash, ROW_OK);
            status = store_put(s, &row, &err);
            if (!status)
                status = store_commit(s, &err);
        }
        bool right = status == ANTLER_IO && strncmp(err.message, path, strlen(path)) == 0 && !strchr(err.message, '\n');
        (void)store_close(s, NULL);
        _exit(right ? 0 : 2);
    }
    int status = 0;
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    /* Enlarged, the file goes on. */
    store *s = open_store();
    assert_true(has(s, "0"));
    put(s, "more", ROW_OK);
    close_store(s);
    assert_string_equal(ask("PRAGMA integrity_check"), "ok");
}

/* Many processes create and fill one database at once. */
static void processes_share_a_database(void **state)
{
    (void)state;
    enum { PROCESSES = 6, ROWS = 40 };
    for (int p = 0; p < PROCESSES; p++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child > 0)
            continue;
        antler_error err = {.message = ""};
        store *s = NULL;
        antler_status status = store_open(path, &s, &err);
        for (int i = 0; i < ROWS && !status; i++) {
            char hash[16];
            (void)snprintf(hash, sizeof hash, "%d", (i * (p + 1)) % ROWS);
            store_row row = row_of(hash, ROW_OK);
            status = store_put(s, &row, &err);
            if (!status)
                status = store_commit(s, &err);
        }
        if (!status)
            status = store_close(s, &err);
        if (status)
            fprintf(stderr, "%s\n", err.message);
        _exit(status ? 1 : 0);
    }
    for (int p = 0; p < PROCESSES; p++) {
        int status = 0;
        assert_true(wait(&status) > 0);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    assert_string_equal(ask("SELECT count(*) || ' ' || max(id) FROM points"), "40 40");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, remove_files)
    const struct CMUnitTest tests[] = {TEST(rows_come_back),
                                       TEST(view_has_the_documented_columns),
                                       TEST(only_failed_rows_are_replaced),
                                       TEST(a_kill_keeps_what_is_committed),
                                       TEST(foreign_files_are_refused_unharmed),
                                       TEST(an_empty_file_is_a_new_database),
                                       TEST(paths_that_cannot_be_written),
                                       TEST(a_full_disk_is_one_line),
                                       TEST(processes_share_a_database)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
