/* One variant as the compiler and the simulator see it: kernels, resources and where traffic lands on them.
 *
 * Resources carry bytes/s. The first few are common to all topologies; links of the topology follow. A footprint lists
 * the bytes that one class of traffic moves over each resource it uses; alone, it takes max over them of bytes /
 * capacity. */
#ifndef MACHINE_MACHINE_H
#define MACHINE_MACHINE_H

#include <antler/hwspec.h>
#include <antler/model.h>

#include "base/arena.h"
#include "base/demand.h"
#include "machine/traffic.h"
#include "model/graph.h"

typedef enum resource_id {
    RES_HBM,      /* one chip's HBM */
    RES_SRAM,     /* one core's SRAM port: the most loaded core */
    RES_CHIP_OUT, /* one chip's inter-chip ports */
    RES_CHIP_IN,
    RES_NOC /* the first link of the topology; all-to-all: RES_NOC = core ingress, RES_NOC + 1 = core egress, and
             * without multicast RES_NOC + 2 = HBM's ports */
} resource_id;

/* One call of a kernel on one core. Roles as in graph.h; unused sizes are 1. */
typedef struct kernel_call {
    op_kind kind;
    uint64_t batch, m, n, k;
    double element_bytes;
} kernel_call;

/* One thread at a time: footprints are put together in the machine's own memory. */
typedef struct machine machine;

/* needs: a checked hwspec. leaves: a machine in `a`. ANTLER_BAD_INPUT for what no model exists for yet. */
antler_status machine_build(const antler_hwspec *spec, arena *a, machine **out, antler_error *err);

/* `m` with another HBM bandwidth of a chip: a copy in `a` that borrows what is the same, so `m` must outlive it. */
antler_status machine_with_hbm(const machine *m, double bps, arena *a, machine **out, antler_error *err);

uint32_t machine_chips(const machine *m);
uint32_t machine_cores(const machine *m);      /* of one chip */
uint64_t machine_sram_bytes(const machine *m); /* one core's, less what is reserved */
double machine_sync_s(const machine *m);
bool machine_overlaps(const machine *m);                           /* core.overlap: dma */
double machine_peak_flops(const machine *m, double element_bytes); /* all chips */
double machine_hbm_bps(const machine *m);                          /* one chip's peak */
double machine_link_bps(const machine *m);                         /* one link of the NoC; all-to-all: a port */
double machine_hbm_latency_s(const machine *m);
uint64_t machine_hbm_capacity(const machine *m); /* all chips */
uint32_t machine_columns(const machine *m);      /* of routers; 0 on topologies without a grid */
uint32_t machine_full_rows(const machine *m);    /* rows in which every router has a core; 0 without a grid */
uint32_t machine_resources(const machine *m);
const double *machine_capacities(const machine *m); /* bytes/s by resource; INFINITY where it never limits */
const char *machine_resource_name(const machine *m, uint32_t resource, char *buffer, size_t size);

/* Do the kernels know elements of this size? */
bool machine_supports(const machine *m, double element_bytes);

/* Seconds of one call, and the bytes it moves through the core's SRAM port meanwhile. */
double machine_kernel_s(const machine *m, const kernel_call *call);
/* No way to cut the call into equal calls takes less in all: what pruning may rely on. */
double machine_kernel_floor_s(const machine *m, const kernel_call *call);
double machine_kernel_sram_bytes(const machine *m, const kernel_call *call);

/* Where this traffic lands. The result lives in `a`. HBM loads are rounded to bursts per channel (MODEL.md). */
antler_status machine_footprint(const machine *m, const traffic *t, arena *a, footprint *out, antler_error *err);

/* Seconds of this traffic alone: max over resources of bytes / capacity, plus latency. */
antler_status machine_traffic_s(const machine *m, const traffic *t, double *out, antler_error *err);

/* The same of several classes that move together: their bytes add up on each resource. Flight time apart: that of the
 * class that has the longest. */
antler_status machine_exchange_s(const machine *m, const traffic *t, uint32_t count, double *flow_s, double *latency_s,
                                 antler_error *err);

/* Everything kernels depend on, as text: a part of the plan cache's key. */
const char *machine_kernel_key(const machine *m);

#endif
