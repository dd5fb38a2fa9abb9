/* The cycle of the packet model: virtual-channel allocation, switch allocation, traversal, as its header states them.
 */
#include "simulate/packet.h"

#include "base/error.h"
#include "simulate/packet_state.h"

static lane *lane_at(const packet_sim *s, uint32_t channel, uint32_t vc)
{
    return &s->lanes[(size_t)channel * s->net->vcs + vc];
}

static uint32_t hop_class(const packet_sim *s, const flit *f)
{
    const uint8_t *classes = s->flows[f->flow].vc_class;
    return classes ? classes[f->hop] : 0;
}

/* The output port of router `r` that the flit's path names next; the last one is ejection. */
static uint32_t next_port(const packet_sim *s, const router *r, const flit *f)
{
    const packet_flow *flow = &s->flows[f->flow];
    return f->hop == flow->hops ? r->out.count - 1 : s->port_of_link[flow->links[f->hop]];
}

static bool ready_front(const packet_sim *s, const lane *l)
{
    return l->count > 0 && l->ring[l->first].ready <= s->cycle;
}

/* Does the lane's front packet still need a virtual channel? */
static bool asks(const packet_sim *s, const lane *l)
{
    return l->out_vc == NOBODY && ready_front(s, l) && l->ring[l->first].head;
}

static void assign(packet_sim *s, lane *l, uint32_t port, uint32_t vc)
{
    l->out_port = port;
    l->out_vc = vc;
    l->ring[l->first].ready = s->cycle + 1; /* the switch is asked for in the next cycle */
}

/* Each free virtual channel of one link, round-robin over the input lanes that ask for its class. */
static void allocate_link(packet_sim *s, const router *r, uint32_t port)
{
    uint32_t vcs = s->net->vcs;
    uint32_t total = r->in.count * vcs;
    for (uint32_t vc = 0; vc < vcs; vc++) {
        lane *to = lane_at(s, r->out.channels[port], vc);
        for (uint32_t i = 0; !to->owned && i < total; i++) {
            uint32_t at = (to->favoured + i) % total;
            lane *l = lane_at(s, r->in.channels[at / vcs], at % vcs);
            if (!asks(s, l) || next_port(s, r, &l->ring[l->first]) != port ||
                hop_class(s, &l->ring[l->first]) != vc / s->vcs_a_class)
                continue;
            to->owned = true;
            to->favoured = (at + 1) % total;
            assign(s, l, port, vc);
        }
    }
}

/* Step 1 for one router. Ejection needs no virtual channel. */
static void allocate_vcs(packet_sim *s, const router *r)
{
    uint64_t asked = 0; /* output ports */
    uint32_t eject = r->out.count - 1;
    for (uint32_t in = 0; in < r->in.count; in++)
        for (uint32_t vc = 0; vc < s->net->vcs; vc++) {
            lane *l = lane_at(s, r->in.channels[in], vc);
            if (!asks(s, l))
                continue;
            uint32_t port = next_port(s, r, &l->ring[l->first]);
            if (port == eject)
                assign(s, l, eject, 0);
            else
                asked |= UINT64_C(1) << port;
        }
    for (uint32_t port = 0; port < eject; port++)
        if (asked >> port & 1)
            allocate_link(s, r, port);
}

/* Does this input lane have a flit that could cross the switch now? */
static bool can_cross(const packet_sim *s, const router *r, const lane *l)
{
    if (l->out_vc == NOBODY || !ready_front(s, l))
        return false;
    return l->out_port == r->out.count - 1 || lane_at(s, r->out.channels[l->out_port], l->out_vc)->credits > 0;
}

/* Which output ports the virtual channels of each input port want. */
static bool find_wants(const packet_sim *s, const router *r)
{
    bool any = false;
    for (uint32_t in = 0; in < r->in.count; in++) {
        r->wants[in] = 0;
        for (uint32_t vc = 0; vc < s->net->vcs; vc++) {
            const lane *l = lane_at(s, r->in.channels[in], vc);
            if (can_cross(s, r, l))
                r->wants[in] |= UINT64_C(1) << l->out_port;
        }
        any |= r->wants[in] != 0;
    }
    return any;
}

