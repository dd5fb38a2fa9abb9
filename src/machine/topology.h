/* A topology: the links of one chip and what each pattern of traffic puts on them. One file a topology in topologies/,
 * one line in machine.c's table. */
#ifndef MACHINE_TOPOLOGY_H
#define MACHINE_TOPOLOGY_H

#include "machine/machine_state.h"

typedef struct topology_ops {
    const char *name;
    /* Links of this chip, numbered from RES_NOC; fills m->resources and m->capacity from RES_NOC on, in `a`. */
    antler_status (*build)(machine *m, arena *a, antler_error *err);
    /* Add what `t` puts on the links to `out`, by ascending resource, and the latency of its farthest transfer. There
     * is room for every resource. `t` has been checked. */
    void (*loads)(const machine *m, const traffic *t, footprint *out);
    /* Bytes over the busiest link, and the latency of the farthest transfer. NULL: as many links as are worth listing.
     */
    antler_status (*busiest)(const machine *m, const traffic *t, double *bytes, double *latency_s, antler_error *err);
    const char *(*link_name)(const machine *m, uint32_t link, char *buffer, size_t size);
} topology_ops;

extern const topology_ops topology_all_to_all;
extern const topology_ops topology_mesh;
extern const topology_ops topology_torus;
extern const topology_ops topology_ring;

#endif
