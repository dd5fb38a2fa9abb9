/* Random small operators and machines for property tests. */
#ifndef SUPPORT_RANDOM_OP_H
#define SUPPORT_RANDOM_OP_H

#include "model/graph.h"
#include "support/one_line.h"
#include "support/random.h"

/* One operator with its tensors. */
typedef struct random_graph {
    graph graph;
    graph_op op;
    graph_tensor tensors[GRAPH_MAX_OPERANDS + 1];
} random_graph;

/* Matmuls with any dims batched or missing, element-wise with broadcast, reductions: up to 4 dims of 1 to 12;
 * elements of 2 bytes, some of half a byte. */
random_graph *random_op(arena *a, random_state *r);

/* 1 to 16 cores, all-to-all, little or much SRAM, either kernel model. */
machine *random_machine(arena *a, random_state *r);

#endif
