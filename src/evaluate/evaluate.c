/* One point: the passes in order. */
#include <antler/evaluate.h>

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "evaluate/ablation.h"
#include "evaluate/compilation.h"
#include "evaluate/variants.h"
#include "metrics/throughput.h"

/* For the variants of one point, which share most of their operators. */
enum { OWN_CACHE_BYTES = 256 << 20 };

/* needs: a point. leaves: its machine, its graph and the cut across chips. */
static antler_status load(compilation *c)
{
    antler_status st = machine_build(c->point->hwspec, c->memory, &c->machine, c->err);
    if (st == ANTLER_OK)
        st = graph_build(c->point->model, &c->point->workload, c->memory, &c->whole, c->err);
    if (st == ANTLER_OK)
        st = graph_check(c->whole, c->err);
    if (st == ANTLER_OK)
        st = compilation_dump_graph(c);
    if (st == ANTLER_OK)
        st = compilation_fits(c, c->whole);
    if (st == ANTLER_OK)
        st = shard_graph(c->whole, c->machine, c->memory, &c->whole_shards, c->err);
    return st;
}

/* needs: a program or a bound. leaves: all metrics but the timing ones. */
static void measure(const compilation *c, antler_metrics *out)
{
    double element_bytes = c->graph->element_bytes;
    if (!c->scheduled.program) {
        metrics_of_bound(&c->scheduled, c->graph, c->machine, element_bytes, out);
        out->value[ANTLER_M_ideal_ratio] = 1;
        return;
    }
    metrics_of_run(&c->run, c->graph, c->machine, element_bytes, out);
    out->value[ANTLER_M_ideal_ratio] = c->ideal_s / c->run.latency_s;
}

static antler_status evaluate(compilation *c, antler_metrics *out)
{
    double begin = seconds_now();
    antler_status st = load(c);
    if (st == ANTLER_OK)
        st = variants_compile(c);
    if (st == ANTLER_OK)
        st = compilation_dump_schedule(c);
    if (st == ANTLER_OK)
        st = compilation_explain(c);
    if (st == ANTLER_OK)
        st = compilation_ablate(c);
    if (st != ANTLER_OK)
        return st;
    measure(c, out);
    out->value[ANTLER_M_compile_s] = seconds_now() - begin - c->simulate_s;
    out->value[ANTLER_M_simulate_s] = c->simulate_s;
    return ANTLER_OK;
}

static antler_status find_design(compilation *c)
{
    const char *nearest = NULL;
    c->design = design_find(c->point->design, &nearest);
    if (c->design)
        return ANTLER_OK;
    char known[128] = "";
    for (size_t i = 0; designs[i]; i++) {
        size_t used = strlen(known);
        (void)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", designs[i]->name);
    }
    return err_set(c->err, ANTLER_BAD_INPUT, "design '%s' is not known; there are %s%s%s", c->point->design, known,
                   nearest ? "; did you mean " : "", nearest ? nearest : "");
}

antler_status antler_evaluate(const antler_point *point, antler_metrics *out, antler_error *err)
{
    compilation c = {.point = point, .err = err};
    antler_status st = find_design(&c);
    if (st != ANTLER_OK)
        return st;
    c.memory = arena_new();
    plan_cache *own = point->cache ? NULL : plan_cache_new(OWN_CACHE_BYTES);
    c.cache = point->cache ? point->cache->plans : own;
    antler_metrics metrics;
    st = c.memory && c.cache ? evaluate(&c, &metrics) : err_no_memory(err);
    arena_free(c.variant);
    arena_free(c.memory);
    plan_cache_free(own);
    if (st == ANTLER_OK)
        *out = metrics;
    return st;
}
