/* A two-dimensional torus: a mesh whose rows and columns close into rings, the shorter way taken. */
#include "machine/grid.h"

static antler_status build(machine *m, arena *a, antler_error *err)
{
    return grid_build(m, true, a, err);
}

const topology_ops topology_torus = {"torus", build, grid_loads, grid_busiest, grid_link_name};
