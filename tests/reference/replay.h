/* Runs a plan on small integer tensors: pieces lie on cores, each step multiplies and adds what its core holds, and a
 * core that needs another piece gets it from a member of its ring. docs/MODEL.md, "Plans", gives the skew. */
#ifndef REFERENCE_REPLAY_H
#define REFERENCE_REPLAY_H

#include "plan/plan.h"

/* What each core received: the same for every core, or the replay fails. */
typedef struct replay_counts {
    uint64_t shift_bytes, reduce_bytes, hold_bytes, shifts, steps;
    bool consecutive; /* all rings are runs of consecutive replicas */
} replay_counts;

/* NULL when the plan runs, every multiply-add of the operator is done once and the result is right; else what went
 * wrong. Inputs are multiplied with one another and summed over the dims that the output does not span. */
const char *replay(const graph *g, const graph_op *op, const shard *s, const plan *p, uint64_t seed,
                   replay_counts *out);

#endif
