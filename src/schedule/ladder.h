/* Of each plan set, the plans that some limit of execute SRAM makes the fastest: a staircase of less SRAM and more
 * time. */
#ifndef SCHEDULE_LADDER_H
#define SCHEDULE_LADDER_H

#include "schedule/design.h"

typedef struct rung {
    const plan *plan;
    uint32_t state[2];        /* least and most preload state */
    uint64_t state_sram[2];   /* by state; 0 when nothing is loaded */
    double load_s[2];         /* preload alone, by state */
    double redistribute_s[2]; /* by state, synchronizations included */
} rung;

typedef struct ladder {
    uint32_t count;
    rung *rungs; /* by ascending SRAM, descending time */
} ladder;

enum { STATE_LEAST, STATE_MOST };

/* One ladder an operator; alike operators share theirs. ANTLER_INFEASIBLE when a plan set is empty. */
antler_status ladders_build(const schedule_input *in, arena *a, const ladder ***out, antler_error *err);

/* The fastest rung within `sram` bytes; NULL when there is none. */
const rung *ladder_within(const ladder *l, uint64_t sram);

#endif
