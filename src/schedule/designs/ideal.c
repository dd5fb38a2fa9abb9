/* Ideal: Elk's roofline, a relaxation and not a program. Preload and execution each have their own interconnect and
 * their own SRAM, redistribution is free. docs/MODEL.md, "The ideal bound", proves that no program beats it: latency >=
 * max over k of (time to load operators 1..k) + (time to execute operators k..n). */
#include <math.h>

#include "base/error.h"
#include "schedule/choice.h"
#include "schedule/ideal_terms.h"

antler_status schedule_ideal(const schedule_input *in, arena *a, schedule_output *out, antler_error *err)
{
    uint32_t n = in->g->nops;
    ideal_terms *terms = NULL;
    antler_status st = ideal_terms_find(in, a, &terms, err);
    if (st != ANTLER_OK)
        return st;
    double rest = 0; /* executes from k on */
    double total_load = 0;
    for (uint32_t k = 0; k < n; k++) {
        rest += terms[k].execute_s;
        total_load += terms[k].load_s;
        out->compute_s += terms[k].plan->compute_s;
        out->sync_s += terms[k].plan->syncs * machine_sync_s(in->m);
    }
    out->execute_s = rest;
    out->exchange_s = rest - out->compute_s - out->sync_s;
    double latency = rest;
    double loaded = total_load > 0 ? machine_hbm_latency_s(in->m) : 0;
    for (uint32_t k = 0; k < n; k++) {
        loaded += terms[k].load_s;
        if (terms[k].load_s > 0)
            latency = fmax(latency, loaded + rest);
        rest -= terms[k].execute_s;
    }
    out->latency_s = fmax(latency, loaded);
    return ANTLER_OK;
}
