/* Any text as a program: it is refused with one line, or it prints as text that reads back and prints the same. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "check_error.h"
#include "program/program_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *print(const program *p)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f || program_print(p, f, NULL) != ANTLER_OK || fclose(f) != 0)
        abort();
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    arena *a = arena_new();
    char *text = malloc(size + 1);
    if (!a || !text)
        abort();
    memcpy(text, data, size);
    text[size] = '\0';
    program *p = NULL;
    program *again = NULL;
    antler_error err;
    antler_status status = program_parse(text, "fuzz", a, &p, &err);
    if (status) {
        check_error(status, &err);
    } else {
        char *first = print(p);
        if (program_parse(first, "again", a, &again, &err) != ANTLER_OK)
            abort();
        char *second = print(again);
        if (strcmp(first, second) != 0)
            abort();
        free(first);
        free(second);
    }
    free(text);
    arena_free(a);
    return 0;
}
