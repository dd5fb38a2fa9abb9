/* Tiny graphs with plan sets written by hand, whose times can be worked out on paper.
 *
 * The machine has 4 cores at 1 GHz, all-to-all: 1 byte/ns into (and out of) each core, 10 bytes/ns of HBM, no flight
 * times, synchronizations of 100 ns. Every operator is element-wise on [4, 100] with a row a core and 2 bytes an
 * element: one kernel call takes 100 ns. A weight is a row of 100, so 200 bytes of HBM, 20 ns, and a preload state of n
 * bytes takes n ns to arrive at each core when n is above 20. Reading an earlier output costs 200 ns of re-layout and
 * two synchronizations. */
#ifndef SUPPORT_HAND_H
#define SUPPORT_HAND_H

#include "schedule/design.h"
#include "support/one_line.h"

#define NS 1e-9

enum { HAND_MOST = 8, HAND_STATES = 3, HAND_PLANS = 4, HAND_KERNEL_NS = 100, HAND_READ_NS = 400 };

typedef struct hand_state {
    uint64_t sram, redistribute;
} hand_state;

typedef struct hand_plan {
    uint64_t sram, hold;
    uint32_t steps;                 /* 0: no plan */
    hand_state states[HAND_STATES]; /* by ascending SRAM; sram 0: no state */
} hand_plan;

typedef struct hand_op {
    int32_t reads[2]; /* earlier operators, or GRAPH_NONE */
    hand_plan plans[HAND_PLANS];
    uint64_t least_sram; /* of a set without plans */
} hand_op;

/* `sram` bytes for each core (at most 1 KiB). Operator i is named `op<i>`; it has a weight when its plans have states.
 */
schedule_input *hand_input(arena *a, uint64_t sram, const hand_op *ops, uint32_t count);

#endif
