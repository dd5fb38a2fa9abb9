/* A phase step by step: the course whose mean the engine goes on with between events. */
#ifndef REFERENCE_UNROLLED_H
#define REFERENCE_UNROLLED_H

#include "simulate/prepare.h"

typedef struct unrolled {
    double seconds; /* of the phase */
    double loaded;  /* of the preload when the phase ends; 1 is all of it */
} unrolled;

/* Both begin at once. `amount`: how much of the preload is still to come, more than 1 for several like it. */
unrolled unrolled_run(const machine *m, const timed_phase *ph, const timed_preload *preload, double amount);

#endif
