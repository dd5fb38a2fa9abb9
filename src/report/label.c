#include "report/label.h"

#include <stdio.h>
#include <string.h>

/* Endings of column names that repeat the unit, as written on an axis. */
static const struct {
    const char *ending, *unit;
} unit_endings[] = {
    {"_ms", "ms"},   {"_us", "us"},   {"_ns", "ns"}, {"_s", "s"},           {"_gbps", "GB/s"},   {"_kib", "KiB"},
    {"_gib", "GiB"}, {"_gb", "GB"},   {"_mj", "mJ"}, {"_w", "W"},           {"_mm2", "mm2"},     {"_usd", "USD"},
    {"_ghz", "GHz"}, {"_mhz", "MHz"}, {"_nm", "nm"}, {"_cycles", "cycles"}, {"_bytes", "bytes"},
};

static const struct {
    const char *word, *shown;
} words[] = {
    {"hbm", "HBM"}, {"noc", "NoC"}, {"sram", "SRAM"}, {"util", "utilization"}, {"tflops", "TFLOP/s"}, {"per", "per"},
};

static const char *const more_is_better[] = {"tokens_per_s", "tflops", "compute_util", "hbm_util", "ideal_ratio"};

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

/* Which row of unit_endings this name ends with; -1: none. `tokens_per_s` is a rate, not a time. */
static int unit_ending(const char *name)
{
    if (ends_with(name, "_per_s"))
        return -1;
    for (size_t i = 0; i < sizeof unit_endings / sizeof *unit_endings; i++)
        if (ends_with(name, unit_endings[i].ending))
            return (int)i;
    return -1;
}

static const char *shown(const char *word)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i].word) == 0)
            return words[i].shown;
    return word;
}

const char *label_words(const column *c, arena *a)
{
    char *rest = arena_strdup(a, c->name);
    size_t room = 4 * strlen(c->name) + 16; /* no shown word is over four times as long */
    char *label = arena_alloc(a, room, 1);
    if (!rest || !label)
        return NULL;
    int ending = unit_ending(c->name);
    if (ending >= 0)
        rest[strlen(rest) - strlen(unit_endings[ending].ending)] = '\0';
    size_t used = 0;
    char *state = NULL;
    for (char *word = strtok_r(rest, "_", &state); word; word = strtok_r(NULL, "_", &state))
        used += (size_t)snprintf(label + used, room - used, "%s%s", used ? " " : "", shown(word));
    return label;
}

const char *label_axis(const column *c, arena *a)
{
    const char *label = label_words(c, a);
    int ending = unit_ending(c->name);
    const char *unit = ending >= 0 ? unit_endings[ending].unit : c->unit;
    if (!label || ends_with(c->name, "_per_s") || strcmp(label, unit) == 0 || !*unit || strcmp(unit, "1") == 0)
        return label;
    size_t room = strlen(label) + strlen(unit) + sizeof " ()";
    char *axis = arena_alloc(a, room, 1);
    if (axis)
        (void)snprintf(axis, room, "%s (%s)", label, unit);
    return axis;
}

/* The X of min(X) and the like, in `name`; "" when it is nothing of the kind. */
static void aggregated(const char *text, char *name, size_t size)
{
    static const char *const functions[] = {"min(", "max(", "avg(", "sum(", "total("};
    size_t length = strlen(text);
    name[0] = '\0';
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        size_t head = strlen(functions[i]);
        if (length > head + 1 && strncmp(text, functions[i], head) == 0 && text[length - 1] == ')')
            (void)snprintf(name, size, "%.*s", (int)(length - head - 1), text + head);
    }
}

const char *label_unit(const database *db, const char *name)
{
    char inner[64];
    const char *unit = database_unit(db, name);
    if (*unit)
        return unit;
    aggregated(name, inner, sizeof inner);
    if (*inner)
        return database_unit(db, inner);
    if (ends_with(name, "_per_s"))
        return "1/s";
    int ending = unit_ending(name);
    return ending >= 0 && database_column(db, name, NULL, NULL) != ANTLER_OK ? unit_endings[ending].unit : "";
}

bool label_more_is_better(const column *c)
{
    for (size_t i = 0; i < sizeof more_is_better / sizeof *more_is_better; i++)
        if (strcmp(c->name, more_is_better[i]) == 0)
            return true;
    return false;
}
