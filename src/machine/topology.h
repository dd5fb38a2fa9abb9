/* A topology: the links of one chip and what each pattern of traffic puts on them. One file a topology in topologies/,
 * one line in machine.c's table. */
#ifndef MACHINE_TOPOLOGY_H
#define MACHINE_TOPOLOGY_H

#include "machine/machine_state.h"

typedef struct topology_ops {
    const char *name;
    /* Links of this chip, numbered from RES_NOC; fills m->resources and m->capacity from RES_NOC on, in `a`. */
    antler_status (*build)(machine *m, arena *a, antler_error *err);
    /* Add the links' loads of `t` to `out` (resource numbers ascending, from RES_NOC on), whose demands have room for
     * all resources. Also adds the latency of the farthest transfer. */
    antler_status (*loads)(const machine *m, const traffic *t, footprint *out, antler_error *err);
    const char *(*link_name)(const machine *m, uint32_t link, char *buffer, size_t size);
} topology_ops;

extern const topology_ops topology_all_to_all;
extern const topology_ops topology_mesh;
extern const topology_ops topology_torus;
extern const topology_ops topology_ring;

#endif
