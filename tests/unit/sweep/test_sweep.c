/* Whole sweeps with a made-up evaluation: what is stored, resumed, skipped, refused. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "bench.h"
#include "fake_evaluate.h"

#define HEAD                                                                                                           \
    "name: s\n"                                                                                                        \
    "hwspec: [chip.yaml]\n"                                                                                            \
    "model: [net.json, web.json]\n"                                                                                    \
    "workload: {phase: decode, batch: [16, 32], context: 2048, dtype: fp16}\n"                                         \
    "design: [static, ideal]\n"
/* 8 x 5 x 3 = 120 points. */
#define AXES "axes:\n  hbm.bandwidth: {from: 1 TB/s, to: 5 TB/s, step: 1 TB/s}\n  chip.cores: [8, 13, 24]\n"

static antler_sweep_options to(const char *database, unsigned jobs)
{
    return (antler_sweep_options){.database = database, .jobs = jobs};
}

static void summary_is(const outcome *o, uint64_t points, uint64_t known, uint64_t ok, uint64_t infeasible,
                       uint64_t failed)
{
    const antler_sweep_summary *s = &o->summary;
    if (o->status)
        fail_msg("%s", o->message);
    assert_int_equal(s->points, points);
    assert_int_equal(s->known, known);
    assert_int_equal(s->ok, ok);
    assert_int_equal(s->infeasible, infeasible);
    assert_int_equal(s->failed, failed);
}

static void same_rows(const char *a, const char *b)
{
    char *first = bench_dump(a), *second = bench_dump(b);
    assert_non_null(first);
    assert_non_null(second);
    assert_true(strlen(first) > 100);
    assert_string_equal(first, second);
    free(first);
    free(second);
}

static void second_run_computes_nothing(void **state)
{
    (void)state;
    bench_write("s.yaml", HEAD AXES);
    outcome o = bench_run(to(NULL, 2));
    summary_is(&o, 120, 0, 120, 0, 0);
    assert_int_equal(o.evaluations, 120);
    assert_string_equal(o.summary.database, "results/s.db");
    char *before = bench_dump("results/s.db");
    o = bench_run(to(NULL, 2));
    summary_is(&o, 120, 120, 0, 0, 0);
    assert_int_equal(o.evaluations, 0);
    char *after = bench_dump("results/s.db");
    assert_string_equal(after, before);
    free(before);
    free(after);
    assert_int_not_equal(access("results/s.db-wal", F_OK), 0);
}

/* Any number of threads, any pace: the same rows under the same ids. */
static void threads_do_not_show(void **state)
{
    (void)state;
    bench_write("s.yaml", HEAD AXES);
    outcome o = bench_run(to("one.db", 1));
    summary_is(&o, 120, 0, 120, 0, 0);
    atomic_store(&fake_delay_us, 500);
    static const unsigned jobs[] = {2, 7};
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        o = bench_run(to("many.db", jobs[i]));
        summary_is(&o, 120, 0, 120, 0, 0);
        same_rows("one.db", "many.db");
        (void)unlink("many.db");
    }
}

/* More points than the window holds, the first of them slow: the window fills, waits, and moves on. */
static void window_fills_and_moves(void **state)
{
    (void)state;
    bench_write("s.yaml", HEAD "axes:\n  chip.cores: {from: 24, to: 123, step: 1}\n");
    outcome o = bench_run(to("one.db", 1));
    summary_is(&o, 800, 0, 800, 0, 0);
    atomic_store(&fake_delay_us, 40);
    o = bench_run(to("many.db", 16));
    summary_is(&o, 800, 0, 800, 0, 0);
    same_rows("one.db", "many.db");
}

static void limits_and_shards_make_up_the_whole(void **state)
{
    (void)state;
    bench_write("s.yaml", HEAD AXES);
    outcome o = bench_run(to("whole.db", 2));
    antler_sweep_options options = to("parts.db", 2);
    options.limit = 7;
    o = bench_run(options);
    summary_is(&o, 120, 0, 7, 0, 0);
    o = bench_run(options);
    summary_is(&o, 120, 7, 7, 0, 0);
    o = bench_run(to("parts.db", 2));
    summary_is(&o, 120, 14, 106, 0, 0);
    same_rows("whole.db", "parts.db"); /* limits take the points in order */
    uint64_t points = 0;
    for (unsigned k = 1; k <= 7; k++) {
        options = to("shards.db", 1);
        options.shard = k;
        options.shards = 7;
        o = bench_run(options);
        points += o.summary.points;
        summary_is(&o, o.summary.points, 0, o.summary.points, 0, 0);
    }
    assert_int_equal(points, 120);
    o = bench_run(to("shards.db", 1));
    summary_is(&o, 120, 120, 0, 0, 0);
}

