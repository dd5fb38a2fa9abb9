/* State of the packet model: one buffer per (channel, virtual channel). Channels are the links, then one injection
 * channel a router. A router's inputs are the links that end at it and its injection; its outputs are the links that
 * start at it and its ejection. Shared by packet.c (the cycle) and packet_setup.c (memory and checks). */
#ifndef SIMULATE_PACKET_STATE_H
#define SIMULATE_PACKET_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simulate/packet.h"

#define NOBODY UINT32_MAX

typedef struct flit {
    uint32_t flow;
    uint32_t hop; /* links passed so far */
    bool head, tail;
    uint64_t ready; /* cycle from which it may be allocated */
} flit;

/* One virtual channel's buffer at the downstream end of a channel, and the sender's view of it. */
typedef struct lane {
    flit *ring; /* vc_depth */
    uint32_t first, count;
    uint32_t out_port, out_vc; /* of the packet at the front; out_vc NOBODY: not allocated */
    bool owned;                /* a packet is being sent into it */
    uint32_t favoured;         /* input lane of the sending router that is asked first */
    uint32_t credits;
} lane;

typedef struct port_list {
    uint32_t count;
    uint32_t *channels;
} port_list;

typedef struct router {
    port_list in, out;     /* channels; the last output is ejection */
    uint32_t *grant_next;  /* per output: input port favoured next */
    uint32_t *accept_next; /* per input: output port favoured next */
    uint32_t *vc_next;     /* per input: virtual channel favoured next */
    uint64_t *wants;       /* per input: output ports that its lanes can cross to, one bit each */
    uint32_t *granted;     /* per output: input port granted in this round, or NOBODY */
    uint32_t *match_in;    /* per input: output port matched, or NOBODY */
    uint32_t *match_out;   /* per output: input port matched, or NOBODY */
} router;

typedef struct credit {
    uint64_t due;
    uint32_t lane;
} credit;

/* What a node still has to send: its flows, taken in turn. */
typedef struct source {
    uint32_t count;
    uint32_t *flows;
    uint32_t *left; /* packets */
    uint32_t turn;
    uint32_t flow, sent; /* packet in work: flow, flits sent; flow NOBODY: none */
    uint32_t vc;
} source;

typedef struct packet_sim {
    const packet_network *net;
    const packet_flow *flows;
    uint32_t channels;
    uint32_t *port_of_link; /* output port of the link at its sending router */
    uint32_t vcs_a_class;
    lane *lanes; /* channels x vcs */
    router *routers;
    source *sources;
    credit *credits; /* queue by due time */
    size_t credit_first, credit_count, credit_room;
    uint64_t cycle, undelivered;
    packet_result result;
} packet_sim;

/* Check the paths and build the state, all buffers empty. On failure nothing is left to free. */
antler_status packet_setup(const packet_network *net, uint32_t nflows, const packet_flow *flows, packet_sim *out,
                           antler_error *err);
void packet_release(packet_sim *s);

#endif
