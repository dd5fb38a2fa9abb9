/* Operators whose plans and traffic are the same: planned once. */
#ifndef EVALUATE_ALIKE_H
#define EVALUATE_ALIKE_H

#include "plan/shard.h"

/* needs: a checked graph and its shards. leaves: by operator, the first one alike; NULL when out of memory. */
uint32_t *alike_find(const graph *g, const shard *shards, arena *a);

#endif
