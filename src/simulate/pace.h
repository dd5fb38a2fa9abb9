/* How fast a phase and a preload go when they run together, and what they then do to one another. */
#ifndef SIMULATE_PACE_H
#define SIMULATE_PACE_H

#include "simulate/prepare.h"

/* Progress per second: 1 is a whole phase, a whole preload. Shares of the phase's time add up to 1. */
typedef struct pace {
    double phase, preload;
    double phase_alone; /* what the phase would do with no preload beside it */
    double compute_share, exchange_share, wait_share;
} pace;

/* `ph` or `preload` may be NULL. */
void pace_find(const machine *m, const timed_phase *ph, const footprint *preload, pace *out);

#endif
