/* Which dims of each operator lie across chips: tensor parallelism, chosen by the traffic it causes.
 *
 * Every chip does the same: dim d is cut into chip_parts[d] parts, product at most the chip count, and each chip runs
 * the operator on ceil(size / chip_parts). What a change of cut from producer to consumer, a split reduction, or a
 * weight used by several chips moves between chips is charged to the operator that needs it. */
#ifndef PLAN_SHARD_H
#define PLAN_SHARD_H

#include "machine/machine.h"
#include "model/graph.h"

typedef struct shard {
    uint32_t parts[GRAPH_MAX_DIMS]; /* chips along each dim */
    uint64_t relayout_chip_bytes;   /* entering each chip before the operator runs */
    uint64_t reduce_chip_bytes;     /* entering each chip to combine partial sums at its end */
    uint64_t preload_chip_bytes;    /* entering each chip while it preloads: operands that several chips use */
} shard;

/* needs: a checked graph. leaves: one shard per operator, in `a`; all ones and zeros on one chip.
 * Chosen by coordinate descent over the graph from the best cut of each operator alone: time of HBM reads plus
 * inter-chip traffic plus padded multiply-adds, neighbours included; deterministic. */
antler_status shard_graph(const graph *g, const machine *m, arena *a, shard **out, antler_error *err);

/* needs: shards with their parts set. leaves: the bytes that these cuts cause, in every shard. */
void shard_charges(const graph *g, const machine *m, shard *shards);

#endif
