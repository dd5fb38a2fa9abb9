/* Evaluating the points of a sweep side by side and storing them in order. */
#ifndef SWEEP_TEAM_H
#define SWEEP_TEAM_H

#include <antler/evaluate.h>

#include "store/store.h"
#include "sweep/census.h"
#include "sweep/inputs.h"
#include "sweep/progress.h"

typedef struct team_task {
    const sweep_inputs *in;
    store *store;
    antler_cache *cache;
    progress *progress;
    shard_range range;
    uint64_t limit; /* new points at most; 0: all */
    unsigned jobs;  /* threads, >= 1 */
} team_task;

/* Walk the range, evaluate what the store does not have, and add its rows strictly in index order: the database is the
 * same for any number of threads, and what a kill leaves is a beginning of it. Returns after the last row is committed
 * (or after the rows of the points in work, when asked to stop). Counts into `summary`. */
antler_status team_run(const team_task *task, antler_sweep_summary *summary, antler_error *err);

#endif
