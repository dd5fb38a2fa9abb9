/* How long traffic takes alone, without listing every link of every class where one number of the busiest will do. */
#include <math.h>

#include "machine/topology.h"
#include "machine/transfers.h"

static bool is_there(const traffic *t)
{
    return t->bytes > 0 || t->chip_bytes > 0;
}

/* The resources that every topology has, and the busiest link. */
static antler_status time_one(const machine *m, const traffic *t, double *flow_s, double *latency_s, antler_error *err)
{
    antler_status st = transfers_check(t, m->cores, m->columns, err);
    if (st != ANTLER_OK)
        return st;
    demand common[RES_NOC];
    footprint f = {.demands = common};
    machine_common_loads(m, t, &f);
    for (uint32_t i = 0; i < f.count; i++)
        *flow_s = fmax(*flow_s, common[i].amount / m->capacity[common[i].resource]);
    double bytes = 0;
    double flight_s = 0;
    st = m->topology->busiest(m, t, &bytes, &flight_s, err);
    *flow_s = fmax(*flow_s, bytes / m->link_bps);
    *latency_s = f.latency_s + flight_s;
    return st;
}

/* Bytes of all classes add up on each resource. m->moved holds zeros before and after. */
static antler_status time_together(const machine *m, const traffic *t, uint32_t count, double *flow_s,
                                   double *latency_s, antler_error *err)
{
    antler_status st = ANTLER_OK;
    for (uint32_t i = 0; i < count && st == ANTLER_OK; i++) {
        if (!is_there(&t[i]))
            continue;
        footprint f = {.demands = m->scratch};
        st = transfers_check(&t[i], m->cores, m->columns, err);
        if (st != ANTLER_OK)
            break;
        machine_common_loads(m, &t[i], &f);
        m->topology->loads(m, &t[i], &f);
        *latency_s = fmax(*latency_s, f.latency_s);
        for (uint32_t d = 0; d < f.count; d++)
            m->moved[f.demands[d].resource] += f.demands[d].amount;
    }
    for (uint32_t r = 0; r < m->resources; r++) {
        *flow_s = fmax(*flow_s, m->moved[r] / m->capacity[r]);
        m->moved[r] = 0;
    }
    return st;
}

antler_status machine_exchange_s(const machine *m, const traffic *t, uint32_t count, double *flow_s, double *latency_s,
                                 antler_error *err)
{
    uint32_t present = 0;
    const traffic *only = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (is_there(&t[i])) {
            present++;
            only = &t[i];
        }
    *flow_s = *latency_s = 0;
    if (present == 1 && m->topology->busiest)
        return time_one(m, only, flow_s, latency_s, err);
    return present > 0 ? time_together(m, t, count, flow_s, latency_s, err) : ANTLER_OK;
}

antler_status machine_traffic_s(const machine *m, const traffic *t, double *out, antler_error *err)
{
    double latency_s = 0;
    antler_status st = machine_exchange_s(m, t, 1, out, &latency_s, err);
    *out += latency_s;
    return st;
}
