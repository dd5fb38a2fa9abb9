/* Rates of activities that share resources. Knows nothing of chips.
 *
 * Activity a needs d[a][r] units of resource r (capacity c[r] per second) for each unit of its progress, and progresses
 * at most cap[a] per second. The rates x are max-min fair: all grow together until a resource is full or a cap is
 * reached, those stop, the others go on:   sum_a d[a][r] x[a] <= c[r],   x[a] <= cap[a]. "Grow together" is in units of
 * each activity's own best rate alone (share of what it could have had), so that the result does not depend on how
 * progress is measured. */
#ifndef SIMULATE_SHARE_H
#define SIMULATE_SHARE_H

#include <stdint.h>

#include "base/demand.h"

enum { SHARE_MAX_ACTIVITIES = 8 };

typedef struct activity {
    const footprint *demand; /* units per unit of progress */
    double cap;              /* progress per second; INFINITY for none */
} activity;

/* rate[i] > 0 per second; `capacity` by resource number. */
void share_rates(const double *capacity, uint32_t count, const activity *activities, double *rate);

/* The rate of one activity alone. */
double share_alone(const double *capacity, const activity *a);

#endif
