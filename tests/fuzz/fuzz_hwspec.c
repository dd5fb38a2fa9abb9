/* Any text as a hwspec: it is refused with one line, or it is a hwspec whose every value is within its range and reads
 * back from its own text. */
#include <stdint.h>

#include "check_error.h"
#include "spec/field.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_value(const antler_hwspec *spec, const field *f)
{
    const field_value *value = &spec->values[f->id];
    field_value back;
    double number = hw_number(spec, f->id);
    if (!value->set)
        return;
    if (field_parse(f, value->text, &back, NULL) || back.number != value->number || back.per_cycle != value->per_cycle)
        abort();
    if (f->kind != FIELD_WORD && !(number >= f->min && number <= f->max))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    antler_hwspec *spec = NULL;
    antler_error err;
    antler_status status = hwspec_parse("fuzz", (const char *)data, size, &spec, &err);
    if (status) {
        check_error(status, &err);
        return 0;
    }
    if (antler_hwspec_check(spec, &err))
        abort();
    for (size_t i = 0; i < HW_FIELDS; i++)
        check_value(spec, &hw_fields[i]);
    antler_hwspec_free(spec);
    return 0;
}
