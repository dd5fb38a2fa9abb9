/* Rates of activities that share resources. Knows nothing of chips.
 *
 * Activity a needs d[a][r] units of resource r (capacity c[r] per second) for each unit of its progress, and progresses
 * at most cap[a] per second. Rates x satisfy   sum_a d[a][r] x[a] <= c[r],   x[a] <= cap[a].
 *
 * An arbiter serves those who wait in turn, a unit each: at a full resource everyone gets the same units per second,
 * but for those who ask for less, who get all they ask (max-min in units of the resource). All start at their best rate
 * alone; the most overloaded resource cuts those above its fair level, and so on until none is overloaded. One resource
 * is shared exactly max-min; where several bind, who was cut first does not win back what a later cut leaves free. */
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
