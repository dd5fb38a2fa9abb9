/* A non-blocking exchange, as on the IPU: a core's port into it and its port out of it are the only links, and loads
 * are closed forms, since every core does the same. HBM's ports are as wide as HBM: they limit only where the exchange
 * has no multicast and they must send every copy; only there they are a link of their own. */
#include <stdio.h>

#include "base/error.h"
#include "machine/ports.h"
#include "machine/topology.h"

enum { INGRESS, EGRESS, CORE_PORTS, HBM_PORTS = CORE_PORTS };

static antler_status build(machine *m, arena *a, antler_error *err)
{
    m->resources = RES_NOC + CORE_PORTS + (m->multicast ? 0 : 1);
    m->capacity = ARENA_ARRAY(a, double, m->resources);
    if (!m->capacity)
        return err_no_memory(err);
    m->capacity[RES_NOC + INGRESS] = m->link_bps;
    m->capacity[RES_NOC + EGRESS] = m->link_bps;
    if (!m->multicast)
        m->capacity[RES_NOC + HBM_PORTS] = m->hbm_bps;
    return ANTLER_OK;
}

static void push(footprint *f, uint32_t link, double amount)
{
    if (amount > 0)
        f->demands[f->count++] = (demand){.resource = RES_NOC + link, .amount = amount};
}

/* No hops, so no latency. */
static void loads(const machine *m, const traffic *t, footprint *out)
{
    port_bytes core = ports_of_core(t, m->multicast);
    push(out, INGRESS, core.in);
    push(out, EGRESS, core.out);
    if (!m->multicast && t->pattern == TRAFFIC_HBM_LOAD)
        push(out, HBM_PORTS, core.in * traffic_cores(t));
}

static const char *link_name(const machine *m, uint32_t link, char *buffer, size_t size)
{
    static const char *const names[] = {"core ingress", "core egress", "HBM ports"};
    (void)m;
    (void)snprintf(buffer, size, "%s", names[link]);
    return buffer;
}

const topology_ops topology_all_to_all = {"all-to-all", build, loads, NULL, link_name};
