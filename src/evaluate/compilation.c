#include "evaluate/compilation.h"

#include <stdlib.h>
#include <time.h>

#include "base/error.h"
#include "evaluate/alike.h"

#define GB 1e9

antler_cache *antler_cache_new(size_t bytes)
{
    antler_cache *cache = malloc(sizeof *cache);
    if (!cache)
        return NULL;
    cache->plans = plan_cache_new(bytes);
    if (!cache->plans) {
        free(cache);
        return NULL;
    }
    return cache;
}

void antler_cache_free(antler_cache *cache)
{
    if (!cache)
        return;
    plan_cache_free(cache->plans);
    free(cache);
}

antler_status compilation_fits(const compilation *c, const graph *g)
{
    double needs = (double)g->hbm_resident_bytes;
    double there = (double)machine_hbm_capacity(c->machine);
    if (needs > there)
        return err_set(c->err, ANTLER_INFEASIBLE,
                       "weights and KV cache need %.1f GB of HBM, %.1f GB are there: %.1f GB missing", needs / GB,
                       there / GB, (needs - there) / GB);
    double element_bytes = g->element_bytes;
    if (!machine_supports(c->machine, element_bytes))
        return err_set(c->err, ANTLER_INFEASIBLE, "the chip's kernels have no times for elements of %g bytes",
                       element_bytes);
    return ANTLER_OK;
}

antler_status compilation_plans(compilation *c)
{
    uint32_t n = c->graph->nops;
    c->plans = ARENA_ARRAY(c->memory, const plan_set *, n);
    c->alike = alike_find(c->graph, c->shards, c->memory);
    antler_status st = c->plans && c->alike ? ANTLER_OK : err_no_memory(c->err);
    for (uint32_t i = 0; i < n && st == ANTLER_OK; i++) {
        if (c->alike[i] < i) {
            c->plans[i] = c->plans[c->alike[i]];
            continue;
        }
        const graph_op *op = &c->graph->ops[i];
        plan_set *found = NULL;
        plan_set *priced = NULL;
        st = plan_cache_get(c->cache, c->graph, op, &c->shards[i], c->machine, c->memory, &found, c->err);
        if (st == ANTLER_OK)
            st = plans_price(found, c->graph, op, &c->shards[i], c->machine, c->memory, &priced, c->err);
        c->plans[i] = priced;
    }
    return st;
}

/* The judge that schedule is handed: it runs the program, schedule never sees how. */
static antler_status judge_by_simulating(void *self, const machine *m, const program *p, double *seconds,
                                         antler_error *err)
{
    (void)self;
    arena *scratch = arena_new();
    if (!scratch)
        return err_no_memory(err);
    sim_result run;
    antler_status st = simulate(p, m, false, scratch, &run, err);
    arena_free(scratch);
    if (st == ANTLER_OK)
        *seconds = run.latency_s;
    return st;
}

double seconds_now(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

antler_status compilation_simulate(compilation *c)
{
    double begin = seconds_now();
    antler_status st = simulate(c->scheduled.program, c->machine, false, c->memory, &c->run, c->err);
    c->simulate_s = seconds_now() - begin;
    return st;
}

schedule_input compilation_input(compilation *c)
{
    return (schedule_input){.g = c->graph,
                            .m = c->machine,
                            .shards = c->shards,
                            .plans = c->plans,
                            .alike = c->alike,
                            .judge = {.latency = judge_by_simulating},
                            .effort = c->point->effort};
}

antler_status compilation_ideal(compilation *c, double *seconds)
{
    schedule_input in = compilation_input(c);
    schedule_output bound = {0};
    antler_status st = design_find("ideal", NULL)->schedule(&in, c->memory, &bound, c->err);
    *seconds = bound.latency_s;
    return st;
}
