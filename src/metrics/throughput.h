/* Metrics of time and use, from a simulation or from a bound. */
#ifndef METRICS_THROUGHPUT_H
#define METRICS_THROUGHPUT_H

#include <antler/metrics.h>

#include "machine/machine.h"
#include "schedule/design.h"
#include "simulate/simulate.h"

/* Everything that has no model stays NAN. */
void metrics_of_run(const sim_result *r, const graph *g, const machine *m, double element_bytes, antler_metrics *out);

/* A relaxation has a latency and what follows from it, but no timeline. */
void metrics_of_bound(const schedule_output *bound, const graph *g, const machine *m, double element_bytes,
                      antler_metrics *out);

#endif
