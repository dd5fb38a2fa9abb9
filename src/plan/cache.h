/* Plan sets shared between operators, layers and points: keyed by everything an enumeration depends on, bounded in
 * bytes. */
#ifndef PLAN_CACHE_H
#define PLAN_CACHE_H

#include "plan/plan.h"

typedef struct plan_cache plan_cache;

typedef struct plan_cache_stats {
    uint64_t hits, misses, bytes, evicted;
} plan_cache_stats;

/* At most `bytes` of plan sets; safe for many threads at once. NULL when out of memory. */
plan_cache *plan_cache_new(size_t bytes);
void plan_cache_free(plan_cache *c);
plan_cache_stats plan_cache_statistics(plan_cache *c);

/* The set of plans_enumerate, from the cache where it is; copied into `a`, so that eviction cannot take it away. Two
 * threads that miss the same key compute it once or twice, with equal results. `c` may be NULL: no cache. */
antler_status plan_cache_get(plan_cache *c, const graph *g, const graph_op *op, const shard *s, const machine *m,
                             arena *a, plan_set **out, antler_error *err);

#endif
