/* Any text as a file of figures: it is refused with one line, or every figure of its kind is within its limits and has
 * a source. */
#include <stdint.h>

#include "check_error.h"
#include "spec/figures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_figures(const figure_file *file)
{
    for (size_t i = 0; i < FIGURE_ROWS; i++) {
        const figure *f = &file->figures[i];
        if (figure_infos[i].kind != file->kind)
            continue;
        if (!f->source || !*f->source || !(f->value >= figure_infos[i].least && f->value <= figure_infos[i].most))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    figure_file file;
    antler_error err;
    arena *a = arena_new();
    if (!a)
        return 0;
    antler_status status = figures_parse("fuzz", (const char *)data, size, a, &file, &err);
    if (status)
        check_error(status, &err);
    else
        check_figures(&file);
    arena_free(a);
    return 0;
}
