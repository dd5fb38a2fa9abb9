/* Dumps are data: the program reads back and simulates to the same bits, plan lines read as docs/FORMATS.md says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/program_check.h"
#include "program/program_text.h"
#include "simulate/simulate.h"
#include "tiny.h"

enum { MOST_DIMS = 6, MOST_OPERANDS = 5 };

/* What evaluating the point prints; freed by the caller. */
static char *dump(tiny *t, unsigned what, antler_metrics *out)
{
    char *text = NULL;
    size_t size = 0;
    antler_error err = {0};
    t->point.dump = what;
    t->point.dump_to = open_memstream(&text, &size);
    assert_non_null(t->point.dump_to);
    if (antler_evaluate(&t->point, out, &err) != ANTLER_OK)
        fail_msg("%s", err.message);
    assert_int_equal(fclose(t->point.dump_to), 0);
    return text;
}

static void test_program_reads_back(void **state)
{
    (void)state;
    for (const antler_design_info *d = antler_designs(); d->name; d++) {
        if (strcmp(d->name, "ideal") == 0)
            continue;
        tiny t = tiny_open();
        t.point.design = d->name;
        antler_metrics metrics;
        char *text = dump(&t, ANTLER_DUMP_PROGRAM, &metrics);
        arena *a = arena_new();
        machine *m = NULL;
        program *p = NULL;
        sim_result run = {0};
        antler_error err = {0};
        assert_int_equal(machine_build(t.hwspec, a, &m, &err), ANTLER_OK);
        if (program_parse(text, "dump", a, &p, &err) || program_check(p, m, &err) ||
            simulate(p, m, false, a, &run, &err))
            fail_msg("%s", err.message);
        double latency_ms = run.latency_s * 1e3;
        double exchange_ms = run.exchange_s * 1e3;
        assert_memory_equal(&latency_ms, &metrics.value[ANTLER_M_latency_ms], sizeof latency_ms);
        assert_memory_equal(&exchange_ms, &metrics.value[ANTLER_M_exchange_ms], sizeof exchange_ms);
        arena_free(a);
        free(text);
        tiny_close(&t);
    }
}

typedef struct plan_line {
    unsigned index, steps, cores, of;
    char name[64];
    int ndims, noperands;
    unsigned chips[MOST_DIMS], parts[MOST_DIMS], temporal[MOST_OPERANDS][MOST_DIMS], loop[MOST_DIMS];
    unsigned split[MOST_OPERANDS];
    unsigned long long sram, hold, receives, syncs, preload, redistribute;
    double compute_us, time_us;
} plan_line;

static const char *after(const char *at, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(at, word, length) != 0 || at[length] != ' ')
        fail_msg("expected '%s' at: %.40s", word, at);
    return at + length + 1;
}

/* Numbers with `between` between them, and the blank behind. */
static const char *numbers(const char *at, char between, unsigned *out, int *count)
{
    for (*count = 0;; at++) {
        char *end = NULL;
        out[(*count)++] = (unsigned)strtoul(at, &end, 10);
        assert_true(end > at && *count <= MOST_DIMS);
        at = end;
        if (*at != between)
            return *at == ' ' ? at + 1 : at;
    }
}

static const char *number(const char *at, const char *word, unsigned long long *out)
{
    char *end = NULL;
    at = after(at, word);
    *out = strtoull(at, &end, 10);
    assert_true(end > at && *end == ' ');
    return end + 1;
}

static const char *read_line(const char *at, plan_line *p)
{
    unsigned long long n = 0;
    int count = 0;
    int used = 0;
    *p = (plan_line){0};
    at = number(at, "plan", &n);
    p->index = (unsigned)n;
    assert_int_equal(sscanf(at, "%63s %n", p->name, &used), 1);
    at = numbers(after(at + used, "chips"), 'x', p->chips, &p->ndims);
    at = numbers(after(at, "parts"), 'x', p->parts, &count);
    assert_int_equal(count, p->ndims);
    for (at = after(at, "temporal");; at++) {
        at = numbers(at, 'x', p->temporal[p->noperands++], &count);
        assert_int_equal(count, p->ndims);
        if (*at != ',')
            break;
    }
    at = numbers(after(at, "loop"), ',', p->loop, &count);
    assert_int_equal(count, p->ndims);
    at = number(at, "steps", &n);
    p->steps = (unsigned)n;
    at = number(at, "cores", &n);
    p->cores = (unsigned)n;
    at = number(at, "sram", &p->sram);
    at = number(at, "hold", &p->hold);
    at = number(at, "receives", &p->receives);
    at = number(at, "syncs", &p->syncs);
    if (strncmp(at, "preload", 7) == 0) {
        at = number(at, "preload", &p->preload);
        at = numbers(after(at, "split"), ',', p->split, &count);
        assert_int_equal(count, p->noperands - 1);
        at = number(at, "redistribute", &p->redistribute);
    }
    assert_int_equal(sscanf(at, "compute_us %lf time_us %lf of %u\n%n", &p->compute_us, &p->time_us, &p->of, &used), 3);
    return at + used;
}

