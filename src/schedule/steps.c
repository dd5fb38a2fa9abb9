#include "schedule/steps.h"

#include <math.h>

#include "base/error.h"
#include "schedule/choice.h"

enum { SYNCS_AN_EXCHANGE = 2 };

static antler_status time_state(const schedule_input *in, uint32_t op, const plan *p, uint32_t state, double *load_s,
                                double *redistribute_s, antler_error *err)
{
    traffic preload;
    traffic redistribute;
    plan_preload_traffic(in->g, &in->g->ops[op], &in->shards[op], p, state, in->m, &preload, &redistribute);
    antler_status st = machine_traffic_s(in->m, &preload, load_s, err);
    if (st == ANTLER_OK && redistribute.bytes > 0) {
        st = machine_traffic_s(in->m, &redistribute, redistribute_s, err);
        *redistribute_s += SYNCS_AN_EXCHANGE * machine_sync_s(in->m);
    }
    return st;
}

/* What a state costs: its redistribution, and what its preload takes longer than the quickest state's, since preloads
 * come one after another. */
static void keep_useful(preload_steps *p)
{
    double quickest = INFINITY;
    for (uint32_t i = 0; i < p->count; i++)
        quickest = fmin(quickest, p->load_s[i]);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        double seconds = p->seconds[i] + p->load_s[i] - quickest;
        while (kept > 0 && p->seconds[kept - 1] >= seconds)
            kept--; /* larger and no quicker */
        p->sram[kept] = p->sram[i];
        p->seconds[kept] = seconds;
        p->load_s[kept] = p->load_s[i];
        p->state[kept++] = p->state[i];
    }
    p->count = kept;
}

static antler_status build_preload(const schedule_input *in, uint32_t op, const plan *p, arena *a, preload_steps *out,
                                   antler_error *err)
{
    *out = (preload_steps){.count = p->npreloads,
                           .sram = ARENA_ARRAY(a, uint64_t, p->npreloads),
                           .seconds = ARENA_ARRAY(a, double, p->npreloads),
                           .load_s = ARENA_ARRAY(a, double, p->npreloads),
                           .state = ARENA_ARRAY(a, uint32_t, p->npreloads)};
    if (!out->sram || !out->seconds || !out->load_s || !out->state)
        return err_no_memory(err);
    antler_status st = ANTLER_OK;
    for (uint32_t i = 0; i < p->npreloads && st == ANTLER_OK; i++) {
        uint32_t state = p->npreloads - 1 - i;
        out->state[i] = state;
        out->sram[i] = p->preloads[state].sram_bytes;
        st = time_state(in, op, p, state, &out->load_s[i], &out->seconds[i], err);
    }
    if (st == ANTLER_OK)
        keep_useful(out);
    return st;
}

/* How much slower kernels and exchanges go while a preload flows past at the rate of HBM: arbiters serve in turn, so
 * that an exchange keeps at least half of a link; a kernel pauses while data arrive in its SRAM (docs/MODEL.md, "Elk").
 */
typedef struct contention {
    double kernels, exchange;
} contention;

static contention contention_of(const machine *m)
{
    const double *capacity = machine_capacities(m);
    double link = machine_link_bps(m);
    double arriving = fmin(machine_hbm_bps(m) / machine_cores(m), link);
    double port_left = fmax(1 - arriving / capacity[RES_SRAM], 0.5);
    double link_left = fmax(1 - arriving / link, 0.5);
    return (contention){.kernels = 1 / port_left, .exchange = 1 / link_left};
}

static double contended_s(const machine *m, const contention *c, const plan *p)
{
    double syncs_s = p->syncs * machine_sync_s(m);
    return c->kernels * p->compute_s + syncs_s + c->exchange * (p->time_s - p->compute_s - syncs_s);
}

/* Plans come by ascending SRAM; steps are those that are quicker than every smaller one, largest first. */
static antler_status build_one(const schedule_input *in, uint32_t op, arena *a, execute_steps *out, antler_error *err)
{
    const plan_set *set = in->plans[op];
    if (set->count == 0)
        return choice_infeasible(in, op, 0, err);
    *out = (execute_steps){.sram = ARENA_ARRAY(a, uint64_t, set->count),
                           .seconds = ARENA_ARRAY(a, double, set->count),
                           .plans = ARENA_ARRAY(a, const plan *, set->count)};
    if (!out->sram || !out->seconds || !out->plans)
        return err_no_memory(err);
    contention c = contention_of(in->m);
    double least = INFINITY;
    uint32_t at = set->count;
    for (uint32_t i = 0; i < set->count; i++) {
        const plan *p = &set->plans[i];
        double seconds = contended_s(in->m, &c, p);
        if (seconds >= least)
            continue;
        least = seconds;
        at--;
        out->plans[at] = p;
        out->sram[at] = p->sram_bytes;
        out->seconds[at] = seconds;
    }
    out->plans += at;
    out->sram += at;
    out->seconds += at;
    out->count = set->count - at;
    out->preload = ARENA_ARRAY(a, preload_steps, out->count);
    antler_status st = out->preload ? ANTLER_OK : err_no_memory(err);
    for (uint32_t i = 0; i < out->count && st == ANTLER_OK; i++)
        st = build_preload(in, op, out->plans[i], a, &out->preload[i], err);
    return st;
}

antler_status steps_build(const schedule_input *in, arena *a, const execute_steps ***out, antler_error *err)
{
    uint32_t n = in->g->nops;
    const execute_steps **steps = ARENA_ARRAY(a, const execute_steps *, n);
    antler_status st = steps ? ANTLER_OK : err_no_memory(err);
    for (uint32_t i = 0; i < n && st == ANTLER_OK; i++) {
        if (in->alike[i] < i) {
            steps[i] = steps[in->alike[i]];
            continue;
        }
        execute_steps *s = ARENA_ARRAY(a, execute_steps, 1);
        st = s ? build_one(in, i, a, s, err) : err_no_memory(err);
        steps[i] = s;
    }
    if (st == ANTLER_OK)
        *out = steps;
    return st;
}
