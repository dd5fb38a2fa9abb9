/* Routers on a grid with directed links between neighbours: what mesh, torus and ring have in common. Traffic is put on
 * links by walking the route of every transfer, slowly and obviously. */
#ifndef MACHINE_GRID_H
#define MACHINE_GRID_H

#include "machine/topology.h"

/* Links leave each router in the order +x, -x, +y, -y; link number = router x 4 + direction. */
antler_status grid_build(machine *m, arena *a, antler_error *err);
antler_status grid_loads(const machine *m, const traffic *t, bool wraps, footprint *out, antler_error *err);
const char *grid_link_name(const machine *m, uint32_t link, char *buffer, size_t size);

#endif
