#include "schedule/ideal_terms.h"

#include <math.h>

#include "base/error.h"
#include "schedule/choice.h"

static antler_status least_load(const schedule_input *in, uint32_t op, arena *a, double *out, antler_error *err)
{
    const plan_set *set = in->plans[op];
    *out = INFINITY;
    for (uint32_t i = 0; i < set->count; i++) {
        const plan *p = &set->plans[i];
        if (p->npreloads == 0) {
            *out = 0;
            return ANTLER_OK;
        }
        traffic preload;
        traffic redistribute;
        plan_preload_traffic(in->g, &in->g->ops[op], &in->shards[op], p, 0, in->m, &preload, &redistribute);
        footprint f;
        antler_status st = machine_footprint(in->m, &preload, a, &f, err);
        if (st != ANTLER_OK)
            return st;
        double s = 0;
        for (uint32_t d = 0; d < f.count; d++)
            s = fmax(s, f.demands[d].amount / machine_capacities(in->m)[f.demands[d].resource]);
        *out = fmin(*out, s);
    }
    return ANTLER_OK;
}

static antler_status find_one(const schedule_input *in, uint32_t op, arena *a, ideal_terms *out, antler_error *err)
{
    const plan_set *set = in->plans[op];
    if (set->count == 0)
        return choice_infeasible(in, op, 0, err);
    out->plan = &set->plans[0];
    for (uint32_t i = 1; i < set->count; i++)
        if (set->plans[i].time_s < out->plan->time_s)
            out->plan = &set->plans[i];
    out->execute_s = out->plan->time_s;
    return least_load(in, op, a, &out->load_s, err);
}

antler_status ideal_terms_find(const schedule_input *in, arena *a, ideal_terms **out, antler_error *err)
{
    uint32_t n = in->g->nops;
    ideal_terms *terms = ARENA_ARRAY(a, ideal_terms, n);
    if (!terms)
        return err_no_memory(err);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t alike = 0;
        while (alike < i && in->plans[alike] != in->plans[i])
            alike++;
        if (alike < i) {
            terms[i] = terms[alike];
            continue;
        }
        antler_status st = find_one(in, i, a, &terms[i], err);
        if (st != ANTLER_OK)
            return st;
    }
    *out = terms;
    return ANTLER_OK;
}
