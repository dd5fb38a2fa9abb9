#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/arena.h"
#include "base/error.h"

static void places_are_prefixed(void **state)
{
    (void)state;
    antler_error err;
    assert_int_equal(err_at(&err, ANTLER_BAD_INPUT, "a.yaml", 3, 7, "bad %d", 1), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "a.yaml:3:7: bad 1");
    assert_int_equal(err_at(&err, ANTLER_IO, "a.yaml", 3, 0, "bad"), ANTLER_IO);
    assert_string_equal(err.message, "a.yaml:3: bad");
    (void)err_at(&err, ANTLER_IO, "a.yaml", 0, 0, "bad");
    assert_string_equal(err.message, "a.yaml: bad");
    assert_int_equal(err_prefix(&err, "point %d", 9), ANTLER_IO);
    assert_string_equal(err.message, "point 9: a.yaml: bad");
    assert_int_equal(err_set(NULL, ANTLER_BUG, "unseen"), ANTLER_BUG);
}

static void messages_are_one_line(void **state)
{
    (void)state;
    antler_error err;
    char huge[3000];
    (void)err_at(&err, ANTLER_BAD_INPUT, "f", 1, 1, "unknown key '%s'", "two\nlines\t\x1b[1m");
    assert_string_equal(err.message, "f:1:1: unknown key 'two?lines??[1m'");
    memset(huge, 'x', sizeof huge - 1);
    huge[sizeof huge - 1] = '\0';
    (void)err_set(&err, ANTLER_BAD_INPUT, "%s", huge);
    assert_int_equal(strlen(err.message), sizeof err.message - 1);
    (void)err_prefix(&err, "p");
    assert_int_equal(strlen(err.message), sizeof err.message - 1);
}

static void arena_pieces_do_not_overlap(void **state)
{
    (void)state;
    enum { PIECES = 500 };
    unsigned char *pieces[PIECES];
    arena *a = arena_new();
    assert_non_null(a);
    for (size_t i = 0; i < PIECES; i++) {
        pieces[i] = arena_alloc(a, i, 7);
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % _Alignof(max_align_t), 0);
        for (size_t j = 0; j < 7 * i; j++)
            assert_int_equal(pieces[i][j], 0);
        memset(pieces[i], (int)(i % 251), 7 * i);
    }
    for (size_t i = 0; i < PIECES; i++)
        for (size_t j = 0; j < 7 * i; j++)
            assert_int_equal(pieces[i][j], i % 251);
    assert_null(arena_alloc(a, SIZE_MAX, 2));
    assert_true(arena_used(a) >= 7 * PIECES * (PIECES - 1) / 2);
    arena_free(a);
    arena_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_prefixed),
        cmocka_unit_test(messages_are_one_line),
        cmocka_unit_test(arena_pieces_do_not_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
