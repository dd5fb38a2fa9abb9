/* What of a model streams through SRAM: which operators are cut in time, and which activations go through HBM. */
#ifndef PLAN_STREAM_H
#define PLAN_STREAM_H

#include "machine/machine.h"
#include "model/slice.h"
#include "plan/shard.h"

/* Bytes of a core's SRAM, on the least that each can take: every byte on one core alone. */
typedef struct stream_limits {
    uint64_t operator_bytes; /* operands of one operator */
    uint64_t held_bytes;     /* outputs kept for later readers beside any operator */
} stream_limits;

/* needs: a checked graph of whole operators, its shards, and by operator the first one alike. leaves: in `a`, the
 * slicing with which no operator and no set of kept outputs needs more than the limits, where cutting can reach them:
 * reduction dims are never cut. The largest kept outputs are spilled first. Of an operator's cuts within the limit the
 * one that reads least from HBM is taken, then the one that gathers least over the NoC, then the fewest slices, then
 * the one with least padding. Nothing here depends on a bandwidth. */
antler_status stream_decide(const graph *g, const machine *m, const shard *shards, const uint32_t *alike,
                            const stream_limits *limits, arena *a, slicing *out, antler_error *err);

#endif
