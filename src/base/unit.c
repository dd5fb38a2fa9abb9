/* One table of unit words makes the parser, its messages and the formatter. Decimal and binary prefixes are both
 * accepted and never confused: KB is 1000 bytes, KiB 1024. Bits are not accepted at all ("Gb/s" is an error), because a
 * slip of one letter would be an error of eight. */
#include "base/unit.h"

#include "base/error.h"
#include "base/number.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define KIB 1024.0
#define MIB (1024.0 * KIB)
#define GIB (1024.0 * MIB)
#define TIB (1024.0 * GIB)

typedef struct unit_word {
    const char *word;
    double scale; /* base units in one of it */
    bool per_cycle;
    bool alias; /* read, never written */
} unit_word;

typedef struct unit_row {
    const char *what;    /* what it measures, for messages */
    const char *example; /* a right value */
    const char *accepts;
    unit_word words[12]; /* ended by a NULL word */
} unit_row;

static const unit_row rows[] = {
    [UNIT_ONE] = {"a number", "2", "none", {{NULL, 0, false, false}}},
    [UNIT_BYTE] = {"a size",
                   "624 KiB",
                   "B, KB, MB, GB, TB, KiB, MiB, GiB, TiB",
                   {{"B", 1, false, false},
                    {"KB", 1e3, false, false},
                    {"MB", 1e6, false, false},
                    {"GB", 1e9, false, false},
                    {"TB", 1e12, false, false},
                    {"KiB", KIB, false, false},
                    {"MiB", MIB, false, false},
                    {"GiB", GIB, false, false},
                    {"TiB", TIB, false, false}}},
    [UNIT_BPS] = {"a rate",
                  "4 TB/s",
                  "B/s, KB/s, MB/s, GB/s, TB/s, KiB/s, MiB/s, GiB/s, TiB/s, B/cycle",
                  {{"B/s", 1, false, false},
                   {"KB/s", 1e3, false, false},
                   {"MB/s", 1e6, false, false},
                   {"GB/s", 1e9, false, false},
                   {"TB/s", 1e12, false, false},
                   {"KiB/s", KIB, false, false},
                   {"MiB/s", MIB, false, false},
                   {"GiB/s", GIB, false, false},
                   {"TiB/s", TIB, false, false},
                   {"B/cycle", 1, true, false}}},
    [UNIT_HERTZ] =
        {"a frequency",
         "1.325 GHz",
         "Hz, kHz, MHz, GHz",
         {{"Hz", 1, false, false}, {"kHz", 1e3, false, false}, {"MHz", 1e6, false, false}, {"GHz", 1e9, false, false}}},
    [UNIT_SECOND] = {"a time",
                     "120 ns",
                     "ns, us, ms, s, cycles",
                     {{"s", 1, false, false},
                      {"ms", 1e-3, false, false},
                      {"us", 1e-6, false, false},
                      {"ns", 1e-9, false, false},
                      {"cycles", 1, true, false},
                      {"cycle", 1, true, true}}},
    [UNIT_NM] = {"a length", "7 nm", "nm", {{"nm", 1, false, false}}},
    [UNIT_MM2] = {"an area", "823 mm2", "um2, mm2", {{"mm2", 1, false, false}, {"um2", 1e-6, false, false}}},
    [UNIT_WATT] =
        {"a power",
         "185 W",
         "uW, mW, W, kW",
         {{"W", 1, false, false}, {"uW", 1e-6, false, false}, {"mW", 1e-3, false, false}, {"kW", 1e3, false, false}}},
    [UNIT_USD] = {"a price", "1500 USD", "USD", {{"USD", 1, false, false}}},
    [UNIT_JOULE] = {"an energy",
                    "0.6 pJ",
                    "fJ, pJ, nJ, uJ, mJ, J",
                    {{"J", 1, false, false},
                     {"mJ", 1e-3, false, false},
                     {"uJ", 1e-6, false, false},
                     {"nJ", 1e-9, false, false},
                     {"pJ", 1e-12, false, false},
                     {"fJ", 1e-15, false, false}}},
    [UNIT_MM] = {"a length",
                 "80 nm",
                 "nm, um, mm",
                 {{"mm", 1, false, false}, {"um", 1e-3, false, false}, {"nm", 1e-6, false, false}}},
};

const char *unit_accepts(unit u)
{
    return rows[u].accepts;
}

