/* Where HBM's traffic enters a chip with a grid of routers (hbm.placement). */
#ifndef MACHINE_PLACEMENT_H
#define MACHINE_PLACEMENT_H

#include "machine/machine_state.h"

enum { PLACEMENT_MAX_POINTS = 65536 };

/* Routers that are attach points, ascending; `points` has room for PLACEMENT_MAX_POINTS. At most hbm.channels of them
 * for `distributed`, which spreads them evenly over the routers. */
antler_status placement_points(const machine *m, uint32_t *points, uint32_t *count, antler_error *err);

#endif
