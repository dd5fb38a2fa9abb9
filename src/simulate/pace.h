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

/* Paces found so far: layers repeat their pairs of phase and preload. Forgets what it has no room for, which costs time
 * and changes no number. */
typedef struct pace_book pace_book;

/* NULL when out of memory. */
pace_book *pace_book_new(const machine *m, arena *a);

/* `ph` (not an empty one) or `preload` or both may be NULL. */
pace pace_find(pace_book *b, const timed_phase *ph, const timed_preload *preload);

#endif
