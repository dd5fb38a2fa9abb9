/* Plans on one machine: the time of each alone, and which remain worth having. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "plan/cost.h"
#include "plan/front.h"

enum { SCRATCH_BYTES = 1 << 20 };

typedef struct pricing {
    const graph *g;
    const graph_op *op;
    const shard *s;
    const machine *m;
    arena *scratch; /* for footprints */
    double *moved;  /* by resource: the bytes of one phase; zeros in between */
    antler_error *err;
} pricing;

/* Seconds that the traffic of one phase takes, all of it at once, and the flight time that comes on top. */
typedef struct exchange_time {
    double flow_s, latency_s;
} exchange_time;

/* As the engine has it: the bytes of all classes add up on each resource, and the fullest one decides. */
static antler_status time_exchange(const pricing *p, const traffic *t, uint32_t count, exchange_time *out)
{
    const double *capacity = machine_capacities(p->m);
    footprint f[PLAN_OPERANDS] = {0};
    for (uint32_t i = 0; i < count; i++) {
        if (t[i].bytes == 0 && t[i].chip_bytes == 0)
            continue;
        antler_status st = machine_footprint(p->m, &t[i], p->scratch, &f[i], p->err);
        if (st != ANTLER_OK)
            return st;
        out->latency_s = fmax(out->latency_s, f[i].latency_s);
        for (uint32_t d = 0; d < f[i].count; d++) {
            const demand *each = &f[i].demands[d];
            p->moved[each->resource] += each->amount;
            out->flow_s = fmax(out->flow_s, p->moved[each->resource] / capacity[each->resource]);
        }
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t d = 0; d < f[i].count; d++)
            p->moved[f[i].demands[d].resource] = 0;
    return ANTLER_OK;
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

static antler_status price(const pricing *p, plan *pl)
{
    plan_exchange x;
    plan_exchanges(p->g, p->op, p->s, pl, p->m, &x);
    exchange_time relayout = {0};
    exchange_time shift = {0};
    exchange_time reduce = {0};
    exchange_time store = {0};
    antler_status st = time_exchange(p, x.relayout, x.nrelayout, &relayout);
    if (st == ANTLER_OK)
        st = time_exchange(p, x.shift, x.nshift, &shift);
    if (st == ANTLER_OK)
        st = time_exchange(p, &x.reduce, 1, &reduce);
    if (st == ANTLER_OK)
        st = time_exchange(p, &x.store, 1, &store);
    double around =
        relayout.flow_s + relayout.latency_s + reduce.flow_s + reduce.latency_s + store.flow_s + store.latency_s;
    kernel_call reduction = plan_reduce_kernel(p->g, p->op, p->s, pl, p->m);
    if (reduction.k > 1)
        around += machine_kernel_s(p->m, &reduction);
    pl->time_s = around + compute_phase_s(p, pl, &shift) + pl->syncs * machine_sync_s(p->m);
    return st;
}

/* Footprints are long where a topology has many links: those of all plans together would not fit. */
static antler_status refresh_scratch(pricing *p)
{
    if (p->scratch && arena_used(p->scratch) < SCRATCH_BYTES)
        return ANTLER_OK;
    arena_free(p->scratch);
    p->scratch = arena_new();
    return p->scratch ? ANTLER_OK : err_no_memory(p->err);
}

static antler_status price_all(pricing *p, const plan_set *set, plan_front *front)
{
    antler_status st = ANTLER_OK;
    for (uint32_t i = 0; i < set->count && st == ANTLER_OK; i++) {
        plan pl = set->plans[i];
        st = refresh_scratch(p);
        if (st == ANTLER_OK)
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
    p.moved = calloc(machine_resources(m), sizeof *p.moved);
    plan_front front = {0};
    antler_status st = p.moved ? price_all(&p, set, &front) : err_no_memory(err);
    if (st == ANTLER_OK)
        st = keep(&front, set, a, out, err);
    front_free(&front);
    arena_free(p.scratch);
    free(p.moved);
    return st;
}
