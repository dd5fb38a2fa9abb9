/* Random chains of small operators, brought through the real passes up to the schedule; and the judge that simulates.
 */
#ifndef SUPPORT_CHAIN_H
#define SUPPORT_CHAIN_H

#include "model/slice.h"
#include "schedule/design.h"
#include "simulate/simulate.h"
#include "support/one_line.h"
#include "support/random.h"

/* A checked graph of `nops` operators: matmuls with weights or a KV cache, element-wise with a weight or with an
 * earlier output (kept until then), unary ones, reductions and gathers, dims of 1 to 12. */
graph *chain_random(arena *a, random_state *r, uint32_t nops);

/* How `g` might be cut in time: lengths of any kind of dim but reductions, and activations that are read spilled, at
 * random. */
slicing chain_slicing(arena *a, random_state *r, const graph *g);

/* 1 or 2 chips of 1 to 9 cores with 1 to 16 KiB, any topology, either kernel model, either kind of overlap; bandwidths
 * at which now HBM, now the NoC, now the kernels are slowest. */
machine *chain_machine(arena *a, random_state *r);

/* Cuts, plan sets and alike operators of a graph, with a judge that simulates. Plan sets may be empty. */
schedule_input *chain_plans(arena *a, const graph *g, const machine *m);

/* The judge alone; `self` is not used. */
antler_status chain_judge(void *self, const machine *m, const program *p, double *seconds, antler_error *err);

#endif
