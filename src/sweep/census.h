/* Which points a sweep will visit, before any of them is evaluated. */
#ifndef SWEEP_CENSUS_H
#define SWEEP_CENSUS_H

#include "sweep/inputs.h"

/* Indices first, first + step, ... of a space. A point's shard depends on its index alone, never on what is known. */
typedef struct shard_range {
    uint64_t first, step;
} shard_range;

/* Points in the range that `where` keeps. Evaluates every derive and where, so that one that fails somewhere fails
 * here, before hours of work. ANTLER_BAD_INPUT too when the whole space has no point. Stops early when asked to. */
antler_status census_count(space *s, const sweep_file *file, shard_range range, uint64_t *out, antler_error *err);

/* The dry run's listing: axes, count, and up to ten points spread over the range. */
antler_status census_print(const sweep_inputs *in, shard_range range, uint64_t count, FILE *out, antler_error *err);

#endif
