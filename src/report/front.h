/* Pareto fronts of numbers. Knows nothing of databases. */
#ifndef REPORT_FRONT_H
#define REPORT_FRONT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* One point dominates another when it is at most the other in every objective (less is better) and not equal to it.
 * `values`: `count` points of `objectives` finite numbers each. Sets on_front[i] for the points that none dominates;
 * equal points stand or fall together. O(n log n) for up to three objectives, O(n x front) beyond. False: no memory,
 * taken from `a`. */
bool front_mark(const double *values, size_t count, size_t objectives, arena *a, bool *on_front);

#endif
