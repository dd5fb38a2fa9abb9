/* Every file of tests/fuzz/corpus/model gives exactly the line that model.expected holds for it, or is read ("ok"). A
 * file without a line, or a line without a file, fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <antler/model.h>

#include "base/io.h"

/* `NAME.json:3:5: message`, or `NAME.json ok`. */
static void outcome_of(const char *folder, const char *file, char *text, size_t size)
{
    char path[512];
    antler_model *model = NULL;
    antler_error err = {.message = ""};
    (void)snprintf(path, sizeof path, "%s/%s", folder, file);
    if (antler_model_load(path, &model, &err) == ANTLER_OK) {
        (void)snprintf(text, size, "%s ok", file);
        antler_model_free(model);
        return;
    }
    assert_int_equal(err.status, ANTLER_BAD_INPUT);
    assert_memory_equal(err.message, folder, strlen(folder));
    (void)snprintf(text, size, "%s", err.message + strlen(folder) + 1);
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

static void bad_models(void **state)
{
    (void)state;
    const char *folder = FUZZ_CORPUS "/model";
    char *expected, *rest, got[1024], file[256];
    size_t size, files = 0, wrong = 0;
    assert_int_equal(io_read_text(FUZZ_CORPUS "/model.expected", &expected, &size, NULL), ANTLER_OK);
    for (char *want = strtok_r(expected, "\n", &rest); want; want = strtok_r(NULL, "\n", &rest), files++) {
        (void)snprintf(file, sizeof file, "%.*s", (int)strcspn(want, ": "), want);
        outcome_of(folder, file, got, sizeof got);
        if (strcmp(got, want) == 0)
            continue;
        wrong++;
        print_error("want %s\n got %s\n", want, got);
    }
    free(expected);
    assert_int_equal(wrong, 0);
    assert_int_equal(files, count_files(folder));
}

static void a_missing_file_is_named(void **state)
{
    (void)state;
    antler_model *model = NULL;
    antler_error err;
    assert_int_equal(antler_model_load("llama2-13c", &model, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "llama2-13c: no such file; did you mean 'llama2-13b'?");
    assert_null(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bad_models), cmocka_unit_test(a_missing_file_is_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
