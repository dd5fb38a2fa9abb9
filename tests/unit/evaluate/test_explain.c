/* The explanation says what the plan dump says, covers every operator once, and its counts add up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tiny.h"

enum { OPERATORS = 42, ROWS = 23, LINE = 512 };

/* What evaluating the point prints; freed by the caller. */
static char *dump(tiny *t, unsigned what)
{
    char *text = NULL;
    size_t size = 0;
    antler_error err = {0};
    antler_metrics metrics;
    t->point.dump = what;
    t->point.dump_to = open_memstream(&text, &size);
    assert_non_null(t->point.dump_to);
    if (antler_evaluate(&t->point, &metrics, &err) != ANTLER_OK)
        fail_msg("%s", err.message);
    assert_int_equal(fclose(t->point.dump_to), 0);
    return text;
}

static json_t *explain(tiny *t)
{
    char *text = dump(t, ANTLER_DUMP_EXPLANATION_JSON);
    json_error_t error;
    json_t *rows = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_array(rows))
        fail_msg("line %d: %s", error.line, error.text);
    free(text);
    return rows;
}

static double fact(const json_t *row, const char *name)
{
    const json_t *value = json_object_get(row, name);
    if (!json_is_number(value))
        fail_msg("no number %s", name);
    return json_number_value(value);
}

static long long whole(const json_t *row, const char *name)
{
    assert_true(json_is_integer(json_object_get(row, name)));
    return json_integer_value(json_object_get(row, name));
}

static void append(char *line, const char *between, long long number)
{
    size_t used = strlen(line);
    (void)snprintf(line + used, LINE - used, "%s%lld", between, number);
}

/* As the dump has it: ` chips 1x2 parts 3x4 temporal 1x1,1x1 loop 1,0 steps 1 cores 12 sram 345 hold `. */
static void plan_words(const json_t *row, char *line)
{
    const json_t *dims = json_object_get(row, "dims");
    const json_t *operands = json_object_get(row, "operands");
    const json_t *loop = json_object_get(row, "loop");
    size_t n = json_array_size(dims);
    line[0] = '\0';
    for (size_t d = 0; d < n; d++)
        append(line, d ? "x" : " chips ", whole(json_array_get(dims, d), "chips"));
    for (size_t d = 0; d < n; d++)
        append(line, d ? "x" : " parts ", whole(json_array_get(dims, d), "parts"));
    for (size_t t = 0; t < json_array_size(operands); t++) {
        const json_t *temporal = json_object_get(json_array_get(operands, t), "temporal");
        assert_int_equal(json_array_size(temporal), n);
        for (size_t d = 0; d < n; d++)
            append(line, d ? "x" : t ? "," : " temporal ", json_integer_value(json_array_get(temporal, d)));
    }
    assert_int_equal(json_array_size(loop), n);
    for (size_t i = 0; i < n; i++)
        for (size_t d = 0; d < n; d++)
            if (strcmp(json_string_value(json_array_get(loop, i)),
                       json_string_value(json_object_get(json_array_get(dims, d), "name"))) == 0)
                append(line, i ? "," : " loop ", (long long)d);
    append(line, " steps ", whole(row, "steps"));
    append(line, " cores ", whole(row, "cores"));
    append(line, " sram ", llround(fact(row, "execute_kib") * 1024));
    (void)strcat(line, " hold ");
}

/* The rest of the line: `preload` and `split` where something comes from HBM, the times, the plans there were. */
static void check_rest(const json_t *row, const char *line)
{
    char words[LINE] = "";
    const json_t *operands = json_object_get(row, "operands");
    append(words, " preload ", llround(fact(row, "preload_kib") * 1024));
    for (size_t t = 0; t + 1 < json_array_size(operands); t++) {
        const json_t *split = json_object_get(json_array_get(operands, t), "split");
        append(words, t ? "," : " split ", split ? json_integer_value(split) : 1);
    }
    assert_int_equal(strstr(line, words) != NULL, whole(row, "hbm_bytes") > 0);
    (void)snprintf(
        words, sizeof words, " compute_us %.9g time_us %.9g of %.0f", fact(row, "compute_us"), fact(row, "time_us"),
        1 + fact(row, "larger") + fact(row, "slower") + fact(row, "larger_and_slower") + fact(row, "more_bytes"));
    assert_string_equal(line + strlen(line) - strlen(words), words);
}

/* Does the row stand for this operator? Within layers by role and layer, outside by name. */
static bool stands_for(const json_t *row, const char *name)
{
    int layer = -1;
    int used = 0;
    (void)sscanf(name, "layer%d.%n", &layer, &used);
    if (used == 0)
        return strcmp(json_string_value(json_object_get(row, "operator")), name) == 0;
    size_t i;
    const json_t *other;
    bool there = false;
    json_array_foreach(json_object_get(row, "layers"), i, other) there |= json_integer_value(other) == layer;
    return there && strcmp(json_string_value(json_object_get(row, "role")), name + used) == 0;
}

static void check_counts(const json_t *row)
{
    double front =
        1 + fact(row, "larger") + fact(row, "slower") + fact(row, "larger_and_slower") + fact(row, "more_bytes");
    double fates = fact(row, "too_large") + fact(row, "dominated") + fact(row, "outpaced") + front;
    assert_true(fact(row, "tried") == fates);
    assert_true(fact(row, "pruned_subtrees") >= 0);
}

