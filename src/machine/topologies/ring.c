/* One ring of routers. */
#include "machine/grid.h"

static antler_status build(machine *m, arena *a, antler_error *err)
{
    m->columns = m->cores;
    m->rows = 1;
    return grid_build(m, a, err);
}
static antler_status loads(const machine *m, const traffic *t, footprint *out, antler_error *err)
{
    return grid_loads(m, t, true, out, err);
}

const topology_ops topology_ring = {"ring", build, loads, grid_link_name};
