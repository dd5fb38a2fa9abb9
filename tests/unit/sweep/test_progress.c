/* What the progress line says. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sweep/progress.h"

static void line_has_rate_eta_and_best(void **state)
{
    (void)state;
    char text[256];
    progress p;
    progress_start(&p, NULL, 195, 0);
    progress_line(&p, p.started, text, sizeof text);
    assert_string_equal(text, "0/195 points, 0/s, ETA ?");
    for (int i = 0; i < 15; i++)
        progress_known(&p);
    progress_done(&p, 9.5, "basic");
    progress_done(&p, NAN, "static"); /* infeasible */
    progress_done(&p, 4.78125, "ideal");
    for (int i = 0; i < 57; i++)
        progress_done(&p, 5, "static");
    /* 60 points in 30 s, 120 left: 60 s. */
    progress_line(&p, p.started + 30, text, sizeof text);
    assert_string_equal(text, "75/195 points, 2/s, ETA 0:01:00, best 4.781 ms (ideal)");
    /* In 18000 s, one hour per 12 points: 36000 s. */
    progress_line(&p, p.started + 18000, text, sizeof text);
    assert_string_equal(text, "75/195 points, 0.00333/s, ETA 10:00:00, best 4.781 ms (ideal)");
}

/* What a limit leaves out is not waited for. */
static void a_limit_is_the_goal(void **state)
{
    (void)state;
    char text[256];
    progress p;
    progress_start(&p, NULL, 195, 10);
    progress_known(&p);
    progress_done(&p, NAN, "basic");
    progress_line(&p, p.started + 1, text, sizeof text);
    assert_string_equal(text, "2/11 points, 1/s, ETA 0:00:09");
    for (int i = 0; i < 188; i++)
        progress_known(&p);
    progress_line(&p, p.started + 1, text, sizeof text);
    assert_string_equal(text, "190/195 points, 1/s, ETA 0:00:05");
}

/* Not a terminal: whole lines, none within the first seconds. */
static void files_get_lines(void **state)
{
    (void)state;
    char text[512] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    progress p;
    assert_non_null(out);
    progress_start(&p, out, 3, 0);
    progress_done(&p, 2, "basic");
    assert_string_equal(text, "");
    p.shown -= 100;
    p.started -= 100;
    progress_done(&p, 1, "ideal");
    progress_end(&p);
    (void)fclose(out);
    assert_string_equal(text, "antler: 2/3 points, 0.02/s, ETA 0:00:50, best 1 ms (ideal)\n");
}

/* A terminal: one line over and over, and nothing of it left. */
static void terminals_get_a_bar(void **state)
{
    (void)state;
    char text[512] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    progress p;
    assert_non_null(out);
    progress_start(&p, out, 4, 0);
    p.terminal = true;
    p.started -= 10;
    p.shown -= 10;
    progress_done(&p, 1, "ideal");
    progress_end(&p);
    (void)fclose(out);
    assert_string_equal(text, "\r[######..................] 1/4 points, 0.1/s, ETA 0:00:30, best 1 ms (ideal)\033[K"
                              "\r\033[K");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(line_has_rate_eta_and_best),
                                       cmocka_unit_test(a_limit_is_the_goal), cmocka_unit_test(files_get_lines),
                                       cmocka_unit_test(terminals_get_a_bar)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
