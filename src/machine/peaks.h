/* The busiest link of a pattern that lies along the sides of a mesh, in closed form.
 *
 * Where every axis lies along a side, a run of consecutive group members is a product: a set of columns times a set of
 * rows, the same for all runs but for where it begins. Dimension-order routes then load all rows alike, or all rows
 * that are alike within their run, and columns likewise: what crosses a link is a count along one line, and 5,888 cores
 * cost what 64 + 92 do. Counts are those of routes.h, to the last one; tests compare the two. */
#ifndef MACHINE_PEAKS_H
#define MACHINE_PEAKS_H

#include <stdbool.h>

#include "base/arena.h"
#include "machine/traffic.h"

typedef struct peak {
    int64_t uses;      /* trees over the busiest link, each of so many bytes as routes.h says */
    uint32_t farthest; /* hops */
} peak;

typedef struct peaks peaks;

/* For a mesh whose HBM is attached at `points`; NULL when out of memory. */
peaks *peaks_new(uint32_t columns, uint32_t rows, const uint32_t *points, uint32_t npoints, arena *a);

/* needs: checked traffic. `group`: members that get the same bytes (SPREAD, HBM_LOAD) or the ring. False when the
 * pattern is not a product: it does not lie along the sides, or its runs end inside a row of one. */
bool peaks_find(peaks *p, const traffic *t, uint32_t group, bool multicast, peak *out);

#endif
