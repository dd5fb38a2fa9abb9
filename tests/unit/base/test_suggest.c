#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/suggest.h"

static const char *const keys[] = {"hbm.bandwidth", "hbm.burst", "chip.cores", "chip.clock",
                                   "noc.bandwidth", "chips",     NULL};

static void expect(const char *word, const char *wanted)
{
    const char *got = suggest(word, keys);
    if (wanted)
        assert_string_equal(got ? got : "nothing", wanted);
    else
        assert_null(got);
}

static void test_one_slip(void **state)
{
    (void)state;
    expect("hbm.bandwith", "hbm.bandwidth");   /* a letter missing */
    expect("hbm.bandwiddth", "hbm.bandwidth"); /* one too many */
    expect("hbm.bamdwidth", "hbm.bandwidth");  /* a wrong one */
    expect("hbm.badnwidth", "hbm.bandwidth");  /* two swapped */
    expect("chip", "chips");
    expect("chips", "chips");
}

static void test_nearer_wins(void **state)
{
    (void)state;
    expect("noc.bandwith", "noc.bandwidth");
    expect("chip.core", "chip.cores");
    expect("chip.clocks", "chip.clock");
}

static void test_part_of_a_word(void **state)
{
    (void)state;
    expect("bandwidth", "hbm.bandwidth");
    expect("burst", "hbm.burst");
}

static void test_nothing_near(void **state)
{
    (void)state;
    char long_word[200];
    memset(long_word, 'x', sizeof long_word - 1);
    long_word[sizeof long_word - 1] = '\0';
    expect("zebra", NULL);
    expect("", NULL);
    expect("q", NULL);
    expect(long_word, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_slip),
        cmocka_unit_test(test_nearer_wins),
        cmocka_unit_test(test_part_of_a_word),
        cmocka_unit_test(test_nothing_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
