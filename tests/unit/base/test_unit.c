#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/unit.h"

typedef struct good {
    const char *text;
    unit u;
    double value;
    bool per_cycle;
} good;

static void reads_what_users_write(void **state)
{
    (void)state;
    static const good cases[] = {
        {"42", UNIT_ONE, 42, false},
        {"2.5e-1", UNIT_ONE, 0.25, false},
        {"624 KiB", UNIT_BYTE, 624.0 * 1024, false},
        {"624KiB", UNIT_BYTE, 624.0 * 1024, false},
        {"1 KB", UNIT_BYTE, 1000, false},
        {"64 GiB", UNIT_BYTE, 64.0 * 1073741824.0, false},
        {"2 TiB", UNIT_BYTE, 2 * 1099511627776.0, false},
        {"4 TB/s", UNIT_BPS, 4e12, false},
        {"5.5 GiB/s", UNIT_BPS, 5.5 * 1073741824.0, false},
        {"32 B/cycle", UNIT_BPS, 32, true},
        {"1.325 GHz", UNIT_HERTZ, 1.325e9, false},
        {"120 ns", UNIT_SECOND, 120e-9, false},
        {"1 us", UNIT_SECOND, 1e-6, false},
        {"118 cycles", UNIT_SECOND, 118, true},
        {"1 cycle", UNIT_SECOND, 1, true},
        {"-3 ms", UNIT_SECOND, -3e-3, false},
        {"7 nm", UNIT_NM, 7, false},
        {"823 mm2", UNIT_MM2, 823, false},
        {"185 W", UNIT_WATT, 185, false},
        {".5 USD", UNIT_USD, 0.5, false},
        {"1526 um2", UNIT_MM2, 1526e-6, false},
        {"0.72 pJ", UNIT_JOULE, 0.72e-12, false},
        {"9 fJ", UNIT_JOULE, 9e-15, false},
        {"80 nm", UNIT_MM, 80e-6, false},
        {"23 kW", UNIT_WATT, 23000, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        quantity q;
        antler_error err;
        if (unit_parse(cases[i].text, cases[i].u, &q, &err))
            fail_msg("%s: %s", cases[i].text, err.message);
        if (q.value != cases[i].value || q.per_cycle != cases[i].per_cycle)
            fail_msg("%s reads as %.17g", cases[i].text, q.value);
    }
}

typedef struct bad {
    const char *text;
    unit u;
    const char *part; /* of the message */
} bad;

static void says_what_is_wrong(void **state)
{
    (void)state;
    static const bad cases[] = {
        {"", UNIT_ONE, "is not a number"},
        {"many", UNIT_BYTE, "is not a size; write one like '624 KiB'"},
        {"0x10 B", UNIT_BYTE, "is not a size"},
        {"nan", UNIT_ONE, "is not a number"},
        {"inf ns", UNIT_SECOND, "is not a time"},
        {"1e999", UNIT_ONE, "is not a number"},
        {"1e307 TB", UNIT_BYTE, "too large"},
        {"3 GHz", UNIT_ONE, "plain number"},
        {"624", UNIT_BYTE, "needs a unit (B, KB, MB"},
        {"4 TB", UNIT_BPS, "write '4 TB/s'"},
        {"4 Tb/s", UNIT_BPS, "must be one of B/s"},
        {"4 tb/s", UNIT_BPS, "must be one of B/s"},
        {"4 TB/s", UNIT_BYTE, "must be one of B, KB"},
        {"1,472 B", UNIT_BYTE, "must be one of"},
        {"12 ns ns", UNIT_SECOND, "must be one of ns"},
        {"1 mhz", UNIT_HERTZ, "Hz, kHz, MHz, GHz"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        quantity q = {.value = 17};
        antler_error err = {.message = ""};
        if (unit_parse(cases[i].text, cases[i].u, &q, &err) != ANTLER_BAD_INPUT || q.value != 17)
            fail_msg("'%s' was accepted", cases[i].text);
        if (!strstr(err.message, cases[i].part))
            fail_msg("'%s' says: %s", cases[i].text, err.message);
        assert_int_equal(unit_parse(cases[i].text, cases[i].u, &q, NULL), ANTLER_BAD_INPUT);
    }
}

static void formats_short_and_exact(void **state)
{
    (void)state;
    static const good cases[] = {
        {"624 KiB", UNIT_BYTE, 624.0 * 1024, false},
        {"1 KB", UNIT_BYTE, 1000, false},
        {"1.25 TB/s", UNIT_BPS, 1.25e12, false},
        {"32 B/cycle", UNIT_BPS, 32, true},
        {"118 cycles", UNIT_SECOND, 118, true},
        {"3 ns", UNIT_SECOND, 3e-9, false},
        {"0.25", UNIT_ONE, 0.25, false},
    };
    char text[64];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unit_format((quantity){.value = cases[i].value, .per_cycle = cases[i].per_cycle}, cases[i].u, text,
                    sizeof text);
        assert_string_equal(text, cases[i].text);
    }
}

/* Any value of any unit comes back bit for bit from its text. */
static void every_format_reads_back(void **state)
{
    (void)state;
    static const unit units[] = {UNIT_ONE, UNIT_BYTE, UNIT_BPS, UNIT_HERTZ, UNIT_SECOND, UNIT_NM};
    uint64_t random = 1;
    for (int i = 0; i < 600; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        double value = ldexp((double)(random >> 11), (int)(random % 97) - 80);
        unit u = units[(size_t)i % (sizeof units / sizeof *units)];
        quantity back;
        char text[64];
        unit_format((quantity){.value = value}, u, text, sizeof text);
        assert_int_equal(unit_parse(text, u, &back, NULL), ANTLER_OK);
        if (back.value != value || back.per_cycle)
            fail_msg("%.17g became %s", value, text);
    }
}

/* A host program with decimal commas must not change what a file means. Skipped where no such locale is installed. */
static void locale_does_not_matter(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8"};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++)
        found = setlocale(LC_ALL, names[i]);
    quantity q;
    char text[64];
    assert_int_equal(unit_parse("1.325 GHz", UNIT_HERTZ, &q, NULL), ANTLER_OK);
    assert_true(q.value == 1.325e9);
    unit_format(q, UNIT_HERTZ, text, sizeof text);
    assert_string_equal(text, "1.325 GHz");
    (void)setlocale(LC_ALL, "C");
    if (!found)
        skip();
}

static void numbers_end_where_they_end(void **state)
{
    (void)state;
    const char *end;
    double value;
    assert_true(number_parse("1e3x", &end, &value) && value == 1000 && *end == 'x');
    assert_true(number_parse("1ex", &end, &value) && value == 1 && *end == 'e');
    assert_true(number_parse("5.", &end, &value) && value == 5 && *end == '\0');
    assert_false(number_parse(".", &end, &value));
    assert_false(number_parse("-", &end, &value));
    assert_false(number_parse(" 1", &end, &value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_users_write),     cmocka_unit_test(says_what_is_wrong),
        cmocka_unit_test(formats_short_and_exact),    cmocka_unit_test(every_format_reads_back),
        cmocka_unit_test(numbers_end_where_they_end), cmocka_unit_test(locale_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
