/* Memory and input checks of the packet model. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "simulate/packet_state.h"

static antler_status check_flow(const packet_network *net, const packet_flow *flow, uint32_t index, antler_error *err)
{
    if (flow->source >= net->routers || flow->destination >= net->routers || flow->flits == 0)
        return err_set(err, ANTLER_BAD_INPUT, "packet flow %u: no such router, or packets of no flits", index);
    uint32_t at = flow->source;
    for (uint32_t h = 0; h < flow->hops; h++) {
        if (flow->links[h] >= net->nlinks || net->links[flow->links[h]].from != at)
            return err_set(err, ANTLER_BAD_INPUT, "packet flow %u: hop %u does not start at router %u", index, h, at);
        if (flow->vc_class && flow->vc_class[h] >= net->vc_classes)
            return err_set(err, ANTLER_BAD_INPUT, "packet flow %u: hop %u has no such class", index, h);
        at = net->links[flow->links[h]].to;
    }
    if (at != flow->destination)
        return err_set(err, ANTLER_BAD_INPUT, "packet flow %u: path ends at router %u, not %u", index, at,
                       flow->destination);
    return ANTLER_OK;
}

static antler_status check(const packet_network *net, uint32_t nflows, const packet_flow *flows, antler_error *err)
{
    if (net->routers == 0 || net->vcs == 0 || net->vc_classes == 0 || net->vcs % net->vc_classes != 0 ||
        net->vc_depth == 0 || net->iterations == 0)
        return err_set(err, ANTLER_BAD_INPUT,
                       "packet network: routers, virtual channels, their depth and the "
                       "allocator's rounds must be positive, classes divide the channels");
    for (uint32_t l = 0; l < net->nlinks; l++)
        if (net->links[l].from >= net->routers || net->links[l].to >= net->routers)
            return err_set(err, ANTLER_BAD_INPUT, "packet network: link %u joins no router", l);
    for (uint32_t f = 0; f < nflows; f++) {
        antler_status st = check_flow(net, &flows[f], f, err);
        if (st != ANTLER_OK)
            return st;
    }
    return ANTLER_OK;
}

static bool list_new(port_list *list, uint32_t count)
{
    list->channels = calloc(count, sizeof *list->channels);
    return list->channels != NULL;
}

static bool arbiters_new(router *r, uint32_t inputs, uint32_t outputs)
{
    r->grant_next = calloc(outputs, sizeof(uint32_t));
    r->granted = calloc(outputs, sizeof(uint32_t));
    r->match_out = calloc(outputs, sizeof(uint32_t));
    r->accept_next = calloc(inputs, sizeof(uint32_t));
    r->vc_next = calloc(inputs, sizeof(uint32_t));
    r->match_in = calloc(inputs, sizeof(uint32_t));
    r->wants = calloc(inputs, sizeof(uint64_t));
    return r->wants && r->grant_next && r->granted && r->match_out && r->accept_next && r->vc_next && r->match_in;
}

static bool router_new(const packet_sim *s, uint32_t number, router *r)
{
    const packet_network *net = s->net;
    uint32_t inputs = 1;
    uint32_t outputs = 1;
    for (uint32_t l = 0; l < net->nlinks; l++) {
        inputs += net->links[l].to == number;
        outputs += net->links[l].from == number;
    }
    if (outputs > 64) /* ports are bits of a word */
        return false;
    if (!list_new(&r->in, inputs) || !list_new(&r->out, outputs) || !arbiters_new(r, inputs, outputs))
        return false;
    for (uint32_t l = 0; l < net->nlinks; l++) {
        if (net->links[l].to == number)
            r->in.channels[r->in.count++] = l;
        if (net->links[l].from == number) {
            s->port_of_link[l] = r->out.count;
            r->out.channels[r->out.count++] = l;
        }
    }
    r->in.channels[r->in.count++] = net->nlinks + number;
    r->out.count++; /* ejection: no channel */
    return true;
}

static bool lanes_new(packet_sim *s)
{
    size_t count = (size_t)s->channels * s->net->vcs;
    s->lanes = calloc(count, sizeof *s->lanes);
    s->credit_room = count * s->net->vc_depth;
    s->credits = calloc(s->credit_room, sizeof *s->credits);
    if (!s->lanes || !s->credits)
        return false;
    for (size_t i = 0; i < count; i++) {
        lane *l = &s->lanes[i];
        l->out_vc = NOBODY;
        l->credits = s->net->vc_depth;
        l->ring = calloc(s->net->vc_depth, sizeof *l->ring);
        if (!l->ring)
            return false;
    }
    return true;
}

static bool sources_new(packet_sim *s, uint32_t nflows, const packet_flow *flows)
{
    s->sources = calloc(s->net->routers, sizeof *s->sources);
    if (!s->sources)
        return false;
    for (uint32_t f = 0; f < nflows; f++)
        s->sources[flows[f].source].count++;
    for (uint32_t r = 0; r < s->net->routers; r++) {
        source *n = &s->sources[r];
        n->flow = NOBODY;
        n->flows = calloc(n->count + 1, sizeof *n->flows);
        n->left = calloc(n->count + 1, sizeof *n->left);
        if (!n->flows || !n->left)
            return false;
        n->count = 0;
    }
    for (uint32_t f = 0; f < nflows; f++) {
        source *n = &s->sources[flows[f].source];
        n->flows[n->count] = f;
        n->left[n->count++] = flows[f].packets;
        s->undelivered += (uint64_t)flows[f].packets * flows[f].flits;
    }
    return true;
}

antler_status packet_setup(const packet_network *net, uint32_t nflows, const packet_flow *flows, packet_sim *out,
                           antler_error *err)
{
    antler_status st = check(net, nflows, flows, err);
    if (st != ANTLER_OK)
        return st;
    *out = (packet_sim){
        .net = net, .flows = flows, .channels = net->nlinks + net->routers, .vcs_a_class = net->vcs / net->vc_classes};
    out->routers = calloc(net->routers, sizeof *out->routers);
    out->port_of_link = calloc(net->nlinks + 1, sizeof *out->port_of_link);
    bool ok = out->routers && out->port_of_link && lanes_new(out) && sources_new(out, nflows, flows);
    for (uint32_t r = 0; ok && r < net->routers; r++)
        ok = router_new(out, r, &out->routers[r]);
    if (ok)
        return ANTLER_OK;
    packet_release(out);
    return err_no_memory(err);
}

static void router_free(router *r)
{
    free(r->in.channels);
    free(r->out.channels);
    free(r->grant_next);
    free(r->granted);
    free(r->match_out);
    free(r->accept_next);
    free(r->vc_next);
    free(r->match_in);
    free(r->wants);
}

void packet_release(packet_sim *s)
{
    for (uint32_t r = 0; s->routers && r < s->net->routers; r++)
        router_free(&s->routers[r]);
    for (size_t i = 0; s->lanes && i < (size_t)s->channels * s->net->vcs; i++)
        free(s->lanes[i].ring);
    for (uint32_t r = 0; s->sources && r < s->net->routers; r++) {
        free(s->sources[r].flows);
        free(s->sources[r].left);
    }
    free(s->routers);
    free(s->port_of_link);
    free(s->lanes);
    free(s->sources);
    free(s->credits);
    memset(s, 0, sizeof *s);
}
