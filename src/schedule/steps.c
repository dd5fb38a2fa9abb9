#include "schedule/steps.h"

#include <math.h>

#include "base/error.h"

enum { SYNCS_AN_EXCHANGE = 2 };

static antler_status time_state(const schedule_input *in, uint32_t op, const plan *p, uint32_t state, double *load_s,
                                double *redistribute_s, arena *a, antler_error *err)
{
    traffic preload;
    traffic redistribute;
    plan_preload_traffic(in->g, &in->g->ops[op], &in->shards[op], p, state, in->m, &preload, &redistribute);
    antler_status st = machine_traffic_s(in->m, &preload, a, load_s, err);
    if (st == ANTLER_OK && redistribute.bytes > 0) {
        st = machine_traffic_s(in->m, &redistribute, a, redistribute_s, err);
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
        st = time_state(in, op, p, state, &out->load_s[i], &out->seconds[i], a, err);
    }
    if (st == ANTLER_OK)
        keep_useful(out);
    return st;
}

static antler_status build_one(const schedule_input *in, uint32_t op, const ladder *l, arena *a, execute_steps *out,
                               antler_error *err)
{
    *out = (execute_steps){.count = l->count,
                           .sram = ARENA_ARRAY(a, uint64_t, l->count),
                           .seconds = ARENA_ARRAY(a, double, l->count),
                           .plans = ARENA_ARRAY(a, const plan *, l->count),
                           .preload = ARENA_ARRAY(a, preload_steps, l->count)};
    if (!out->sram || !out->seconds || !out->plans || !out->preload)
        return err_no_memory(err);
    antler_status st = ANTLER_OK;
    for (uint32_t i = 0; i < l->count && st == ANTLER_OK; i++) {
        const plan *p = l->rungs[l->count - 1 - i].plan;
        out->plans[i] = p;
        out->sram[i] = p->sram_bytes;
        out->seconds[i] = p->time_s;
        st = build_preload(in, op, p, a, &out->preload[i], err);
    }
    return st;
}

antler_status steps_build(const schedule_input *in, arena *a, const execute_steps ***out, antler_error *err)
{
    uint32_t n = in->g->nops;
    const ladder **ladders = NULL;
    const execute_steps **steps = ARENA_ARRAY(a, const execute_steps *, n);
    if (!steps)
        return err_no_memory(err);
    antler_status st = ladders_build(in, a, &ladders, err);
    for (uint32_t i = 0; i < n && st == ANTLER_OK; i++) {
        if (in->alike[i] < i) {
            steps[i] = steps[in->alike[i]];
            continue;
        }
        execute_steps *s = ARENA_ARRAY(a, execute_steps, 1);
        if (!s)
            return err_no_memory(err);
        st = build_one(in, i, ladders[i], a, s, err);
        steps[i] = s;
    }
    if (st == ANTLER_OK)
        *out = steps;
    return st;
}
