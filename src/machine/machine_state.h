/* The inside of a machine, for the files of this room. */
#ifndef MACHINE_MACHINE_STATE_H
#define MACHINE_MACHINE_STATE_H

#include "machine/hbm.h"
#include "machine/kernel.h"
#include "machine/machine.h"

struct topology_ops;
struct grid;

struct machine {
    uint32_t chips, cores;
    uint64_t sram_bytes;
    double clock_hz, sync_s, hop_s, chip_latency_s;
    bool overlaps, multicast;
    const kernel_ops *kernels;
    kernel_parameters kernel_parameters;
    double hbm_bps; /* one chip's */
    double hbm_latency_s;
    uint64_t hbm_capacity; /* all chips */
    hbm hbm;
    const struct topology_ops *topology;
    double link_bps;
    uint32_t columns, rows; /* of routers, on topologies with a grid; before it is built as noc.grid says, 0: free */
    const char *placement;
    struct grid *grid; /* NULL on topologies without one */
    uint32_t resources;
    double *capacity;
    demand *scratch; /* one for each resource: footprints are put together here */
    double *moved;   /* by resource: room for sums, zeros in between */
    const char *kernel_key;
};

/* Add what `t` puts on the resources of every topology, by ascending resource, and the latency between chips. */
void machine_common_loads(const machine *m, const traffic *t, footprint *out);

#endif
