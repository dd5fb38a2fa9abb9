/* One point: the passes in order. */
#include <antler/evaluate.h>

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "evaluate/ablation.h"
#include "evaluate/compilation.h"
#include "metrics/throughput.h"
#include "program/program_check.h"

/* needs: a point. leaves: its machine, its graph and the cut across chips. */
static antler_status load(compilation *c)
{
    antler_status st = machine_build(c->point->hwspec, c->memory, &c->machine, c->err);
    if (st == ANTLER_OK)
        st = graph_build(c->point->model, &c->point->workload, c->memory, &c->graph, c->err);
    if (st == ANTLER_OK)
        st = graph_check(c->graph, c->err);
    if (st == ANTLER_OK)
        st = compilation_dump_graph(c);
    if (st == ANTLER_OK)
        st = compilation_fits(c);
    if (st == ANTLER_OK)
        st = shard_graph(c->graph, c->machine, c->memory, &c->shards, c->err);
    return st;
}

/* needs: plan sets. leaves: a checked program, or a bound. */
static antler_status compile(compilation *c)
{
    schedule_input in = compilation_input(c);
    antler_status st = c->design->schedule(&in, c->memory, &c->scheduled, c->err);
    if (st == ANTLER_OK && c->scheduled.program)
        st = program_check(c->scheduled.program, c->machine, c->err);
    return st;
}

/* needs: a program or a bound. leaves: all metrics but the timing ones. */
static antler_status measure(compilation *c, antler_metrics *out)
{
    double element_bytes = c->graph->element_bytes;
    if (!c->scheduled.program) {
        metrics_of_bound(&c->scheduled, c->graph, c->machine, element_bytes, out);
        out->value[ANTLER_M_ideal_ratio] = 1;
        return ANTLER_OK;
    }
    sim_result run;
    antler_status st = simulate(c->scheduled.program, c->machine, false, c->memory, &run, c->err);
    if (st != ANTLER_OK)
        return st;
    metrics_of_run(&run, c->graph, c->machine, element_bytes, out);
    double ideal_s = 0;
    st = compilation_ideal(c, &ideal_s);
    out->value[ANTLER_M_ideal_ratio] = ideal_s / run.latency_s;
    return st;
}

static double seconds_now(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static antler_status evaluate(compilation *c, antler_metrics *out)
{
    double begin = seconds_now();
    antler_status st = load(c);
    if (st == ANTLER_OK)
        st = compilation_plans(c);
    if (st == ANTLER_OK)
        st = compile(c);
    if (st == ANTLER_OK)
        st = compilation_dump_schedule(c);
    if (st == ANTLER_OK)
        st = compilation_explain(c);
    if (st == ANTLER_OK)
        st = compilation_ablate(c);
    double compiled = seconds_now();
    if (st == ANTLER_OK)
        st = measure(c, out);
    if (st != ANTLER_OK)
        return st;
    out->value[ANTLER_M_compile_s] = compiled - begin;
    out->value[ANTLER_M_simulate_s] = seconds_now() - compiled;
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
    if (!c.memory)
        return err_no_memory(err);
    antler_metrics metrics;
    st = evaluate(&c, &metrics);
    arena_free(c.memory);
    if (st == ANTLER_OK)
        *out = metrics;
    return st;
}
