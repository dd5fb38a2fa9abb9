/* Pictures: the data and script that stand beside them, and that the script draws again by itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include <antler/report.h>

#include "report/run_program.h"
#include "sample.h"

#define PATH   "test_plot.db"
#define FOLDER "plot it's here"

static const char rows[] = "INSERT INTO points VALUES"
                           "(1, 'basic', 100, 1000.0, 'ok', NULL, 9.5, 100.0, NULL),"
                           "(2, 'basic', 200, 1000.0, 'ok', NULL, 7.5, 120.0, NULL),"
                           "(3, 'basic', 200, 2000.0, 'ok', NULL, 8.25, 110.0, NULL),"
                           "(4, 'it''s', 100, 2000.0, 'ok', NULL, 5.5, 200.0, NULL),"
                           "(5, 'it''s', 100, 1000.0, 'infeasible', 'big', NULL, NULL, NULL)";

static int make_sample(void **state)
{
    (void)state;
    sample_make(PATH, rows);
    return mkdir(FOLDER, 0777) == 0 || access(FOLDER, W_OK) == 0 ? 0 : -1;
}

static void read_file(const char *path, char *text, size_t size)
{
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    text[fread(text, 1, size - 1, f)] = '\0';
    fclose(f);
}

static void test_pareto(void **state)
{
    (void)state;
    char text[8192];
    antler_error err = {0};
    const antler_plot plot = {.database = PATH,
                              .kind = "pareto",
                              .x = "chip_cores",
                              .y = "latency_ms",
                              .by = "design",
                              .output = FOLDER "/front.svg"};
    assert_int_equal(antler_plot_draw(&plot, &err), ANTLER_OK);
    read_file(FOLDER "/front.dat", text, sizeof text);
    assert_string_equal(text, "# x y id\n# 'dominated'\n200 8.25 3\n\n\n# 'basic'\n100 9.5 1\n200 7.5 2\n\n\n"
                              "# 'it''s'\n100 5.5 4\n\n\n");
    read_file(FOLDER "/front.gp", text, sizeof text);
    assert_non_null(strstr(text, "set ylabel 'latency (ms), less is better'"));
    assert_non_null(strstr(text, "title 'it''s'"));
    assert_null(strstr(text, FOLDER));

    assert_int_equal(unlink(FOLDER "/front.svg"), 0);
    const char *const again[] = {"gnuplot", "front.gp", NULL};
    assert_int_equal(run_program(FOLDER, again, &err), ANTLER_OK);
    read_file(FOLDER "/front.svg", text, sizeof text);
    assert_non_null(strstr(text, "<svg"));
}

static void test_line_takes_the_best(void **state)
{
    (void)state;
    char text[8192];
    antler_error err = {0};
    antler_plot plot = {.database = PATH,
                        .kind = "line",
                        .x = "chip_cores",
                        .y = "latency_ms",
                        .where = "design = 'basic'",
                        .output = FOLDER "/line.svg"};
    assert_int_equal(antler_plot_draw(&plot, &err), ANTLER_OK);
    read_file(FOLDER "/line.dat", text, sizeof text);
    assert_string_equal(text, "# x y id\n# 'all'\n100 9.5 1\n200 7.5 2\n\n\n");
    read_file(FOLDER "/line.gp", text, sizeof text);
    assert_non_null(strstr(text, "the lowest latency is drawn"));
    plot.y = "tokens_per_s"; /* more is better */
    assert_int_equal(antler_plot_draw(&plot, &err), ANTLER_OK);
    read_file(FOLDER "/line.dat", text, sizeof text);
    assert_string_equal(text, "# x y id\n# 'all'\n100 100 1\n200 120 2\n\n\n");
}

static void test_endings(void **state)
{
    (void)state;
    static const struct {
        const char *output, *magic;
    } cases[] = {{FOLDER "/a.png", "\x89PNG"}, {FOLDER "/a.pdf", "%PDF"}, {FOLDER "/-a.svg", "<?xml"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        antler_error err = {0};
        const antler_plot plot = {
            .database = PATH, .kind = "line", .x = "chip_cores", .y = "latency_ms", .output = cases[i].output};
        assert_int_equal(antler_plot_draw(&plot, &err), ANTLER_OK);
        read_file(cases[i].output, text, sizeof text);
        assert_memory_equal(text, cases[i].magic, strlen(cases[i].magic));
    }
}

static void refuse(antler_plot plot, antler_status status, const char *reason)
{
    antler_error err = {0};
    plot.database = PATH;
    assert_int_equal(antler_plot_draw(&plot, &err), status);
    if (!strstr(err.message, reason))
        fail_msg("got '%s', wanted '%s'", err.message, reason);
}

static void test_refusals(void **state)
{
    (void)state;
    refuse((antler_plot){.kind = "heatmap", .x = "id", .y = "id"}, ANTLER_BAD_INPUT, "there are: pareto, line");
    refuse((antler_plot){.kind = "line", .x = "cores", .y = "latency_ms"}, ANTLER_BAD_INPUT, "unknown column 'cores'");
    refuse((antler_plot){.kind = "line", .x = "design", .y = "latency_ms"}, ANTLER_BAD_INPUT, "'design' is text");
    refuse((antler_plot){.kind = "line", .x = "id", .y = "area_mm2"}, ANTLER_BAD_INPUT, "NULL in every row");
    refuse((antler_plot){.kind = "line", .x = "id", .y = "latency_ms", .where = "0"}, ANTLER_BAD_INPUT, "no row");
    refuse((antler_plot){.kind = "line", .x = "id", .y = "latency_ms", .output = "a.jpg"}, ANTLER_BAD_INPUT,
           "must end in .svg");
    refuse((antler_plot){.kind = "line", .x = "id", .y = "latency_ms", .output = "no/such/a.svg"}, ANTLER_IO,
           "No such file");
}

static void test_program_that_fails(void **state)
{
    (void)state;
    antler_error err = {0};
    const char *const absent[] = {"no-such-program", NULL};
    assert_int_equal(run_program(".", absent, &err), ANTLER_IO);
    assert_non_null(strstr(err.message, "no-such-program cannot be run"));
    const char *const fails[] = {"gnuplot", "no-such-script.gp", NULL};
    assert_int_equal(run_program(".", fails, &err), ANTLER_IO);
    assert_non_null(strstr(err.message, "no-such-script"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pareto),   cmocka_unit_test(test_line_takes_the_best), cmocka_unit_test(test_endings),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_program_that_fails),
    };
    return cmocka_run_group_tests(tests, make_sample, NULL);
}
