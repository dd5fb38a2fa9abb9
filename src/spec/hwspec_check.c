/* The rules that span keys of a hwspec: what one key's value makes of another. */
#include <antler/hwspec.h>

#include "base/error.h"
#include "spec/field.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ANTLER_BAD_INPUT at the line where the key was written; values set from elsewhere have none. */
static antler_status fail(const antler_hwspec *spec, field_id id, antler_error *err, const char *fmt, ...)
    BASE_PRINTF(4, 5);

static antler_status fail(const antler_hwspec *spec, field_id id, antler_error *err, const char *fmt, ...)
{
    char text[400];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return err_at(err, ANTLER_BAD_INPUT, spec->path, spec->values[id].line, 0, "%s", text);
}

/* Cycles and bytes a cycle have a range only once the clock is known. */
static antler_status check_ranges(const antler_hwspec *spec, antler_error *err)
{
    for (size_t i = 0; i < HW_FIELDS; i++) {
        const field *f = &hw_fields[i];
        double value = hw_number(spec, f->id);
        if (!spec->values[i].per_cycle || (value >= f->min && value <= f->max))
            continue;
        char low[64], high[64];
        unit_format((quantity){.value = f->min}, f->unit, low, sizeof low);
        unit_format((quantity){.value = f->max}, f->unit, high, sizeof high);
        return fail(spec, f->id, err, "%s: '%s' at %s is out of range; it must be %s to %s", f->key,
                    spec->values[i].text, hw_word(spec, HW_CHIP_CLOCK), low, high);
    }
    return ANTLER_OK;
}

/* `id` and its value `because` make each of `needed` required. */
static antler_status check_needed(const antler_hwspec *spec, field_id because, const field_id *needed, size_t count,
                                  antler_error *err)
{
    for (size_t i = 0; i < count; i++) {
        const field *f = &hw_fields[needed[i]];
        if (!hw_is_set(spec, f->id))
            return fail(spec, because, err, "%s: %s needs the key '%s'; write for example '%s: %s'",
                        hw_fields[because].key, hw_word(spec, because), f->key, f->key, f->example);
    }
    return ANTLER_OK;
}

static antler_status check_grid(const antler_hwspec *spec, antler_error *err)
{
    if (hw_is_set(spec, HW_NOC_GRID) && hw_number(spec, HW_NOC_GRID) < hw_number(spec, HW_CHIP_CORES))
        return fail(spec, HW_NOC_GRID, err, "noc.grid: %s holds %.0f routers, fewer than the %.0f cores of chip.cores",
                    hw_word(spec, HW_NOC_GRID), hw_number(spec, HW_NOC_GRID), hw_number(spec, HW_CHIP_CORES));
    return ANTLER_OK;
}

antler_status antler_hwspec_check(const antler_hwspec *spec, antler_error *err)
{
    static const field_id chips[] = {HW_INTER_CHIP_TOPOLOGY, HW_INTER_CHIP_BANDWIDTH, HW_INTER_CHIP_LATENCY};
    static const field_id kernels[] = {HW_CORE_SRAM_BANDWIDTH, HW_MATRIX_M,    HW_MATRIX_N,     HW_MATRIX_K,
                                       HW_MATRIX_CYCLES,       HW_MATRIX_FILL, HW_VECTOR_LANES, HW_VECTOR_ISSUE};
    static const field_id hops[] = {HW_NOC_HOP};
    antler_status status = check_ranges(spec, err);
    if (!status && hw_number(spec, HW_CHIPS) > 1)
        status = check_needed(spec, HW_CHIPS, chips, sizeof chips / sizeof *chips, err);
    if (!status && strcmp(hw_word(spec, HW_CORE_KERNELS), "parametric") == 0)
        status = check_needed(spec, HW_CORE_KERNELS, kernels, sizeof kernels / sizeof *kernels, err);
    if (!status && strcmp(hw_word(spec, HW_NOC_TOPOLOGY), "all-to-all") != 0)
        status = check_needed(spec, HW_NOC_TOPOLOGY, hops, 1, err);
    if (!status)
        status = check_grid(spec, err);
    if (!status && hw_number(spec, HW_CORE_RESERVED) >= hw_number(spec, HW_CORE_SRAM))
        status = fail(spec, HW_CORE_RESERVED, err, "core.reserved: %s leaves nothing of core.sram, %s",
                      hw_word(spec, HW_CORE_RESERVED), hw_word(spec, HW_CORE_SRAM));
    return status;
}
