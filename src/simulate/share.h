/* Rates of activities that share resources. Knows nothing of chips.
 *
 * Activity a needs d[a][r] units of resource r (capacity c[r] per second) for each unit of its progress, and progresses
 * at most cap[a] per second. Rates x satisfy   sum_a d[a][r] x[a] <= c[r],   x[a] <= cap[a].
 *
 * An arbiter serves those who wait in turn, a unit each: at a full resource everyone gets the same units per second,
 * but for those who ask for less, who get all they ask. So each activity is at its cap, or uses a full resource at
 * which nobody gets more units per second than it: its bottleneck. (On one resource that is max-min; on many it is
 * known as bottleneck max fairness.) */
#ifndef SIMULATE_SHARE_H
#define SIMULATE_SHARE_H

#include <stdint.h>

#include "base/demand.h"

enum { SHARE_MAX_ACTIVITIES = 8 };

typedef struct activity {
    const footprint *demand; /* units per unit of progress; NULL or empty: limited by its cap alone */
    double cap;              /* progress per second; INFINITY for none */
} activity;

/* rate[i] > 0 per second, INFINITY where nothing limits; `capacity` by resource number. */
void share_rates(const double *capacity, uint32_t count, const activity *activities, double *rate);

/* The rate of one activity alone. */
double share_alone(const double *capacity, const activity *a);

#endif
