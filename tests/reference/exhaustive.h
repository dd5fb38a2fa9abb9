/* The best of all programs for a tiny graph: every plan and preload state of every operator, every order of preloads,
 * every gate. */
#ifndef REFERENCE_EXHAUSTIVE_H
#define REFERENCE_EXHAUSTIVE_H

#include "schedule/choice.h"

enum { EXHAUSTIVE_MOST_OPS = 6 };

/* Latency of the quickest program that runs; INFINITY when none does. `tried` counts them. */
double exhaustive_best(const schedule_input *in, uint64_t *tried);

/* The same graph with at most `plans` plans an operator and `states` preload states a plan: evenly picked, the smallest
 * and the largest among them. Plan sets are copied into `a`. */
schedule_input *exhaustive_restrict(const schedule_input *in, uint32_t plans, uint32_t states, arena *a);

#endif
