/* Where HBM's traffic enters a chip with a grid of routers (hbm.placement). */
#ifndef MACHINE_PLACEMENT_H
#define MACHINE_PLACEMENT_H

#include "machine/machine_state.h"

/* Routers that are attach points, ascending, in `a`: all that the placement names. `distributed`: hbm.channels of them,
 * as evenly among the routers as their numbers allow. */
antler_status placement_points(const machine *m, arena *a, uint32_t **points, uint32_t *count, antler_error *err);

#endif
