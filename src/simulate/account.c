#include "simulate/account.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"

#define TOLERANCE 1e-9 /* relative: rounding of a few thousand additions stays far below it */

antler_status account_open(account *acc, const machine *m, arena *a, antler_error *err)
{
    *acc = (account){.moved = ARENA_ARRAY(a, double, machine_resources(m))};
    return acc->moved ? ANTLER_OK : err_no_memory(err);
}

static void add(double *total, const footprint *f, double times)
{
    for (uint32_t i = 0; i < f->count; i++)
        total[f->demands[i].resource] += f->demands[i].amount * times;
}

void account_interval(account *acc, const timed_phase *ph, const footprint *preload, const pace *pc, double dt)
{
    sim_result *r = &acc->result;
    if (preload)
        add(acc->moved, preload, pc->preload * dt);
    if (ph) {
        add(acc->moved, &ph->exchange, pc->phase * dt);
        add(acc->moved, &ph->kernel, pc->phase * dt);
        r->compute_s += pc->compute_share * dt;
        r->exchange_s += pc->exchange_share * dt;
        r->sync_s += pc->wait_share * dt;
    }
    if (ph && preload) {
        double stall = dt * fmax(0, 1 - pc->phase / pc->phase_alone);
        r->noc_stall_s += stall;
        r->overlap_s += dt - stall;
    } else if (ph) {
        r->execute_only_s += dt;
    } else if (preload) {
        r->preload_only_s += dt;
    } else {
        r->idle_s += dt;
    }
}

static void links(sim_result *r, const double *moved, const machine *m)
{
    const double *capacity = machine_capacities(m);
    uint32_t count = 0;
    if (r->latency_s <= 0)
        return;
    for (uint32_t i = RES_NOC; i < machine_resources(m); i++) {
        double used = moved[i] / (capacity[i] * r->latency_s);
        r->noc_mean_util += used;
        r->noc_peak_util = fmax(r->noc_peak_util, used);
        count++;
    }
    r->noc_mean_util /= count > 0 ? count : 1;
}

/* Bytes that cores receive over the NoC, as the program states its traffic. */
static double received_bytes(const program *p)
{
    double bytes = 0;
    for (uint32_t i = 0; i < p->nops; i++) {
        const program_op *op = &p->ops[i];
        if (program_preloads(op))
            bytes += (double)op->preload.bytes * traffic_cores(&op->preload);
        for (uint8_t j = 0; j < op->nphases; j++)
            for (uint8_t k = 0; k < op->phases[j].ntraffic; k++) {
                const traffic *t = &op->phases[j].traffic[k];
                if (t->pattern != TRAFFIC_HBM_STORE)
                    bytes += (double)t->bytes * traffic_cores(t);
            }
    }
    return bytes;
}

antler_status account_close(account *acc, const program *p, const timed_op *ops, const machine *m, double latency_s,
                            antler_error *err)
{
    uint32_t resources = machine_resources(m);
    double *asked = calloc(resources, sizeof *asked);
    if (!asked)
        return err_no_memory(err);
    for (uint32_t i = 0; i < p->nops; i++) {
        if (ops[i].preload)
            add(asked, &ops[i].preload->load, 1);
        for (uint8_t j = 0; j < p->ops[i].nphases; j++) {
            add(asked, &ops[i].phases[j]->exchange, 1);
            add(asked, &ops[i].phases[j]->kernel, 1);
        }
    }
    antler_status st = ANTLER_OK;
    char name[64];
    for (uint32_t r = 0; r < resources && st == ANTLER_OK; r++)
        if (fabs(asked[r] - acc->moved[r]) > TOLERANCE * asked[r])
            st = err_set(err, ANTLER_BUG, "simulation: %s moved %.17g bytes where the program asks for %.17g",
                         machine_resource_name(m, r, name, sizeof name), acc->moved[r], asked[r]);
    free(asked);
    sim_result *out = &acc->result;
    out->latency_s = latency_s;
    out->hbm_bytes = acc->moved[RES_HBM] * machine_chips(m);
    out->chip_bytes = acc->moved[RES_CHIP_IN] * machine_chips(m);
    out->noc_bytes = received_bytes(p) * machine_chips(m);
    out->hbm_busy_s = acc->moved[RES_HBM] / machine_hbm_bps(m);
    links(out, acc->moved, m);
    return st;
}