/* tiny.yaml has no core.overlap: the phases come one after another. Nine digits were printed. */
static void check_times(const json_t *row)
{
    double sum = fact(row, "relayout_us") + fact(row, "compute_us") + fact(row, "shift_us") + fact(row, "reduce_us") +
                 fact(row, "store_us");
    assert_true(fabs(sum - fact(row, "time_us")) <= 1e-7 * sum);
    assert_int_equal(fact(row, "preload_us") > 0, whole(row, "hbm_bytes") > 0);
    assert_int_equal(whole(row, "preload_states") > 0, whole(row, "hbm_bytes") > 0);
}

/* Finds the one row of each line of the plan dump. */
static void check_line(const json_t *rows, const char *line)
{
    char name[64];
    char words[LINE];
    unsigned found = 0;
    size_t i;
    const json_t *row;
    assert_int_equal(sscanf(line, "plan %*u %63s", name), 1);
    json_array_foreach(rows, i, row)
    {
        if (!stands_for(row, name))
            continue;
        found++;
        plan_words(row, words);
        if (!strstr(line, words))
            fail_msg("%s%s", line, words);
        check_rest(row, line);
        check_counts(row);
        check_times(row);
    }
    assert_int_equal(found, 1);
}

/* Returns how many rows rotate something or preload in part. */
static unsigned check_design(tiny *t, const char *design)
{
    t->point.design = design;
    json_t *rows = explain(t);
    char *plans = dump(t, ANTLER_DUMP_PLAN);
    unsigned operators = 0;
    char *state = NULL;
    for (char *line = strtok_r(plans, "\n", &state); line; line = strtok_r(NULL, "\n", &state), operators++)
        check_line(rows, line);
    assert_int_equal(operators, OPERATORS);
    assert_int_equal(json_array_size(rows), ROWS);
    unsigned special = 0;
    size_t i;
    const json_t *row;
    json_array_foreach(rows, i, row) special += fact(row, "steps") > 1 || fact(row, "redistribute_us") > 0;
    json_decref(rows);
    free(plans);
    return special;
}

/* The two layers choose alike: 19 operators of a layer and 4 outside. */
static void test_equals_plan_dump(void **state)
{
    (void)state;
    for (const antler_design_info *d = antler_designs(); d->name; d++) {
        if (strcmp(d->name, "ideal") == 0)
            continue;
        tiny t = tiny_open();
        (void)check_design(&t, d->name);
        tiny_close(&t);
    }
}

/* Little SRAM and a quick NoC make plans that rotate and preload states that redistribute. */
static void test_little_sram(void **state)
{
    (void)state;
    tiny t = tiny_open();
    t.point.workload.batch = 128;
    tiny_set(&t, "chip.cores", "16");
    tiny_set(&t, "core.sram", "14 KiB");
    tiny_set(&t, "noc.bandwidth", "50 GB/s");
    tiny_set(&t, "noc.sync", "1 ns");
    assert_true(check_design(&t, "static") >= 5);
    tiny_close(&t);
}

/* A set from the cache has the counts of the search that made it. */
static void test_cached(void **state)
{
    (void)state;
    tiny t = tiny_open();
    char *cold = dump(&t, ANTLER_DUMP_EXPLANATION_JSON);
    t.point.cache = antler_cache_new(1 << 24);
    assert_non_null(t.point.cache);
    for (int i = 0; i < 2; i++) {
        char *warm = dump(&t, ANTLER_DUMP_EXPLANATION_JSON);
        assert_string_equal(warm, cold);
        free(warm);
    }
    antler_cache_free(t.point.cache);
    free(cold);
    tiny_close(&t);
}

static void test_bound_chooses_nothing(void **state)
{
    (void)state;
    tiny t = tiny_open();
    antler_error err = {0};
    antler_metrics metrics;
    t.point.design = "ideal";
    t.point.dump = ANTLER_DUMP_EXPLANATION;
    t.point.dump_to = stdout;
    assert_int_equal(antler_evaluate(&t.point, &metrics, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "design 'ideal' is a bound: it chooses no plans to explain");
    tiny_close(&t);
}

static void test_full_disk(void **state)
{
    (void)state;
    tiny t = tiny_open();
    antler_error err = {0};
    antler_metrics metrics;
    static const unsigned what[] = {ANTLER_DUMP_EXPLANATION, ANTLER_DUMP_EXPLANATION_JSON};
    for (int i = 0; i < 2; i++) {
        FILE *full = fopen("/dev/full", "w");
        if (!full)
            skip();
        (void)setvbuf(full, NULL, _IONBF, 0);
        t.point.dump = what[i];
        t.point.dump_to = full;
        assert_int_equal(antler_evaluate(&t.point, &metrics, &err), ANTLER_IO);
        (void)fclose(full);
    }
    tiny_close(&t);
}

/* Every key of an object is explained in docs/FORMATS.md, in its order. */
static void test_documented(void **state)
{
    (void)state;
    char *formats = calloc(1, 1 << 20);
    FILE *f = fopen(FORMATS, "r");
    assert_true(formats && f);
    assert_true(fread(formats, 1, (1 << 20) - 1, f) > 0);
    (void)fclose(f);
    tiny t = tiny_open();
    json_t *rows = explain(&t);
    const char *at = strstr(formats, "\n## Plan explanation\n");
    assert_non_null(at);
    const char *name;
    json_t *value;
    json_object_foreach(json_array_get(rows, 0), name, value)
    {
        char words[64];
        (void)snprintf(words, sizeof words, "`%s`", name);
        at = strstr(at, words);
        if (!at)
            fail_msg("%s is not documented in its place", words);
    }
    json_decref(rows);
    free(formats);
    tiny_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equals_plan_dump), cmocka_unit_test(test_little_sram),
        cmocka_unit_test(test_cached),           cmocka_unit_test(test_bound_chooses_nothing),
        cmocka_unit_test(test_full_disk),        cmocka_unit_test(test_documented)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
