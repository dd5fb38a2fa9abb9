#include "evaluate/compilation.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "plan/signature.h"

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

antler_status compilation_fits(compilation *c)
{
    double needs = (double)c->graph->hbm_resident_bytes;
    double there = (double)machine_hbm_capacity(c->machine);
    if (needs > there)
        return err_set(c->err, ANTLER_INFEASIBLE,
                       "weights and KV cache need %.1f GB of HBM, %.1f GB are there: %.1f GB missing", needs / GB,
                       there / GB, (needs - there) / GB);
    double element_bytes = c->graph->element_bytes;
    if (!machine_supports(c->machine, element_bytes))
        return err_set(c->err, ANTLER_INFEASIBLE, "the chip's kernels have no times for elements of %g bytes",
                       element_bytes);
    return ANTLER_OK;
}

antler_status compilation_plans(compilation *c)
{
    uint32_t n = c->graph->nops;
    plan_cache *cache = c->point->cache ? c->point->cache->plans : NULL;
    const char **signatures = ARENA_ARRAY(c->memory, const char *, n);
    c->plans = ARENA_ARRAY(c->memory, const plan_set *, n);
    if (!signatures || !c->plans)
        return err_no_memory(c->err);
    for (uint32_t i = 0; i < n; i++) {
        const graph_op *op = &c->graph->ops[i];
        const shard *s = &c->shards[i];
        signatures[i] = plan_signature(c->graph, op, s, c->machine, c->memory);
        if (!signatures[i])
            return err_no_memory(c->err);
        for (uint32_t j = 0; j < i && !c->plans[i]; j++)
            if (strcmp(signatures[i], signatures[j]) == 0 && memcmp(s, &c->shards[j], sizeof *s) == 0)
                c->plans[i] = c->plans[j];
        if (c->plans[i])
            continue;
        plan_set *found = NULL;
        plan_set *priced = NULL;
        antler_status st = plan_cache_get(cache, c->graph, op, s, c->machine, c->memory, &found, c->err);
        if (st == ANTLER_OK)
            st = plans_price(found, c->graph, op, s, c->machine, c->memory, &priced, c->err);
        if (st != ANTLER_OK)
            return st;
        c->plans[i] = priced;
    }
    return ANTLER_OK;
}

/* The judge that schedule is handed: it runs the program, schedule never sees how. */
static antler_status judge_by_simulating(void *self, const program *p, double *seconds, antler_error *err)
{
    const compilation *c = self;
    arena *scratch = arena_new();
    if (!scratch)
        return err_no_memory(err);
    sim_result run;
    antler_status st = simulate(p, c->machine, false, scratch, &run, err);
    arena_free(scratch);
    if (st == ANTLER_OK)
        *seconds = run.latency_s;
    return st;
}

schedule_input compilation_input(compilation *c)
{
    return (schedule_input){.g = c->graph,
                            .m = c->machine,
                            .shards = c->shards,
                            .plans = c->plans,
                            .judge = {.latency = judge_by_simulating, .self = c}};
}

antler_status compilation_ideal(compilation *c, double *seconds)
{
    schedule_input in = compilation_input(c);
    schedule_output bound = {0};
    antler_status st = design_find("ideal", NULL)->schedule(&in, c->memory, &bound, c->err);
    *seconds = bound.latency_s;
    return st;
}
