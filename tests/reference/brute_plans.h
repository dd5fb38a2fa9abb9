/* Every plan of an operator by trying every number for every part, and its costs by walking its steps: the definition
 * of docs/MODEL.md, "Plans", written down again without any code of the plan room. */
#ifndef REFERENCE_BRUTE_PLANS_H
#define REFERENCE_BRUTE_PLANS_H

#include "plan/plan.h"

typedef void brute_sink(void *self, const plan *p);

/* Calls `sink` for each legal plan, whether it fits or not: all fields but preloads and time_s. */
void brute_plans(const graph *g, const graph_op *op, const shard *s, const machine *m, brute_sink *sink, void *self);

/* Every preload state of a legal plan, dominated or not. */
typedef void brute_state_sink(void *self, const preload_state *state);
void brute_preloads(const graph *g, const graph_op *op, const shard *s, const plan *p, brute_state_sink *sink,
                    void *self);

#endif
