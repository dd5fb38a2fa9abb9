/* The least that each operator can take: what the ideal bound is made of. */
#ifndef SCHEDULE_IDEAL_TERMS_H
#define SCHEDULE_IDEAL_TERMS_H

#include "schedule/design.h"

typedef struct ideal_terms {
    const plan *plan; /* the fastest */
    double execute_s; /* its time without redistribution */
    double load_s;    /* least time of its preload, over all plans and preload states */
} ideal_terms;

/* Alike operators are worked out once. */
antler_status ideal_terms_find(const schedule_input *in, arena *a, ideal_terms **out, antler_error *err);

#endif
