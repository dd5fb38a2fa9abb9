/* The points of a sweep: cross product of its axes, cut by `where`, completed by `derive`. */
#ifndef SPACE_SPACE_H
#define SPACE_SPACE_H

#include "spec/sweep_file.h"

/* One point by its inputs; hwspecs are made on demand from the base and the axis values. */
typedef struct space_point {
    antler_hwspec *hwspec; /* variant; owned by the caller's arena */
    size_t hwspec_index, model_index, design_index;
    antler_workload workload;
} space_point;

typedef struct space space;

/* needs: a loaded sweep file and its hwspecs, in order. leaves: a space that can be walked by index. `where` and
 * `derive` are compiled (SQLite, in memory, under an authorizer that allows the point's columns and functions only). */
antler_status space_open(const sweep_file *file, const antler_hwspec *const *hwspecs, space **out, antler_error *err);
void space_close(space *s);

/* Indices before `where`. */
uint64_t space_size(const space *s);

/* Point `index`, in `a`. `*inside` is false when `where` cuts it. One thread at a time. */
antler_status space_point_at(space *s, uint64_t index, arena *a, space_point *out, bool *inside, antler_error *err);

#endif
