#include "schedule/ladder.h"

#include "base/error.h"
#include "schedule/choice.h"

enum { SYNCS_AN_EXCHANGE = 2 };

static antler_status time_state(const schedule_input *in, uint32_t op, rung *r, int which, antler_error *err)
{
    traffic preload;
    traffic redistribute;
    plan_preload_traffic(in->g, &in->g->ops[op], &in->shards[op], r->plan, r->state[which], in->m, &preload,
                         &redistribute);
    antler_status st = ANTLER_OK;
    if (preload.unique > 0)
        st = machine_traffic_s(in->m, &preload, &r->load_s[which], err);
    if (st == ANTLER_OK && redistribute.bytes > 0) {
        st = machine_traffic_s(in->m, &redistribute, &r->redistribute_s[which], err);
        r->redistribute_s[which] += SYNCS_AN_EXCHANGE * machine_sync_s(in->m);
    }
    return st;
}

static antler_status build_one(const schedule_input *in, uint32_t op, arena *a, ladder *out, antler_error *err)
{
    const plan_set *set = in->plans[op];
    if (set->count == 0)
        return choice_infeasible(in, op, 0, err);
    out->rungs = ARENA_ARRAY(a, rung, set->count);
    if (!out->rungs)
        return err_no_memory(err);
    for (uint32_t i = 0; i < set->count; i++) {
        const plan *p = &set->plans[i];
        if (out->count > 0 && out->rungs[out->count - 1].plan->time_s <= p->time_s)
            continue;
        rung *r = &out->rungs[out->count++];
        *r = (rung){.plan = p, .state = {0, p->npreloads > 0 ? p->npreloads - 1 : 0}};
        for (int which = 0; which < 2 && p->npreloads > 0; which++)
            r->state_sram[which] = p->preloads[r->state[which]].sram_bytes;
        antler_status st = time_state(in, op, r, STATE_LEAST, err);
        if (st == ANTLER_OK)
            st = time_state(in, op, r, STATE_MOST, err);
        if (st != ANTLER_OK)
            return st;
    }
    return ANTLER_OK;
}

antler_status ladders_build(const schedule_input *in, arena *a, const ladder ***out, antler_error *err)
{
    uint32_t n = in->g->nops;
    const ladder **ladders = ARENA_ARRAY(a, const ladder *, n);
    if (!ladders)
        return err_no_memory(err);
    for (uint32_t i = 0; i < n; i++) {
        if (in->alike[i] < i) {
            ladders[i] = ladders[in->alike[i]];
            continue;
        }
        ladder *l = ARENA_ARRAY(a, ladder, 1);
        antler_status st = l ? build_one(in, i, a, l, err) : err_no_memory(err);
        if (st != ANTLER_OK)
            return st;
        ladders[i] = l;
    }
    *out = ladders;
    return ANTLER_OK;
}

const rung *ladder_within(const ladder *l, uint64_t sram)
{
    const rung *best = NULL;
    for (uint32_t i = 0; i < l->count && l->rungs[i].plan->sram_bytes <= sram; i++)
        best = &l->rungs[i];
    return best;
}