static void grant(const router *r)
{
    for (uint32_t o = 0; o < r->out.count; o++) {
        r->granted[o] = NOBODY;
        if (r->match_out[o] != NOBODY)
            continue;
        for (uint32_t i = 0; i < r->in.count; i++) {
            uint32_t in = (r->grant_next[o] + i) % r->in.count;
            if (r->match_in[in] == NOBODY && (r->wants[in] >> o & 1)) {
                r->granted[o] = in;
                break;
            }
        }
    }
}

/* Pointers move only for matches of the first round: the rule that makes iSLIP fair. */
static void accept(const router *r, bool first_round)
{
    for (uint32_t in = 0; in < r->in.count; in++) {
        if (r->match_in[in] != NOBODY)
            continue;
        for (uint32_t i = 0; i < r->out.count; i++) {
            uint32_t o = (r->accept_next[in] + i) % r->out.count;
            if (r->granted[o] != in)
                continue;
            r->match_in[in] = o;
            r->match_out[o] = in;
            if (first_round) {
                r->accept_next[in] = (o + 1) % r->out.count;
                r->grant_next[o] = (in + 1) % r->in.count;
            }
            break;
        }
    }
}

static void allocate_switch(const packet_sim *s, const router *r)
{
    for (uint32_t in = 0; in < r->in.count; in++)
        r->match_in[in] = NOBODY;
    for (uint32_t o = 0; o < r->out.count; o++)
        r->match_out[o] = NOBODY;
    if (!find_wants(s, r))
        return;
    for (uint32_t round = 0; round < s->net->iterations; round++) {
        grant(r);
        accept(r, round == 0);
    }
}

static antler_status credit_push(packet_sim *s, uint32_t lane_id, antler_error *err)
{
    if (s->credit_count == s->credit_room)
        return err_set(err, ANTLER_BUG, "packet model: more credits under way than buffers");
    size_t at = (s->credit_first + s->credit_count) % s->credit_room;
    s->credits[at] = (credit){.due = s->cycle + s->net->credit_cycles + 1, .lane = lane_id};
    s->credit_count++;
    return ANTLER_OK;
}

static void credits_return(packet_sim *s)
{
    while (s->credit_count > 0 && s->credits[s->credit_first].due <= s->cycle) {
        s->lanes[s->credits[s->credit_first].lane].credits++;
        s->credit_first = (s->credit_first + 1) % s->credit_room;
        s->credit_count--;
    }
}

static void enqueue(const packet_sim *s, lane *l, flit f)
{
    l->ring[(l->first + l->count) % s->net->vc_depth] = f;
    l->count++;
}

/* Step 3: move the front flit of one input lane to where it was allocated. */
static antler_status traverse(packet_sim *s, const router *r, uint32_t id, antler_error *err)
{
    lane *l = &s->lanes[id];
    flit f = l->ring[l->first];
    l->first = (l->first + 1) % s->net->vc_depth;
    l->count--;
    antler_status st = credit_push(s, id, err);
    if (st != ANTLER_OK)
        return st;
    if (l->out_port == r->out.count - 1) {
        s->result.flits++;
        s->undelivered--;
    } else {
        lane *to = lane_at(s, r->out.channels[l->out_port], l->out_vc);
        to->credits--;
        if (f.tail)
            to->owned = false;
        s->result.flit_hops++;
        flit moved = f;
        moved.hop++;
        moved.ready = s->cycle + s->net->link_cycles + 1;
        enqueue(s, to, moved);
    }
    if (f.tail)
        l->out_vc = NOBODY;
    return ANTLER_OK;
}

