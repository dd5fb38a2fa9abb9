/* Routers on a grid with directed links between neighbours: what mesh, torus and ring have in common. Core i is at
 * router i, row by row; routers beyond the cores only pass traffic on, as those of harvested cores do. */
#ifndef MACHINE_GRID_H
#define MACHINE_GRID_H

#include "machine/topology.h"

/* Links are those that exist, by router, in the order +x, -x, +y, -y. */
antler_status grid_build(machine *m, bool wraps, arena *a, antler_error *err);
void grid_loads(const machine *m, const traffic *t, footprint *out);
antler_status grid_busiest(const machine *m, const traffic *t, double *bytes, double *latency_s, antler_error *err);
const char *grid_link_name(const machine *m, uint32_t link, char *buffer, size_t size);

#endif
