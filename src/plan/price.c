/* Plans on one machine: the time of each alone, and which remain worth having. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "plan/cost.h"
#include "plan/front.h"

typedef struct pricing {
    const graph *g;
    const graph_op *op;
    const shard *s;
    const machine *m;
    antler_error *err;
} pricing;

/* Seconds that the traffic of one phase takes, all of it at once, and the flight time that comes on top. */
typedef struct exchange_time {
    double flow_s, latency_s;
} exchange_time;

static antler_status time_exchange(const pricing *p, const traffic *t, uint32_t count, exchange_time *out)
{
    return machine_exchange_s(p->m, t, count, &out->flow_s, &out->latency_s, p->err);
}

/* Steps and shifts: one after the other, or side by side with one step exposed (MODEL.md, "Engine"). */
static double compute_phase_s(const pricing *p, const plan *pl, const exchange_time *shift)
{
    kernel_call step = plan_step_kernel(p->g, p->op, p->s, pl, p->m);
    double kernels = pl->steps * machine_kernel_s(p->m, &step);
    if (!machine_overlaps(p->m) || pl->steps < 2)
        return kernels + shift->flow_s + shift->latency_s;
    return fmax(kernels, shift->flow_s) + fmin(kernels, shift->flow_s) / pl->steps + shift->latency_s;
}

typedef struct exchange_times {
    exchange_time relayout, shift, reduce, store;
} exchange_times;

static antler_status time_exchanges(const pricing *p, const plan *pl, exchange_times *out)
{
    plan_exchange x;
    plan_exchanges(p->g, p->op, p->s, pl, p->m, &x);
    *out = (exchange_times){0};
    antler_status st = time_exchange(p, x.relayout, x.nrelayout, &out->relayout);
    if (st == ANTLER_OK)
        st = time_exchange(p, x.shift, x.nshift, &out->shift);
    if (st == ANTLER_OK)
        st = time_exchange(p, &x.reduce, 1, &out->reduce);
    if (st == ANTLER_OK)
        st = time_exchange(p, &x.store, 1, &out->store);
    return st;
}

static antler_status price(const pricing *p, plan *pl)
{
    exchange_times t;
    antler_status st = time_exchanges(p, pl, &t);
    double around = t.relayout.flow_s + t.relayout.latency_s + t.reduce.flow_s + t.reduce.latency_s + t.store.flow_s +
                    t.store.latency_s;
    kernel_call reduction = plan_reduce_kernel(p->g, p->op, p->s, pl, p->m);
    if (reduction.k > 1)
        around += machine_kernel_s(p->m, &reduction);
    pl->time_s = around + compute_phase_s(p, pl, &t.shift) + pl->syncs * machine_sync_s(p->m);
    return st;
}

static antler_status price_all(pricing *p, const plan_set *set, plan_front *front)
{
    antler_status st = ANTLER_OK;
    for (uint32_t i = 0; i < set->count && st == ANTLER_OK; i++) {
        plan pl = set->plans[i];
        st = price(p, &pl);
        plan_vector v = {.sram_bytes = pl.sram_bytes, .seconds = pl.time_s, .noc_bytes = plan_noc_bytes(&pl)};
        if (st == ANTLER_OK && !front_add(front, &pl, &v))
            st = err_no_memory(p->err);
    }
    return st;
}

static antler_status keep(plan_front *front, const plan_set *set, arena *a, plan_set **out, antler_error *err)
{
    front_sort(front);
    plan_set *priced = ARENA_ARRAY(a, plan_set, 1);
    if (!priced)
        return err_no_memory(err);
    *priced = *set;
    priced->count = front->count;
    priced->counts.outpaced = front->dominated;
    priced->plans = ARENA_ARRAY(a, plan, front->count);
    if (!priced->plans)
        return err_no_memory(err);
    for (uint32_t i = 0; i < front->count; i++)
        priced->plans[i] = *front_plan(front, i);
    *out = priced;
    return ANTLER_OK;
}

antler_status plans_price(const plan_set *set, const graph *g, const graph_op *op, const shard *s, const machine *m,
                          arena *a, plan_set **out, antler_error *err)
{
    pricing p = {.g = g, .op = op, .s = s, .m = m, .err = err};
    plan_front front = {0};
    antler_status st = price_all(&p, set, &front);
    if (st == ANTLER_OK)
        st = keep(&front, set, a, out, err);
    front_free(&front);
    return st;
}

static double alone_s(const exchange_time *t, double syncs_s)
{
    return t->flow_s + t->latency_s + syncs_s;
}

/* Which phases synchronize: as plan_cost counts and the schedule lowers. */
static antler_status time_alone(const pricing *p, const plan *pl, plan_times *out)
{
    double exchange_syncs_s = SYNCS_AN_EXCHANGE * machine_sync_s(p->m);
    double relayout_syncs_s = pl->gather_bytes > 0 ? exchange_syncs_s : 0;
    double reduce_syncs_s = plan_reduce_kernel(p->g, p->op, p->s, pl, p->m).k > 1 ? exchange_syncs_s : 0;
    exchange_times t;
    antler_status st = time_exchanges(p, pl, &t);
    out->relayout_s = alone_s(&t.relayout, relayout_syncs_s);
    out->shift_s = alone_s(&t.shift, pl->syncs * machine_sync_s(p->m) - relayout_syncs_s - reduce_syncs_s);
    out->reduce_s = alone_s(&t.reduce, reduce_syncs_s);
    out->store_s = alone_s(&t.store, 0);
    return st;
}

/* Preload and redistribution of one state. */
static antler_status time_state(const pricing *p, const plan *pl, uint32_t state, plan_times *out)
{
    traffic preload;
    traffic redistribute;
    plan_preload_traffic(p->g, p->op, p->s, pl, state, p->m, &preload, &redistribute);
    out->preload_s = 0;
    out->redistribute_s = 0;
    antler_status st = ANTLER_OK;
    if (preload.bytes > 0)
        st = machine_traffic_s(p->m, &preload, &out->preload_s, p->err);
    if (st != ANTLER_OK || redistribute.bytes == 0)
        return st;
    st = machine_traffic_s(p->m, &redistribute, &out->redistribute_s, p->err);
    out->redistribute_s += SYNCS_AN_EXCHANGE * machine_sync_s(p->m);
    return st;
}

antler_status plan_phase_times(const graph *g, const graph_op *op, const shard *s, const plan *p, uint32_t state,
                               const machine *m, plan_times *out, antler_error *err)
{
    pricing with = {.g = g, .op = op, .s = s, .m = m, .err = err};
    antler_status st = time_alone(&with, p, out);
    return st == ANTLER_OK ? time_state(&with, p, state, out) : st;
}
