/* A two-dimensional torus: a mesh whose rows and columns close into rings, the shorter way taken. */
#include "machine/grid.h"

static antler_status loads(const machine *m, const traffic *t, footprint *out, antler_error *err)
{
    return grid_loads(m, t, true, out, err);
}

const topology_ops topology_torus = {"torus", grid_build, loads, grid_link_name};
