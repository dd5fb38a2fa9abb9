/* What an enumeration depends on, as text: the key of the plan cache, and which operators of a graph are alike. */
#ifndef PLAN_SIGNATURE_H
#define PLAN_SIGNATURE_H

#include "plan/plan.h"

/* In `a`; NULL when out of memory. */
char *plan_signature(const graph *g, const graph_op *op, const shard *s, const machine *m, arena *a);

#endif