/* The virtual channel of a matched input whose turn it is. */
static uint32_t pick_vc(const packet_sim *s, const router *r, uint32_t input)
{
    uint32_t vcs = s->net->vcs;
    uint32_t vc = r->vc_next[input];
    for (uint32_t i = 0; i < vcs; i++) {
        vc = (r->vc_next[input] + i) % vcs;
        const lane *l = lane_at(s, r->in.channels[input], vc);
        if (l->out_port == r->match_in[input] && can_cross(s, r, l))
            break;
    }
    return vc;
}

static antler_status cross_switch(packet_sim *s, const router *r, antler_error *err)
{
    for (uint32_t in = 0; in < r->in.count; in++) {
        if (r->match_in[in] == NOBODY)
            continue;
        uint32_t vc = pick_vc(s, r, in);
        r->vc_next[in] = (vc + 1) % s->net->vcs;
        antler_status st = traverse(s, r, r->in.channels[in] * s->net->vcs + vc, err);
        if (st != ANTLER_OK)
            return st;
    }
    return ANTLER_OK;
}

/* The next packet of a node: its flows in turn. */
static void pick_packet(source *n)
{
    for (uint32_t i = 0; i < n->count; i++) {
        uint32_t at = (n->turn + i) % n->count;
        if (n->left[at] == 0)
            continue;
        n->left[at]--;
        n->turn = at + 1;
        n->flow = n->flows[at];
        n->sent = 0;
        n->vc = NOBODY;
        return;
    }
}

/* A node sends one flit a cycle into its router; injection lanes are taken like any other (class of the first hop). */
static void inject(packet_sim *s, uint32_t node)
{
    source *n = &s->sources[node];
    if (n->flow == NOBODY)
        pick_packet(n);
    if (n->flow == NOBODY)
        return;
    const packet_flow *flow = &s->flows[n->flow];
    uint32_t channel = s->net->nlinks + node;
    if (n->vc == NOBODY) {
        for (uint32_t i = 0; i < s->net->vcs && n->vc == NOBODY; i++) {
            uint32_t vc = (uint32_t)((i + n->turn + s->cycle) % s->net->vcs);
            if (lane_at(s, channel, vc)->credits > 0)
                n->vc = vc;
        }
    }
    if (n->vc == NOBODY || lane_at(s, channel, n->vc)->credits == 0)
        return;
    lane *l = lane_at(s, channel, n->vc);
    l->credits--;
    flit f = {.flow = n->flow,
              .head = n->sent == 0,
              .tail = n->sent + 1 == flow->flits,
              .ready = s->cycle + s->net->link_cycles + 1};
    enqueue(s, l, f);
    if (++n->sent == flow->flits)
        n->flow = NOBODY;
}

static antler_status step(packet_sim *s, antler_error *err)
{
    credits_return(s);
    for (uint32_t r = 0; r < s->net->routers; r++)
        allocate_switch(s, &s->routers[r]);
    for (uint32_t r = 0; r < s->net->routers; r++) {
        antler_status st = cross_switch(s, &s->routers[r], err);
        if (st != ANTLER_OK)
            return st;
    }
    for (uint32_t r = 0; r < s->net->routers; r++)
        allocate_vcs(s, &s->routers[r]);
    for (uint32_t r = 0; r < s->net->routers; r++)
        inject(s, r);
    s->cycle++;
    return ANTLER_OK;
}

antler_status packet_run(const packet_network *net, uint32_t nflows, const packet_flow *flows, uint64_t max_cycles,
                         packet_result *out, antler_error *err)
{
    packet_sim s;
    antler_status st = packet_setup(net, nflows, flows, &s, err);
    if (st != ANTLER_OK)
        return st;
    while (s.undelivered > 0 && st == ANTLER_OK) {
        if (s.cycle == max_cycles)
            st = err_set(err, ANTLER_BUG, "packet model: %llu flits not delivered after %llu cycles",
                         (unsigned long long)s.undelivered, (unsigned long long)max_cycles);
        else
            st = step(&s, err);
    }
    if (st == ANTLER_OK) {
        *out = s.result;
        out->cycles = s.cycle;
    }
    packet_release(&s);
    return st;
}
