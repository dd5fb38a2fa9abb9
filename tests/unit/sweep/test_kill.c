/* kill -9 at any moment leaves a beginning of the database, and running again completes it: row for row what a sweep
 * that nobody disturbed makes. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "bench.h"
#include "fake_evaluate.h"

enum { ROUNDS = 24, POINTS = 60 };

static double now_s(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void write_sweep(void)
{
    bench_write("s.yaml", "name: s\n"
                          "hwspec: [chip.yaml]\n"
                          "model: [net.json, web.json]\n"
                          "workload: {phase: decode, batch: 32, context: 2048, dtype: fp16}\n"
                          "design: [static, ideal]\n"
                          "axes:\n"
                          "  hbm.bandwidth: {from: 1 TB/s, to: 5 TB/s, step: 1 TB/s}\n"
                          "  chip.cores: [8, 13, 24]\n");
    atomic_store(&fake_delay_us, 400);
}

static antler_sweep_options to(const char *database, unsigned jobs)
{
    return (antler_sweep_options){.database = database, .jobs = jobs};
}

/* Start a sweep and kill it after a random part of `whole_s`; 1 when it ended before. */
static int kill_in_time(const char *database, unsigned jobs, double whole_s, unsigned *seed)
{
    pid_t child = bench_start(to(database, jobs));
    double part = (double)rand_r(seed) / RAND_MAX;
    (void)usleep((useconds_t)(1e6 * whole_s * part));
    (void)kill(child, SIGKILL);
    return bench_wait(child, NULL);
}

/* The same in a random evaluation, which is always in the midst of work. */
static void kill_at_work(const char *database, unsigned jobs, unsigned *seed)
{
    atomic_store(&fake_kill_at, 1 + (unsigned)rand_r(seed) % POINTS);
    assert_false(bench_wait(bench_start(to(database, jobs)), NULL));
    atomic_store(&fake_kill_at, 0);
}

static size_t lines_of(const char *text)
{
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static void any_kill_leaves_a_beginning(void **state)
{
    (void)state;
    unsigned seed = 1, halfway = 0;
    write_sweep();
    double start = now_s();
    outcome o = bench_run(to("whole.db", 2));
    double whole_s = now_s() - start;
    assert_int_equal(o.summary.ok, POINTS);
    char *whole = bench_dump("whole.db");
    for (int round = 0; round < ROUNDS; round++) {
        char name[32];
        (void)snprintf(name, sizeof name, "x%d.db", round);
        unsigned jobs = (unsigned)round / 2 % 3 + 1;
        if (round % 2 == 0)
            kill_at_work(name, jobs, &seed);
        else
            (void)kill_in_time(name, jobs, whole_s, &seed);
        char *left = bench_dump(name);
        assert_memory_equal(left ? left : "", whole, left ? strlen(left) : 0);
        size_t rows = left ? lines_of(left) : 0;
        halfway += rows > 0 && rows < POINTS;
        free(left);
        o = bench_run(to(name, 2));
        if (o.status)
            fail_msg("%s", o.message);
        assert_int_equal(o.summary.known, rows);
        assert_int_equal(o.summary.ok, POINTS - rows);
        char *again = bench_dump(name);
        assert_string_equal(again, whole);
        free(again);
    }
    free(whole);
    assert_true(halfway >= ROUNDS / 4); /* of those killed at work alone more than this have a row */
}

/* The same database killed again and again, until it is whole. */
static void many_kills_in_a_row(void **state)
{
    (void)state;
    unsigned seed = 2, kills = 0;
    write_sweep();
    outcome o = bench_run(to("whole.db", 1));
    assert_int_equal(o.summary.ok, POINTS);
    while (kills < 500 && !kill_in_time("x.db", 2, 0.02, &seed))
        kills++;
    assert_true(kills >= 3);
    o = bench_run(to("x.db", 2));
    assert_int_equal(o.status, ANTLER_OK);
    char *whole = bench_dump("whole.db"), *again = bench_dump("x.db");
    assert_string_equal(again, whole);
    free(whole);
    free(again);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, bench_enter, bench_leave)
    const struct CMUnitTest tests[] = {TEST(any_kill_leaves_a_beginning), TEST(many_kills_in_a_row)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
