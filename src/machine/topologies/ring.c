/* One ring of routers, a link each way between neighbours; noc.grid does not matter. */
#include "machine/grid.h"

static antler_status build(machine *m, arena *a, antler_error *err)
{
    m->columns = m->cores;
    m->rows = 1;
    return grid_build(m, true, a, err);
}

const topology_ops topology_ring = {"ring", build, grid_loads, grid_busiest, grid_link_name};
