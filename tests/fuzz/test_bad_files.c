/* Every file of the fuzz corpora gives exactly the line that corpus/<kind>.expected holds for it, or is read ("ok").
 * A line that ends in "..." gives only the start. A file without a line, or a line without a file, fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/io.h"
#include "program/program_text.h"
#include "spec/field.h"
#include "spec/figures.h"
#include "spec/sweep_file.h"

/* The message without the folder, or " ok". */
static void outcome_of_hwspec(const char *path, antler_error *err)
{
    antler_hwspec *spec;
    if (antler_hwspec_load(path, &spec, err) == ANTLER_OK) {
        antler_hwspec_free(spec);
        (void)snprintf(err->message, sizeof err->message, "%s ok", path);
    }
}

static void outcome_of_figures(const char *path, antler_error *err)
{
    figure_file file;
    arena *a = arena_new();
    assert_non_null(a);
    if (figures_load(path, a, &file, err) == ANTLER_OK)
        (void)snprintf(err->message, sizeof err->message, "%s ok", path);
    arena_free(a);
}

static void outcome_of_sweep(const char *path, antler_error *err)
{
    sweep_file *sweep;
    arena *a = arena_new();
    assert_non_null(a);
    if (sweep_file_load(path, a, &sweep, err) == ANTLER_OK)
        (void)snprintf(err->message, sizeof err->message, "%s ok", path);
    arena_free(a);
}

static void outcome_of_program(const char *path, antler_error *err)
{
    program *p;
    char *text;
    size_t size;
    arena *a = arena_new();
    assert_non_null(a);
    assert_int_equal(io_read_text(path, &text, &size, err), ANTLER_OK);
    if (program_parse(text, path, a, &p, err) == ANTLER_OK)
        (void)snprintf(err->message, sizeof err->message, "%s ok", path);
    free(text);
    arena_free(a);
}

static int matches(const char *got, const char *want)
{
    size_t length = strlen(want);
    if (length > 3 && strcmp(want + length - 3, "...") == 0)
        return strncmp(got, want, length - 3) == 0;
    return strcmp(got, want) == 0;
}

static size_t count_files(const char *folder)
{
    size_t count = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));)
        count += entry->d_name[0] != '.';
    (void)closedir(dir);
    return count;
}

static void check_corpus(const char *kind, void (*outcome)(const char *path, antler_error *err))
{
    char folder[512], path[1024], *expected;
    size_t size, files = 0, wrong = 0;
    (void)snprintf(path, sizeof path, "%s/%s.expected", FUZZ_CORPUS, kind);
    (void)snprintf(folder, sizeof folder, "%s/%s", FUZZ_CORPUS, kind);
    assert_int_equal(io_read_text(path, &expected, &size, NULL), ANTLER_OK);
    char *rest;
    for (char *want = strtok_r(expected, "\n", &rest); want; want = strtok_r(NULL, "\n", &rest), files++) {
        antler_error err = {.message = ""};
        (void)snprintf(path, sizeof path, "%s/%.*s", folder, (int)strcspn(want, ": "), want);
        outcome(path, &err);
        const char *got = strncmp(err.message, folder, strlen(folder)) ? "" : err.message + strlen(folder) + 1;
        if (matches(got, want))
            continue;
        wrong++;
        print_error("want %s\n got %s\n", want, err.message);
    }
    free(expected);
    assert_int_equal(wrong, 0);
    assert_int_equal(files, count_files(folder));
}

static void bad_figures(void **state)
{
    (void)state;
    check_corpus("figures", outcome_of_figures);
}

static void bad_hwspecs(void **state)
{
    (void)state;
    check_corpus("hwspec", outcome_of_hwspec);
}

static void bad_sweeps(void **state)
{
    (void)state;
    check_corpus("sweep", outcome_of_sweep);
}

static void bad_programs(void **state)
{
    (void)state;
    check_corpus("program", outcome_of_program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bad_figures), cmocka_unit_test(bad_hwspecs),
                                       cmocka_unit_test(bad_sweeps), cmocka_unit_test(bad_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
