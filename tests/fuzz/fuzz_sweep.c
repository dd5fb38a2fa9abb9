/* Any text as a sweep file: it is refused with one line, or every axis has values and all of it is within bounds. */
#include <stdint.h>

#include "check_error.h"
#include "spec/sweep_axes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_sweep(const sweep_file *sweep)
{
    if (!sweep->name || !sweep->hwspecs.count || !sweep->models.count || !sweep->designs.count)
        abort();
    if (!sweep->batches.count || !sweep->contexts.count)
        abort();
    for (size_t i = 0; i < sweep->naxes; i++) {
        const sweep_axis *axis = &sweep->axes[i];
        if (axis->count == 0 || axis->count > SWEEP_RANGE_LIMIT)
            abort();
        for (size_t j = 0; j < axis->count; j++)
            if (!axis->values[j].set)
                abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    sweep_file *sweep = NULL;
    antler_error err;
    arena *a = arena_new();
    if (!a)
        return 0;
    antler_status status = sweep_file_parse("fuzz", (const char *)data, size, a, &sweep, &err);
    if (status)
        check_error(status, &err);
    else
        check_sweep(sweep);
    arena_free(a);
    return 0;
}
