#include "report/reproduce.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "report/cell.h"
#include "spec/field.h"

enum { VALUE_TEXT = 128 };

/* Spellings of a unit, the largest first, the base unit last. */
static const char *const spellings[][8] = {
    [UNIT_ONE] = {""},
    [UNIT_BYTE] = {"GiB", "MiB", "KiB", "GB", "MB", "KB", "B"},
    [UNIT_BPS] = {"TB/s", "GB/s", "MB/s", "GiB/s", "MiB/s", "B/s"},
    [UNIT_HERTZ] = {"GHz", "MHz", "Hz"},
    [UNIT_SECOND] = {"ms", "us", "ns", "s"},
    [UNIT_NM] = {"nm"},
    [UNIT_MM2] = {"mm2"},
    [UNIT_WATT] = {"W"},
    [UNIT_USD] = {"USD"},
};

/* Does this text, read as the field's value, give exactly `number`? */
static bool reads_back(const field *f, const char *text, double number)
{
    field_value value = {0};
    antler_error ignored;
    return field_parse(f, text, &value, &ignored) == ANTLER_OK && !value.per_cycle && value.number == number;
}

/* The shortest exact spelling of `number` base units: each unit is tried with the fewest digits that read back. */
static void write_quantity(const field *f, double number, char *text)
{
    char best[VALUE_TEXT] = "", one[NUMBER_TEXT];
    for (size_t i = 0; i < 8 && spellings[f->unit][i]; i++) {
        const char *name = spellings[f->unit][i];
        field_value scale = {0};
        antler_error ignored;
        char trial[VALUE_TEXT];
        (void)snprintf(trial, sizeof trial, "1 %s", name);
        if (field_parse(f, trial, &scale, &ignored) != ANTLER_OK && *name)
            continue;
        double factor = *name && scale.number > 0 ? scale.number : 1;
        (void)snprintf(trial, sizeof trial, "%s%s%s", number_exact(number / factor, one), *name ? " " : "", name);
        if (reads_back(f, trial, number) && (!*best || strlen(trial) < strlen(best)))
            memcpy(best, trial, sizeof best);
    }
    memcpy(text, best, sizeof best);
}

/* A stored value as it would be written in a file; empty when it cannot be. */
static void write_value(const field *f, const json_t *value, char *text)
{
    text[0] = '\0';
    if (json_is_string(value))
        (void)snprintf(text, VALUE_TEXT, "%s", json_string_value(value));
    else if (json_is_number(value))
        write_quantity(f, json_number_value(value), text);
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