static void infeasible_and_failed_points_are_rows(void **state)
{
    (void)state;
    bench_write("s.yaml",
                HEAD "axes: {core.sram: [32 KiB, 624 KiB], chip.cores: [8, 13], core.reserved: [0 B, 33 KiB]}\n");
    atomic_store(&fake_broken, true);
    outcome o = bench_run(to("x.db", 2));
    /* Of 64 points, 16 reserve more than the core has, 16 have too little SRAM; of the 32 others half have 13 cores. */
    summary_is(&o, 64, 0, 16, 16, 32);
    char *dump = bench_dump("x.db");
    assert_non_null(strstr(dump, "|infeasible|32768 bytes of SRAM are missing|"));
    assert_non_null(strstr(dump, "|error|thirteen|"));
    assert_non_null(strstr(dump, "core.reserved: 33 KiB leaves nothing of core.sram, 32 KiB|"));
    free(dump);
    /* Failed points are tried again, infeasible ones are not. */
    atomic_store(&fake_broken, false);
    o = bench_run(to("x.db", 2));
    summary_is(&o, 64, 32, 16, 0, 16);
    o = bench_run(to("y.db", 1));
    same_rows("x.db", "y.db");
}

/* Two axes that come to the same point: one row, whatever the threads. */
static void equal_points_are_one_row(void **state)
{
    (void)state;
    bench_write("s.yaml", HEAD "axes: {hbm.latency: [120 ns, 121 ns, 122 ns], chip.cores: [8, 9]}\n"
                               "derive: {hbm.bandwidth: chip_cores * 1e9}\n"
                               "where: chip_cores = 8\n");
    outcome o = bench_run(to("x.db", 4));
    summary_is(&o, 24, 0, 24, 0, 0);
    bench_write("p.csv", "chip.cores\n8\n16\n8.0\n8\n");
    bench_write("s.yaml", HEAD "points: p.csv\n");
    atomic_store(&fake_delay_us, 2000);
    o = bench_run(to("y.db", 4));
    summary_is(&o, 32, 16, 16, 0, 0);
}

static void where_cuts_and_is_checked_first(void **state)
{
    (void)state;
    bench_write("s.yaml", HEAD AXES "where: chip_cores * core_sram < 9e6 AND model = 'net'\n");
    outcome o = bench_run(to("x.db", 2)); /* 13 x 638976 = 8.3e6 */
    summary_is(&o, 40, 0, 40, 0, 0);
    /* The last point's derive is not usable: nothing is evaluated, no database is made. */
    bench_write("s.yaml", HEAD AXES "derive:\n  hbm.latency: iif(chip_cores = 24, NULL, 1e-9)\n");
    o = bench_run(to("y.db", 2));
    assert_int_equal(o.status, ANTLER_BAD_INPUT);
    assert_int_equal(o.evaluations, 0);
    assert_non_null(strstr(o.message, "s.yaml:10: derive hbm.latency gives NULL"));
    assert_non_null(strstr(o.message, "chip.cores 24"));
    assert_int_not_equal(access("y.db", F_OK), 0);
    bench_write("s.yaml", HEAD AXES "where: core_sram > 624\n");
    o = bench_run(to("y.db", 2));
    summary_is(&o, 120, 0, 120, 0, 0);
    bench_write("s.yaml", HEAD AXES "where: core_sram <= 624\n");
    o = bench_run(to("y.db", 2));
    assert_int_equal(o.status, ANTLER_BAD_INPUT);
    assert_non_null(strstr(o.message, "s.yaml:9: where leaves none of the 120 points"));
}

static void dry_run_stores_nothing(void **state)
{
    (void)state;
    bench_write("s.yaml", HEAD AXES "where: chip_cores > 8\n");
    antler_sweep_options options = {.dry_run = 1};
    outcome o = bench_run(options);
    summary_is(&o, 80, 0, 0, 0, 0);
    assert_int_equal(o.evaluations, 0);
    assert_int_not_equal(access("results", F_OK), 0);
    assert_non_null(strstr(o.out, "s: 80 points of 120"));
    assert_non_null(strstr(o.out, "chip.cores: 3 values: 8, 13, 24"));
    assert_non_null(
        strstr(o.out, "  1: chip net static, batch 16, context 2048, hbm.bandwidth 1 TB/s, chip.cores 13\n"));
    size_t lines = 0;
    for (const char *c = strstr(o.out, "for example"); *c; c++)
        lines += *c == '\n';
    assert_int_equal(lines, 11);
    options.shard = 2;
    options.shards = 4;
    o = bench_run(options);
    summary_is(&o, 20, 0, 0, 0, 0);
}

/* Asked to stop, it finishes the points in work and no others; the next run goes on. */
static void stops_and_goes_on(void **state)
{
    (void)state;
    bench_write("s.yaml", HEAD AXES);
    outcome o = bench_run(to("whole.db", 1));
    atomic_store(&fake_stop_at, 10);
    atomic_store(&fake_delay_us, 300);
    o = bench_run(to("x.db", 2));
    assert_int_equal(o.status, ANTLER_OK);
    assert_true(o.summary.ok >= 10 && o.summary.ok <= 11);
    assert_int_equal(o.evaluations, o.summary.ok);
    atomic_store(&fake_stop_at, 0);
    uint64_t done = o.summary.ok;
    o = bench_run(to("x.db", 2));
    summary_is(&o, 120, done, 120 - done, 0, 0);
    same_rows("whole.db", "x.db");
}

