#include "sweep/census.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/error.h"
#include "sweep/stop.h"

enum { EXAMPLES = 10, VALUES_SHOWN = 6 };

typedef struct visitor {
    void (*visit)(void *self, uint64_t index, const space_point *p);
    void *self;
} visitor;

/* Call `v` for every point in the range that `where` keeps. */
static antler_status walk(space *s, shard_range range, visitor v, antler_error *err)
{
    for (uint64_t i = range.first; i < space_size(s) && !stop_requested(); i += range.step) {
        space_point p;
        bool inside = false;
        arena *a = arena_new();
        antler_status status = a ? space_point_at(s, i, a, &p, &inside, err) : err_no_memory(err);
        if (!status && inside)
            v.visit(v.self, i, &p);
        arena_free(a);
        if (status)
            return status;
    }
    return ANTLER_OK;
}

static void count_one(void *self, uint64_t index, const space_point *p)
{
    uint64_t *count = self;
    (void)index, (void)p;
    ++*count;
}

antler_status census_count(space *s, const sweep_file *file, shard_range range, uint64_t *out, antler_error *err)
{
    uint64_t count = 0, size = space_size(s);
    antler_status status = ANTLER_OK;
    if (!space_is_plain(s))
        status = walk(s, range, (visitor){count_one, &count}, err);
    else if (range.first < size)
        count = (size - range.first - 1) / range.step + 1;
    if (!status && count == 0 && range.step == 1 && !stop_requested())
        status = err_at(
            err, ANTLER_BAD_INPUT, file->path, file->where_line, 0,
            "where leaves none of the %" PRIu64 " points; its columns are in base units (bytes, bytes/s, s)", size);
    if (!status)
        *out = count;
    return status;
}

static void print_axes(const sweep_file *file, FILE *out)
{
    for (size_t i = 0; i < file->naxes; i++) {
        const sweep_axis *axis = &file->axes[i];
        fprintf(out, "  %s: %zu values: ", axis->field->key, axis->count);
        for (size_t j = 0; j < axis->count; j++) {
            bool gap = axis->count > VALUES_SHOWN && j == VALUES_SHOWN - 2;
            if (gap)
                j = axis->count - 1;
            fprintf(out, "%s%s%s", j ? ", " : "", gap ? "..., " : "", axis->values[j].text);
        }
        fputc('\n', out);
    }
    if (file->points)
        fprintf(out, "  %s: %zu rows\n", file->points, file->rows.nrows);
    for (size_t i = 0; i < file->nderives; i++)
        fprintf(out, "  %s = %s\n", file->derives[i].field->key, file->derives[i].sql);
    if (file->where)
        fprintf(out, "  where %s\n", file->where);
}

/* Prints every point whose turn is the next of EXAMPLES turns, spread evenly over `count`. */
typedef struct printer {
    const space *space;
    FILE *out;
    uint64_t seen, shown, count, turns;
} printer;

static void print_one(void *self, uint64_t index, const space_point *p)
{
    printer *printing = self;
    char text[512];
    if (printing->shown < printing->turns && printing->seen == printing->shown * printing->count / printing->turns) {
        space_describe(printing->space, p, text, sizeof text);
        fprintf(printing->out, "  %" PRIu64 ": %s\n", index, text);
        printing->shown++;
    }
    printing->seen++;
}

antler_status census_print(const sweep_inputs *in, shard_range range, uint64_t count, FILE *out, antler_error *err)
{
    const sweep_file *file = in->file;
    printer printing = {.space = in->space, .out = out, .count = count, .turns = count < EXAMPLES ? count : EXAMPLES};
    fprintf(out,
            "%s: %" PRIu64 " points of %" PRIu64
            ": %zu hwspecs x %zu models x %zu designs x %zu batches x %zu contexts",
            file->name, count, space_size(in->space), file->hwspecs.count, file->models.count, file->designs.count,
            file->batches.count, file->contexts.count);
    fputs(file->naxes > 0 || file->points ? " x axes\n" : "\n", out);
    print_axes(file, out);
    fputs("for example\n", out);
    antler_status status = walk(in->space, range, (visitor){print_one, &printing}, err);
    if (!status && ferror(out))
        status = err_set(err, ANTLER_IO, "cannot write the listing");
    return status;
}
