/* A two-dimensional mesh: links between neighbours, dimension-order routing (X, then Y). */
#include "machine/grid.h"

static antler_status build(machine *m, arena *a, antler_error *err)
{
    return grid_build(m, false, a, err);
}

const topology_ops topology_mesh = {"mesh", build, grid_loads, grid_busiest, grid_link_name};
