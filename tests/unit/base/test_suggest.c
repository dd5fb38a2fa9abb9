#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/suggest.h"

static const char *const names[] = {"hbm.bandwidth", "noc.bandwidth", "chip.cores", "chips", "edges"};
enum { NAMES = sizeof names / sizeof *names };

static void finds_slips_of_the_finger(void **state)
{
    (void)state;
    assert_string_equal(suggest_nearest("hbm.bandwith", names, NAMES), "hbm.bandwidth");   /* one left out */
    assert_string_equal(suggest_nearest("hbm.bandwidht", names, NAMES), "hbm.bandwidth");  /* two swapped */
    assert_string_equal(suggest_nearest("hbm.bandwiidth", names, NAMES), "hbm.bandwidth"); /* one too many */
    assert_string_equal(suggest_nearest("noc.banwdith", names, NAMES), "noc.bandwidth");
    assert_string_equal(suggest_nearest("chip", names, NAMES), "chips");
    assert_string_equal(suggest_nearest("edges", names, NAMES), "edges");
}

static void keeps_silent_when_nothing_is_close(void **state)
{
    (void)state;
    char longer[200];
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    assert_null(suggest_nearest("frequency", names, NAMES));
    assert_null(suggest_nearest("x", names, NAMES));
    assert_null(suggest_nearest("", names, NAMES));
    assert_null(suggest_nearest(longer, names, NAMES));
    assert_null(suggest_nearest("chips", names, 0));
}

/* The distance by its definition, without a table: slow and obvious. */
static size_t slow_distance(const char *a, const char *b)
{
    if (!*a || !*b)
        return strlen(a) + strlen(b);
    size_t best = slow_distance(a + 1, b + 1) + (*a != *b);
    size_t drop_a = slow_distance(a + 1, b) + 1, drop_b = slow_distance(a, b + 1) + 1;
    best = drop_a < best ? drop_a : best;
    best = drop_b < best ? drop_b : best;
    if (a[1] && b[1] && a[0] == b[1] && a[1] == b[0]) {
        size_t swapped = slow_distance(a + 2, b + 2) + 1;
        best = swapped < best ? swapped : best;
    }
    return best;
}

static void agrees_with_the_slow_distance(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int round = 0; round < 300; round++) {
        char words[4][7];
        const char *list[3];
        for (int w = 0; w < 4; w++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            size_t length = 3 + (random >> 33) % 4;
            for (size_t i = 0; i < length; i++)
                words[w][i] = (char)('a' + (random >> (35 + 3 * i)) % 3);
            words[w][length] = '\0';
            if (w > 0)
                list[w - 1] = words[w];
        }
        size_t limit = strlen(words[0]) / 3 + 1;
        const char *want = NULL;
        for (int i = 2; i >= 0; i--) {
            size_t d = slow_distance(words[0], list[i]);
            if (d <= limit && d < strlen(list[i])) {
                want = list[i];
                limit = d;
            }
        }
        const char *got = suggest_nearest(words[0], list, 3);
        assert_true((got == NULL) == (want == NULL));
        if (want)
            assert_int_equal(slow_distance(words[0], got), slow_distance(words[0], want));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_slips_of_the_finger),
        cmocka_unit_test(keeps_silent_when_nothing_is_close),
        cmocka_unit_test(agrees_with_the_slow_distance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
