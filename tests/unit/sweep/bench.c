#include "bench.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "fake_evaluate.h"

static char folder[64];

int bench_enter(void **state)
{
    (void)state;
    (void)snprintf(folder, sizeof folder, "/tmp/antler-sweep-XXXXXX");
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return -1;
    bench_write("chip.yaml", "name: chip\n"
                             "chip: {cores: 64, clock: 1 GHz}\n"
                             "core: {sram: 624 KiB, sram_bandwidth: 16 B/cycle, kernels: ipu-mk2}\n"
                             "noc: {topology: all-to-all, bandwidth: 5.5 GB/s, sync: 100 cycles}\n"
                             "hbm: {bandwidth: 4 TB/s, channels: 64, capacity: 64 GiB, latency: 120 ns, "
                             "placement: edges}\n");
#define NETWORK(layers)                                                                                                \
    "{\"model_type\": \"llama\", \"hidden_act\": \"silu\", \"hidden_size\": 256, \"intermediate_size\": 704, "         \
    "\"max_position_embeddings\": 4096, \"num_attention_heads\": 8, \"num_hidden_layers\": " layers                    \
    ", \"num_key_value_heads\": 4, \"rms_norm_eps\": 1e-05, \"tie_word_embeddings\": false, \"vocab_size\": 2000}"
    bench_write("net.json", NETWORK("2"));
    bench_write("web.json", NETWORK("4"));
    return 0;
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *place)
{
    (void)info, (void)type, (void)place;
    return remove(path);
}

int bench_leave(void **state)
{
    (void)state;
    atomic_store(&fake_delay_us, 0);
    atomic_store(&fake_stop_at, 0);
    atomic_store(&fake_broken, false);
    return chdir("/") || nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

void bench_write(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* In the child: run, leave the outcome in a file, never come back. */
static void child(antler_sweep_options options)
{
    char name[64];
    outcome result = {.status = ANTLER_BUG};
    antler_error err = {.message = ""};
    options.out = fmemopen(result.out, sizeof result.out, "w");
    options.progress = fmemopen(result.progress, sizeof result.progress, "w");
    if (!options.sweep)
        options.sweep = "s.yaml";
    result.status = antler_sweep_run(&options, &result.summary, &err);
    result.evaluations = atomic_load(&fake_evaluations);
    (void)snprintf(result.message, sizeof result.message, "%s", result.status ? err.message : "");
    (void)fclose(options.out);
    (void)fclose(options.progress);
    (void)snprintf(name, sizeof name, "outcome.%ld", (long)getpid());
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(&result, sizeof result, 1, file) != 1 || fclose(file) != 0)
        _exit(1);
    _exit(0);
}

pid_t bench_start(antler_sweep_options options)
{
    pid_t pid = fork();
    if (pid == 0)
        child(options);
    assert_true(pid > 0);
    return pid;
}

int bench_wait(pid_t pid, outcome *out)
{
    int status = 0;
    char name[64];
    assert_true(waitpid(pid, &status, 0) == pid);
    if (WIFSIGNALED(status))
        return 0;
    assert_int_equal(WEXITSTATUS(status), 0);
    (void)snprintf(name, sizeof name, "outcome.%ld", (long)pid);
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    if (out)
        assert_int_equal(fread(out, sizeof *out, 1, file), 1);
    (void)fclose(file);
    (void)unlink(name);
    return 1;
}

outcome bench_run(antler_sweep_options options)
{
    outcome result = {.status = ANTLER_BUG};
    assert_true(bench_wait(bench_start(options), &result));
    return result;
}

char *bench_dump(const char *database)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *rows = NULL;
    sqlite3_str *text = sqlite3_str_new(NULL);
    if (sqlite3_open_v2(database, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, "SELECT * FROM points ORDER BY id", -1, &rows, NULL) == SQLITE_OK)
        while (sqlite3_step(rows) == SQLITE_ROW) {
            for (int i = 0; i < sqlite3_column_count(rows); i++)
                if (sqlite3_column_type(rows, i) == SQLITE_FLOAT)
                    sqlite3_str_appendf(text, "%!.17g|", sqlite3_column_double(rows, i));
                else
                    sqlite3_str_appendf(text, "%s|", (const char *)sqlite3_column_text(rows, i));
            sqlite3_str_appendchar(text, 1, '\n');
        }
    (void)sqlite3_finalize(rows);
    (void)sqlite3_close(db);
    char *made = sqlite3_str_finish(text), *copy = made ? strdup(made) : NULL;
    sqlite3_free(made);
    return copy;
}
