#include "schedule/ideal_terms.h"

#include <math.h>

#include "base/error.h"
#include "schedule/choice.h"

/* Time of one preload alone without first-access and flight times, and HBM's share of it, which is the same for every
 * plan and state of an operator. */
static antler_status load_time(const schedule_input *in, uint32_t op, const plan *p, uint32_t state, arena *a,
                               double *seconds, double *hbm_s, antler_error *err)
{
    traffic preload;
    traffic redistribute;
    plan_preload_traffic(in->g, &in->g->ops[op], &in->shards[op], p, state, in->m, &preload, &redistribute);
    footprint f;
    antler_status st = machine_footprint(in->m, &preload, a, &f, err);
    *seconds = 0;
    *hbm_s = 0;
    for (uint32_t d = 0; st == ANTLER_OK && d < f.count; d++) {
        double s = f.demands[d].amount / machine_capacities(in->m)[f.demands[d].resource];
        *seconds = fmax(*seconds, s);
        if (f.demands[d].resource == RES_HBM)
            *hbm_s = s;
    }
    return st;
}

/* Over all plans and states: where chunks do not divide evenly, the least state need not be the quickest to load. */
static antler_status least_load(const schedule_input *in, uint32_t op, arena *a, double *out, antler_error *err)
{
    const plan_set *set = in->plans[op];
    *out = set->plans[0].npreloads > 0 ? INFINITY : 0;
    for (uint32_t i = 0; i < set->count; i++)
        for (uint32_t state = 0; state < set->plans[i].npreloads; state++) {
            double seconds = 0;
            double hbm_s = 0;
            antler_status st = load_time(in, op, &set->plans[i], state, a, &seconds, &hbm_s, err);
            if (st != ANTLER_OK)
                return st;
            *out = fmin(*out, seconds);
            if (*out <= hbm_s)
                return ANTLER_OK; /* HBM decides: nothing is quicker */
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
        if (in->alike[i] < i) {
            terms[i] = terms[in->alike[i]];
            continue;
        }
        antler_status st = find_one(in, i, a, &terms[i], err);
        if (st != ANTLER_OK)
            return st;
    }
    *out = terms;
    return ANTLER_OK;
}
