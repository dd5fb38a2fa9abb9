/* Cost-aware allocation of SRAM (Elk, section 4.3): everyone starts at the fastest, then steps down where a byte costs
 * least. */
#ifndef SCHEDULE_ALLOCATE_H
#define SCHEDULE_ALLOCATE_H

#include "schedule/ladder.h"

/* One competitor for SRAM: the executing operator (its rungs) or a preloaded one (its preload states). Steps go from
 * the fast and large end to the small one. */
typedef struct bidder {
    uint32_t count;        /* steps there are */
    uint32_t at;           /* step taken; 0: the fastest */
    const uint64_t *sram;  /* by step, descending */
    const double *seconds; /* by step, ascending */
} bidder;

/* Step bidders down by the largest (bytes freed) / (seconds added), ties to the first, until their SRAM is within
 * `room`. False when even the smallest steps are too large; `at` is then the smallest everywhere. */
bool allocate_sram(bidder *bidders, uint32_t count, uint64_t room);

#endif