/* Nothing of one sweep is left in the process for the next. */
static void one_process_runs_many(void **state)
{
    (void)state;
    bench_write("s.yaml", HEAD AXES);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        static const char *const names[] = {"a.db", "b.db", "c.db"};
        bool right = true;
        for (size_t i = 0; i < 3; i++) {
            antler_sweep_options options = to(names[i], 3);
            antler_sweep_summary summary = {0};
            antler_error err;
            options.sweep = "s.yaml";
            right = right && antler_sweep_run(&options, &summary, &err) == ANTLER_OK && summary.ok == 120;
        }
        exit(right ? 0 : 1);
    }
    int status = 0;
    assert_true(waitpid(child, &status, 0) == child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    same_rows("a.db", "b.db");
    same_rows("a.db", "c.db");
}

/* Sweeps of one database at once compute some points twice, and store each once. */
static void processes_share_a_database(void **state)
{
    (void)state;
    bench_write("s.yaml", HEAD AXES);
    atomic_store(&fake_delay_us, 300);
    pid_t a = bench_start(to("x.db", 1)), b = bench_start(to("x.db", 1));
    outcome first, second;
    assert_true(bench_wait(a, &first) && bench_wait(b, &second));
    assert_int_equal(first.status, ANTLER_OK);
    assert_int_equal(second.status, ANTLER_OK);
    assert_int_equal(first.summary.ok + first.summary.known, 120);
    assert_int_equal(second.summary.ok + second.summary.known, 120);
    outcome o = bench_run(to("x.db", 1));
    summary_is(&o, 120, 120, 0, 0, 0);
}

static void bad_input_is_one_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"name: s\nhwspec: [chp.yaml]\nmodel: [net.json]\n"
         "workload: {phase: decode, batch: 1, context: 1, dtype: fp16}\ndesign: [static]\n",
         "s.yaml:2: "},
        {"name: s\nhwspec: [chip.yaml]\nmodel:\n- net.json\n- nosuch.json\n"
         "workload: {phase: decode, batch: 1, context: 1, dtype: fp16}\ndesign: [static]\n",
         "s.yaml:5: "},
        {"name: s\nhwspec: [chip.yaml]\nmodel: [net.json]\n"
         "workload: {phase: decode, batch: 1, context: 1, dtype: fp16}\ndesign: [statik]\n",
         "s.yaml:5: unknown design 'statik'; did you mean 'static'?; it must be one of basic, static, ideal"},
        {HEAD "where: (SELECT 1 FROM points)\n", "s.yaml:6: where "},
        {HEAD "where: load_extension('x')\n", "s.yaml:6: where reaches outside the point"},
        {HEAD "axes: {hbm.bandwith: 1 TB/s}\n", "s.yaml:6:"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench_write("s.yaml", cases[i].text);
        outcome o = bench_run(to("x.db", 1));
        if (o.status != ANTLER_BAD_INPUT || strncmp(o.message, cases[i].message, strlen(cases[i].message)) != 0 ||
            strchr(o.message, '\n'))
            fail_msg("status %d, message '%s'", o.status, o.message);
        assert_int_not_equal(access("x.db", F_OK), 0);
    }
    bench_write("s.yaml", HEAD AXES);
    outcome o = bench_run(to("chip.yaml", 1));
    assert_int_equal(o.status, ANTLER_BAD_INPUT);
    assert_string_equal(o.message, "chip.yaml: not a database; name a new file or one that an antler sweep made");
    o = bench_run(to("/proc/x.db", 1));
    assert_int_equal(o.status, ANTLER_IO);
    antler_sweep_options options = to("x.db", 1);
    options.shard = 3;
    options.shards = 2;
    o = bench_run(options);
    assert_int_equal(o.status, ANTLER_BAD_INPUT);
    bench_write("results", "in the way\n");
    o = bench_run(to(NULL, 1));
    assert_int_equal(o.status, ANTLER_IO);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, bench_enter, bench_leave)
    const struct CMUnitTest tests[] = {TEST(second_run_computes_nothing),
                                       TEST(threads_do_not_show),
                                       TEST(window_fills_and_moves),
                                       TEST(limits_and_shards_make_up_the_whole),
                                       TEST(infeasible_and_failed_points_are_rows),
                                       TEST(equal_points_are_one_row),
                                       TEST(where_cuts_and_is_checked_first),
                                       TEST(dry_run_stores_nothing),
                                       TEST(stops_and_goes_on),
                                       TEST(one_process_runs_many),
                                       TEST(processes_share_a_database),
                                       TEST(bad_input_is_one_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
