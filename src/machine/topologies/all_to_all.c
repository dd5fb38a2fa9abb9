/* A non-blocking exchange, as on the IPU: a core's port into it and its port out of it are the only links. Loads are
 * closed forms, since every core does the same. */
#include <stdio.h>

#include "base/error.h"
#include "machine/topology.h"

enum { INGRESS, EGRESS, PORTS };

static antler_status build(machine *m, arena *a, antler_error *err)
{
    m->resources = RES_NOC + PORTS;
    m->capacity = ARENA_ARRAY(a, double, m->resources);
    if (!m->capacity)
        return err_no_memory(err);
    m->capacity[RES_NOC + INGRESS] = m->link_bps;
    m->capacity[RES_NOC + EGRESS] = m->link_bps;
    return ANTLER_OK;
}

/* Bytes leaving the busiest core's port. A multicast datum leaves once however many cores it reaches. */
static double egress(const machine *m, const traffic *t)
{
    double bytes = (double)t->bytes;
    switch (t->pattern) {
    case TRAFFIC_SHIFT:
    case TRAFFIC_REDUCE_SCATTER:
    case TRAFFIC_HBM_STORE:
        return bytes;
    case TRAFFIC_ALL_GATHER:
        return m->multicast && t->ring > 1 ? bytes / (t->ring - 1) : bytes;
    case TRAFFIC_SPREAD:
        return m->multicast ? (double)t->unique / traffic_cores(t) : bytes;
    case TRAFFIC_HBM_LOAD:
        break;
    }
    return 0;
}

static antler_status loads(const machine *m, const traffic *t, footprint *out, antler_error *err)
{
    (void)err;
    double in = t->pattern == TRAFFIC_HBM_STORE ? 0 : (double)t->bytes;
    double leaving = egress(m, t);
    if (in > 0)
        out->demands[out->count++] = (demand){.resource = RES_NOC + INGRESS, .amount = in};
    if (leaving > 0)
        out->demands[out->count++] = (demand){.resource = RES_NOC + EGRESS, .amount = leaving};
    if (in > 0 || leaving > 0)
        out->latency_s += m->hop_s;
    return ANTLER_OK;
}

static const char *link_name(const machine *m, uint32_t link, char *buffer, size_t size)
{
    (void)m;
    (void)snprintf(buffer, size, "core %s", link == INGRESS ? "ingress" : "egress");
    return buffer;
}

const topology_ops topology_all_to_all = {"all-to-all", build, loads, link_name};
