#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "spec/csv.h"

static antler_status load(arena *a, const char *text, csv_table *out, antler_error *err)
{
    char path[] = "/tmp/antler_csv_XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    assert_int_equal(close(fd), 0);
    antler_status status = csv_load(path, a, out, err);
    assert_int_equal(unlink(path), 0);
    return status;
}

static void lines_are_counted(void **state)
{
    (void)state;
    arena *a = arena_new();
    csv_table t;
    assert_int_equal(load(a, "a,b\n\n1,2\r\n\r\n\"x\ny\",\"q\"\"q\"\n3,4", &t, NULL), ANTLER_OK);
    assert_int_equal(t.count, 3);
    assert_int_equal(t.header.line, 1);
    assert_int_equal(t.rows[0].line, 3);
    assert_int_equal(t.rows[1].line, 6); /* the row ends there: its first cell holds a line end */
    assert_int_equal(t.rows[2].line, 7);
    assert_string_equal(t.rows[1].cells[0], "x\ny");
    assert_string_equal(t.rows[1].cells[1], "q\"q");
    assert_string_equal(t.rows[2].cells[1], "4");
    arena_free(a);
}

/* Many cells and rows: the arrays grow without losing any. */
static void grows(void **state)
{
    (void)state;
    enum { ROWS = 300, COLUMNS = 40 };
    arena *a = arena_new();
    csv_table t;
    char *text = malloc(ROWS * COLUMNS * 8), *end = text;
    assert_non_null(text);
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            end += sprintf(end, "%d%c", r * COLUMNS + c, c + 1 < COLUMNS ? ',' : '\n');
    assert_int_equal(load(a, text, &t, NULL), ANTLER_OK);
    free(text);
    assert_int_equal(t.count, ROWS - 1);
    for (int r = 1; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            assert_int_equal(atoi(t.rows[r - 1].cells[c]), r * COLUMNS + c);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines_are_counted), cmocka_unit_test(grows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