/* What must hold between the fields of any line. */
static void check_line(const plan_line *p)
{
    unsigned cores = 1;
    unsigned steps = 1;
    unsigned seen = 0;
    for (int d = 0; d < p->ndims; d++) {
        unsigned most = 1;
        for (int t = 0; t < p->noperands; t++)
            most = p->temporal[t][d] > most ? p->temporal[t][d] : most;
        cores *= p->parts[d];
        steps *= most;
        seen |= 1U << p->loop[d];
    }
    assert_int_equal(cores, p->cores);
    assert_int_equal(steps, p->steps);
    assert_int_equal(seen, (1U << p->ndims) - 1);
    assert_true(p->preload <= p->sram && p->hold <= p->sram);
    assert_true(p->compute_us > 0 && p->compute_us <= p->time_us && p->of >= 1);
}

static void test_plan_lines(void **state)
{
    (void)state;
    tiny t = tiny_open();
    antler_metrics metrics;
    char *text = dump(&t, ANTLER_DUMP_PLAN, &metrics);
    unsigned lines = 0;
    unsigned loaders = 0;
    for (const char *at = text; *at; lines++) {
        plan_line p;
        at = read_line(at, &p);
        check_line(&p);
        assert_int_equal(p.index, lines);
        loaders += p.preload > 0;
        if (lines == 3)
            assert_string_equal(p.name, "layer0.qkv");
    }
    assert_int_equal(lines, 42);
    /* embedding, final norm, LM head, and in each layer two norms, four projections, K and V */
    assert_int_equal(loaders, 3 + 2 * 8);
    free(text);
    tiny_close(&t);
}

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, f) > 0);
    (void)fclose(f);
    return text;
}

/* The example of the documentation is read by the same reader, and every word of a line is explained, in its order. */
static void test_documented(void **state)
{
    (void)state;
    char *formats = read_file(FORMATS);
    const char *section = strstr(formats, "\n## Plan dump\n");
    assert_non_null(section);
    const char *line = strstr(section, "\nplan ");
    assert_non_null(line);
    plan_line p;
    (void)read_line(line + 1, &p);
    check_line(&p);
    assert_string_equal(p.name, "layer0.qkv");
    static const char *const words[] = {"`plan`",    "`chips`",   "`parts`", "`temporal`",     "`loop`",
                                        "`steps`",   "`cores`",   "`sram`",  "`hold`",         "`receives`",
                                        "`syncs`",   "`preload`", "`split`", "`redistribute`", "`compute_us`",
                                        "`time_us`", "`of`"};
    const char *at = strstr(section, "\n| word |");
    assert_non_null(at);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        at = strstr(at, words[i]);
        if (!at)
            fail_msg("%s is not documented in its place", words[i]);
    }
    free(formats);
}

static void test_graph(void **state)
{
    (void)state;
    tiny t = tiny_open();
    antler_metrics metrics;
    t.point.design = "ideal"; /* a bound has a graph too */
    char *text = dump(&t, ANTLER_DUMP_GRAPH, &metrics);
    char *wanted = read_file(TINY_GRAPH);
    assert_string_equal(text, wanted);
    free(wanted);
    free(text);
    tiny_close(&t);
}

static void test_bound_has_no_program(void **state)
{
    (void)state;
    tiny t = tiny_open();
    antler_error err = {0};
    antler_metrics metrics;
    t.point.design = "ideal";
    t.point.dump = ANTLER_DUMP_PROGRAM;
    t.point.dump_to = stdout;
    assert_int_equal(antler_evaluate(&t.point, &metrics, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "design 'ideal' is a bound: it has no plans and no program to dump");
    tiny_close(&t);
}

static void test_full_disk(void **state)
{
    (void)state;
    tiny t = tiny_open();
    antler_error err = {0};
    antler_metrics metrics;
    static const unsigned what[] = {ANTLER_DUMP_GRAPH, ANTLER_DUMP_PLAN, ANTLER_DUMP_PROGRAM};
    for (int i = 0; i < 3; i++) {
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_program_reads_back),   cmocka_unit_test(test_plan_lines),
                                       cmocka_unit_test(test_documented),           cmocka_unit_test(test_graph),
                                       cmocka_unit_test(test_bound_has_no_program), cmocka_unit_test(test_full_disk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
