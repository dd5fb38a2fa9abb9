/* The inside of a machine, for the files of this room. */
#ifndef MACHINE_MACHINE_STATE_H
#define MACHINE_MACHINE_STATE_H

#include "machine/kernel.h"
#include "machine/machine.h"

struct topology_ops;

struct machine {
    uint32_t chips, cores;
    uint64_t sram_bytes;
    double clock_hz, sync_s, hop_s, chip_latency_s;
    bool overlaps, multicast;
    const kernel_ops *kernels;
    kernel_parameters kernel_parameters;
    double hbm_latency_s;
    uint64_t hbm_capacity; /* all chips */
    uint32_t hbm_channels; /* one chip's */
    double hbm_burst;
    const struct topology_ops *topology;
    double link_bps;
    uint32_t columns, rows; /* of routers, on topologies with a grid */
    const char *placement;
    uint32_t resources;
    double *capacity;
    const char *kernel_key;
};

#endif
