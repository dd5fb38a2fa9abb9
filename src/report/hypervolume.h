/* How much a front is worth as one number. Knows nothing of databases. */
#ifndef REPORT_HYPERVOLUME_H
#define REPORT_HYPERVOLUME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* The volume of what is dominated by at least one of `count` points (of `objectives` numbers, less is better) and
 * itself dominates `reference`: points that are not below the reference in every objective add nothing. O(n log n) for
 * up to three objectives, n times more for each further one: NAN where that would take minutes. False: no memory. */
bool hypervolume(const double *values, size_t count, size_t objectives, const double *reference, arena *a, double *out);

/* The knee of a front: the point farthest below the plane through its extremes, that is, with the smallest sum of
 * objectives, each scaled to 0..1 between its least and its greatest value on the front; the first of equals. `count`
 * when there is none: fewer than three different points, or no point below that plane. */
size_t knee(const double *values, size_t count, size_t objectives);

#endif
