/* A design: a compiler policy that turns plan sets into a program. One file a design, one line in designs.def. */
#ifndef SCHEDULE_DESIGN_H
#define SCHEDULE_DESIGN_H

#include "plan/plan.h"
#include "program/program.h"

/* Latency of a candidate on a machine, by simulating it: evaluate supplies it, so that schedule never sees the
 * simulator. */
typedef struct judge {
    antler_status (*latency)(void *self, const machine *m, const program *p, double *seconds, antler_error *err);
    void *self;
} judge;

typedef struct schedule_input {
    const graph *g;
    const machine *m;
    const shard *shards;          /* per operator */
    const plan_set *const *plans; /* per operator, priced; alike operators share one set */
    const uint32_t *alike;        /* per operator: the first one alike, in plan set and shard; itself when it is that */
    judge judge;
    uint32_t effort; /* preload orders that elk-full judges at each HBM bandwidth it searches at; 0: its default */
} schedule_input;

/* What a design decides for one operator. */
typedef struct choice {
    const plan *plan;
    uint32_t state; /* index into plan->preloads; 0 when it has none */
} choice;

/* A program, or for `ideal` the lower bound and what it is made of. */
typedef struct schedule_output {
    program *program; /* NULL for a relaxation */
    choice *choices;  /* by operator; NULL for a relaxation */
    double latency_s; /* relaxations only */
    double execute_s; /* relaxations: execution alone */
    double compute_s;
    double exchange_s;
    double sync_s;
    double noc_bytes; /* relaxations: received by cores, all chips */
    uint64_t sram_peak;
} schedule_output;

typedef struct design_ops {
    const char *name;
    const char *doc; /* one line for `antler list designs` */
    /* needs: priced plan sets, none empty. leaves: a program that passes program_check, in `a`.
     * ANTLER_INFEASIBLE names the operator and the bytes missing. */
    antler_status (*schedule)(const schedule_input *in, arena *a, schedule_output *out, antler_error *err);
} design_ops;

#define DESIGN(id, name, doc)                                                                                          \
    antler_status schedule_##id(const schedule_input *in, arena *a, schedule_output *out, antler_error *err);
#include "schedule/designs.def"
#undef DESIGN

extern const design_ops *const designs[]; /* NULL-ended */

/* NULL when there is none of that name; `nearest` (may be NULL) gets the closest. */
const design_ops *design_find(const char *name, const char **nearest);

#endif