static const unit_word *find_word(unit u, const char *word)
{
    for (const unit_word *w = rows[u].words; w->word; w++)
        if (strcmp(w->word, word) == 0)
            return w;
    return NULL;
}

/* A decimal fraction must be scaled by division, not by multiplication with its rounded inverse: "120 ns" is the
 * double nearest to 120e-9, which 120 * 1e-9 is not. */
static double scaled(double number, double scale)
{
    if (scale == 1e-3)
        return number / 1e3;
    if (scale == 1e-6)
        return number / 1e6;
    if (scale == 1e-9)
        return number / 1e9;
    if (scale == 1e-12)
        return number / 1e12;
    if (scale == 1e-15)
        return number / 1e15;
    return number * scale;
}

static antler_status bad_word(const char *text, const char *word, unit u, antler_error *err)
{
    const unit_row *row = &rows[u];
    if (u == UNIT_ONE)
        return err_set(err, ANTLER_BAD_INPUT, "'%s' must be a plain number without a unit, for example '%s'", text,
                       row->example);
    if (*word == '\0')
        return err_set(err, ANTLER_BAD_INPUT, "'%s' needs a unit (%s), for example '%s'", text, row->accepts,
                       row->example);
    if (u == UNIT_BPS && find_word(UNIT_BYTE, word))
        return err_set(err, ANTLER_BAD_INPUT, "'%s' is a size where a rate is needed; write '%s/s'", text, text);
    return err_set(err, ANTLER_BAD_INPUT, "'%s' is not %s; its unit must be one of %s, for example '%s'", text,
                   row->what, row->accepts, row->example);
}

antler_status unit_parse(const char *text, unit u, quantity *out, antler_error *err)
{
    const unit_row *row = &rows[u];
    const char *word;
    double number;
    if (!number_parse(text, &word, &number))
        return err_set(err, ANTLER_BAD_INPUT, "'%s' is not %s; write one like '%s'", text, row->what, row->example);
    while (isspace((unsigned char)*word))
        word++;
    if (u == UNIT_ONE) {
        if (*word)
            return bad_word(text, word, u, err);
        *out = (quantity){.value = number};
        return ANTLER_OK;
    }
    const unit_word *w = find_word(u, word);
    if (!w)
        return bad_word(text, word, u, err);
    double value = scaled(number, w->scale);
    if (!isfinite(value))
        return err_set(err, ANTLER_BAD_INPUT, "'%s' is too large for a number", text);
    *out = (quantity){.value = value, .per_cycle = w->per_cycle};
    return ANTLER_OK;
}

/* The shortest text in this word that reads back as q, without an exponent where 17 digits allow; empty when none. */
static void format_word(quantity q, unit u, const unit_word *w, char *text, size_t size)
{
    text[0] = '\0';
    for (int digits = 1; digits <= 17; digits++) {
        char candidate[64];
        number_format(w ? q.value / w->scale : q.value, digits, candidate, sizeof candidate);
        bool exponent = strchr(candidate, 'e') != NULL;
        size_t used = strlen(candidate);
        if (w)
            (void)snprintf(candidate + used, sizeof candidate - used, " %s", w->word);
        quantity back = {0};
        if (unit_parse(candidate, u, &back, NULL) || back.value != q.value || back.per_cycle != q.per_cycle)
            continue;
        if (!exponent || text[0] == '\0')
            (void)snprintf(text, size, "%s", candidate);
        if (!exponent)
            return;
    }
}

/* Short is good, and so is a number that is read at a glance: 1.325 GHz before 1325 MHz. */
static size_t awkwardness(quantity q, const unit_word *w, const char *text)
{
    double number = fabs(q.value / w->scale);
    bool easy = number == 0 || (number >= 1 && number < 1024);
    return strlen(text) + (easy ? 0 : 4);
}

void unit_format(quantity q, unit u, char *text, size_t size)
{
    char best[64];
    format_word(q, UNIT_ONE, NULL, best, sizeof best);
    size_t least = SIZE_MAX;
    for (const unit_word *w = rows[u].words; w->word; w++) {
        char candidate[64];
        if (w->per_cycle != q.per_cycle || w->alias)
            continue;
        format_word(q, u, w, candidate, sizeof candidate);
        size_t cost = awkwardness(q, w, candidate);
        if (candidate[0] && cost < least) {
            least = cost;
            memcpy(best, candidate, sizeof best);
        }
    }
    (void)snprintf(text, size, "%s", best);
}
