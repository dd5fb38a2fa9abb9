/* The points of a sweep: cross product of its axes, completed by `derive`, cut by `where`. */
#ifndef SPACE_SPACE_H
#define SPACE_SPACE_H

#include <stdint.h>

#include "spec/sweep_file.h"

/* One point by its inputs; hwspecs are made on demand from the base and the axis values. */
typedef struct space_point {
    antler_hwspec *hwspec; /* variant; owned by the caller's arena */
    size_t hwspec_index, model_index, design_index;
    antler_workload workload;
} space_point;

typedef struct space space;

/* needs: a loaded sweep file, its hwspecs and the names of its models, in order; all borrowed. leaves: a space that can
 * be walked by index. `where` and `derive` are compiled (SQLite, in memory, under an authorizer that allows the point's
 * columns and functions only). */
antler_status space_open(const sweep_file *file, const antler_hwspec *const *hwspecs, const char *const *models,
                         space **out, antler_error *err);
void space_close(space *s);

/* Indices before `where`. */
uint64_t space_size(const space *s);

/* Is every index a point whatever its values, because nothing derives or cuts? */
bool space_is_plain(const space *s);

/* Point `index`, in `a`. `*inside` is false when `where` cuts it. One thread at a time. A `derive` without a usable
 * value is ANTLER_BAD_INPUT at its line and names the point. */
antler_status space_point_at(space *s, uint64_t index, arena *a, space_point *out, bool *inside, antler_error *err);

/* "ipu-pod4 llama2-13b static, batch 32, context 2048, hbm.bandwidth 4 TB/s": what tells this point from others. */
void space_describe(const space *s, const space_point *p, char *text, size_t size);

#endif
