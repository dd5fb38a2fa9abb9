/* The state of one point on its way through the passes, and the passes that are more than one call. */
#ifndef EVALUATE_COMPILATION_H
#define EVALUATE_COMPILATION_H

#include <antler/evaluate.h>

#include "plan/cache.h"
#include "schedule/design.h"
#include "simulate/simulate.h"

struct antler_cache {
    plan_cache *plans;
};

typedef struct compilation {
    const antler_point *point;
    const design_ops *design;
    arena *memory;
    antler_error *err;
    machine *machine;
    graph *graph;
    shard *shards;
    uint32_t *alike;        /* by operator: the first one alike */
    const plan_set **plans; /* by operator, priced; alike operators share */
    schedule_output scheduled;
} compilation;

/* Weights and KV cache fit HBM, and the kernels know the element size. ANTLER_INFEASIBLE names the shortfall. */
antler_status compilation_fits(compilation *c);

/* needs: machine, graph, shards. leaves: plans. */
antler_status compilation_plans(compilation *c);

/* What a design gets to see. */
schedule_input compilation_input(compilation *c);

/* Latency of the ideal bound on the same plans. */
antler_status compilation_ideal(compilation *c, double *seconds);

/* What the point asks to have printed: its graph, then plans and program. */
antler_status compilation_dump_graph(compilation *c);
antler_status compilation_dump_schedule(compilation *c);

/* The explanation of the schedule, if the point asks for it. */
antler_status compilation_explain(compilation *c);

/* Has everything printed so far got through? */
antler_status compilation_written(const compilation *c);

#endif
