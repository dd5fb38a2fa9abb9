#include "report/reproduce.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "spec/field.h"

enum { VALUE_TEXT = 128 };

/* A stored value as it would be written in a file; empty when it cannot be. */
static void write_value(const field *f, const json_t *value, char *text)
{
    text[0] = '\0';
    if (json_is_string(value))
        (void)snprintf(text, VALUE_TEXT, "%s", json_string_value(value));
    else if (json_is_number(value))
        unit_format((quantity){.value = json_number_value(value)}, f->unit, text, VALUE_TEXT);
}

/* Does `spec` hold this value already? */
static bool holds(const antler_hwspec *spec, const field *f, const json_t *value)
{
    if (!spec || !hw_is_set(spec, f->id))
        return false;
    if (json_is_number(value))
        return hw_number(spec, f->id) == json_number_value(value);
    return json_is_string(value) && strcmp(spec->values[f->id].text, json_string_value(value)) == 0;
}

/* One word of a shell command. */
static void print_word(FILE *out, const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/=";
    if (*word && word[strspn(word, plain)] == '\0') {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word; word++)
        fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, out);
    fputc('\'', out);
}

static antler_status print_setting(antler_hwspec *spec, const field *f, const json_t *value, FILE *out,
                                   antler_error *err)
{
    char text[VALUE_TEXT];
    char setting[VALUE_TEXT + 64];
    if (!value || json_is_null(value) || holds(spec, f, value))
        return ANTLER_OK;
    write_value(f, value, text);
    (void)snprintf(setting, sizeof setting, "%s=%s", f->key, text);
    fputs(" \\\n    --set ", out);
    print_word(out, setting);
    return spec ? antler_hwspec_set(spec, f->key, text, err) : ANTLER_OK;
}

/* The clock comes first: what a file gives in cycles only compares once it is right. */
static antler_status print_settings(antler_hwspec *spec, const json_t *values, FILE *out, antler_error *err)
{
    const field *clock = &hw_fields[HW_CHIP_CLOCK];
    antler_status status = print_setting(spec, clock, json_object_get(values, clock->key), out, err);
    for (int i = 0; status == ANTLER_OK && i < HW_FIELDS; i++) {
        const field *f = &hw_fields[i];
        if (i != HW_CHIP_CLOCK)
            status = print_setting(spec, f, json_object_get(values, f->key), out, err);
    }
    return status;
}

antler_status reproduce_print(const point_words *p, FILE *out, antler_error *err)
{
    antler_hwspec *spec = NULL;
    antler_error missing;
    json_t *input = json_loads(p->input, 0, NULL);
    const json_t *values = json_object_get(input, "hwspec");
    antler_status status = ANTLER_OK;
    if (!json_is_object(values)) {
        status = err_set(err, ANTLER_BAD_INPUT, "the stored input of this row is damaged: it has no hwspec");
        goto done;
    }
    if (antler_hwspec_load(p->hwspec, &spec, &missing) != ANTLER_OK) {
        spec = NULL;
        fprintf(out, "# hwspec %s is not found from here; give its file: %s\n", p->hwspec, missing.message);
    }
    fputs("antler run ", out);
    print_word(out, p->hwspec);
    fputc(' ', out);
    print_word(out, p->model);
    fprintf(out, " --phase %s --batch %" PRId64 " --context %" PRId64 " --dtype %s --design %s", p->phase, p->batch,
            p->context, p->dtype, p->design);
    status = print_settings(spec, values, out, err);
    fputc('\n', out);
done:
    antler_hwspec_free(spec);
    json_decref(input);
    return status;
}
