/* The state of one point on its way through the passes, and the passes that are more than one call. */
#ifndef EVALUATE_COMPILATION_H
#define EVALUATE_COMPILATION_H

#include <antler/evaluate.h>

#include "plan/cache.h"
#include "schedule/elk.h"
#include "simulate/simulate.h"

struct antler_cache {
    plan_cache *plans;
};

typedef struct compilation {
    const antler_point *point;
    const design_ops *design;
    const elk_parts *parts; /* of Elk's search, to schedule with in place of the design; NULL: the design */
    arena *memory;
    antler_error *err;
    plan_cache *cache; /* the point's, or its own */
    machine *machine;
    graph *whole; /* no operator cut in time */
    shard *whole_shards;
    /* of the variant that is kept (variants.h), in an arena of its own */
    arena *variant;
    graph *graph;
    shard *shards;
    uint32_t *alike;        /* by operator: the first one alike */
    const plan_set **plans; /* by operator, priced; alike operators share */
    schedule_output scheduled;
    sim_result run;    /* of the program */
    double simulate_s; /* what that took */
    double latency_s;  /* of the run or of the bound; INFINITY: none yet */
    double ideal_s;    /* the least bound of all variants */
} compilation;

/* What `g` keeps in HBM fits there, and the kernels know the element size. ANTLER_INFEASIBLE names the shortfall. */
antler_status compilation_fits(const compilation *c, const graph *g);

/* needs: machine, graph, shards. leaves: plans. */
antler_status compilation_plans(compilation *c);

/* needs: a checked program. leaves: run, and how long that took. */
antler_status compilation_simulate(compilation *c);

/* Seconds of a clock that only goes forwards. */
double seconds_now(void);

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
