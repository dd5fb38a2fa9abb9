/* A two-dimensional mesh: links between neighbours, dimension-order routing (X, then Y). */
#include "machine/grid.h"

static antler_status loads(const machine *m, const traffic *t, footprint *out, antler_error *err)
{
    return grid_loads(m, t, false, out, err);
}

const topology_ops topology_mesh = {"mesh", grid_build, loads, grid_link_name};
