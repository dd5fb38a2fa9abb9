/* Plans on one machine: the time of each alone, and which remain worth having. */
#include <math.h>

#include "base/error.h"
#include "plan/cost.h"
#include "plan/front.h"

typedef struct pricing {
    const graph *g;
    const graph_op *op;
    const shard *s;
    const machine *m;
    arena *scratch;
    antler_error *err;
} pricing;

static antler_status traffic_total(const pricing *p, const traffic *t, uint32_t count, double *out)
{
    antler_status st = ANTLER_OK;
    for (uint32_t i = 0; i < count && st == ANTLER_OK; i++) {
        double s = 0;
        if (t[i].bytes > 0 || t[i].chip_bytes > 0)
            st = machine_traffic_s(p->m, &t[i], p->scratch, &s, p->err);
        *out += s;
    }
    return st;
}

/* Steps and shifts: one after the other, or side by side with one step exposed (MODEL.md, "Engine"). */
static double compute_phase_s(const pricing *p, const plan *pl, double shift_s)
{
    kernel_call step = plan_step_kernel(p->g, p->op, p->s, pl, p->m);
    double kernels = pl->steps * machine_kernel_s(p->m, &step);
    if (!machine_overlaps(p->m) || pl->steps < 2)
        return kernels + shift_s;
    return fmax(kernels, shift_s) + fmin(kernels, shift_s) / pl->steps;
}

static antler_status price(const pricing *p, plan *pl)
{
    plan_exchange x;
    plan_exchanges(p->g, p->op, p->s, pl, p->m, &x);
    double around = 0;
    double shift = 0;
    antler_status st = traffic_total(p, x.relayout, x.nrelayout, &around);
    if (st == ANTLER_OK)
        st = traffic_total(p, x.shift, x.nshift, &shift);
    if (st == ANTLER_OK)
        st = traffic_total(p, &x.reduce, 1, &around);
    if (st == ANTLER_OK)
        st = traffic_total(p, &x.store, 1, &around);
    kernel_call reduction = plan_reduce_kernel(p->g, p->op, p->s, pl, p->m);
    if (reduction.k > 1)
        around += machine_kernel_s(p->m, &reduction);
    pl->time_s = around + compute_phase_s(p, pl, shift) + pl->syncs * machine_sync_s(p->m);
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
    arena *scratch = arena_new();
    if (!scratch)
        return err_no_memory(err);
    pricing p = {.g = g, .op = op, .s = s, .m = m, .scratch = scratch, .err = err};
    plan_front front = {0};
    antler_status st = ANTLER_OK;
    for (uint32_t i = 0; i < set->count && st == ANTLER_OK; i++) {
        plan pl = set->plans[i];
        st = price(&p, &pl);
        plan_vector v = {.sram_bytes = pl.sram_bytes, .seconds = pl.time_s, .noc_bytes = plan_noc_bytes(&pl)};
        if (st == ANTLER_OK && !front_add(&front, &pl, &v))
            st = err_no_memory(err);
    }
    if (st == ANTLER_OK)
        st = keep(&front, set, a, out, err);
    front_free(&front);
    arena_free(scratch);
    return st;
}
