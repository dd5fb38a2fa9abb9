/* The packet-level reference of the NoC: flits, virtual channels, credits and round-robin arbitration, cycle by cycle.
 * Slow and obvious; the fluid model is judged by it. Knows routers, links and paths, not chips.
 *
 * A router is input-queued: `vcs` virtual channels of `vc_depth` flits at the end of every link and of every injection
 * port. Each cycle, on the state at its start:
 *   1. virtual-channel allocation: a packet's head takes a free virtual channel of the link that its path names next,
 * out of its class (datelines on rings); round-robin over the channels, then over the inputs that want the same one;
 *   2. switch allocation: one flit an input port and one flit an output port, separable iSLIP with `iterations` rounds;
 *   3. traversal: the flit leaves, and can be allocated at the next router `link_cycles` + 1 cycles later; its credit
 * returns after `credit_cycles`. Paths are given (source routing), so every topology is a list of links. Ejection takes
 * one flit a cycle and never blocks. */
#ifndef SIMULATE_PACKET_H
#define SIMULATE_PACKET_H

#include <stdint.h>

#include <antler/error.h>

typedef struct packet_link {
    uint32_t from, to; /* routers */
} packet_link;

/* `packets` packets of `flits` flits, injected at `source` from cycle 0 on, that leave at `destination`. */
typedef struct packet_flow {
    uint32_t source, destination;
    uint32_t hops;
    const uint32_t *links;   /* the path, `hops` links */
    const uint8_t *vc_class; /* of each hop, < packet_network.vc_classes; NULL: all 0 */
    uint32_t packets, flits;
} packet_flow;

typedef struct packet_network {
    uint32_t routers;
    uint32_t nlinks;
    const packet_link *links;
    uint32_t vcs;        /* per link; split evenly over vc_classes */
    uint32_t vc_classes; /* >= 1, divides vcs */
    uint32_t vc_depth;   /* flits */
    uint32_t link_cycles;
    uint32_t credit_cycles;
    uint32_t iterations;
} packet_network;

typedef struct packet_result {
    uint64_t cycles;    /* until the last flit has left */
    uint64_t flits;     /* delivered */
    uint64_t flit_hops; /* over links */
} packet_result;

/* Flows of one source take turns packet by packet, in order. ANTLER_BAD_INPUT: a path that does not lead from source to
 * destination. ANTLER_BUG: `max_cycles` passed without the last flit (deadlock, or the bound is too low). */
antler_status packet_run(const packet_network *net, uint32_t nflows, const packet_flow *flows, uint64_t max_cycles,
                         packet_result *out, antler_error *err);

#endif
