/* Sharing by definition: guess the bottleneck of every activity, solve, and see whether the guess holds. */
#ifndef REFERENCE_SLOW_SHARE_H
#define REFERENCE_SLOW_SHARE_H

#include <stdbool.h>

#include "simulate/share.h"

enum { SLOW_RESOURCES = 6, SLOW_ACTIVITIES = 4 };

/* At most SLOW_ACTIVITIES, on resources below `resources` <= SLOW_RESOURCES. True when some guess holds whose rates are
 * `rate` within `tolerance` (relative); `holds` counts the guesses that hold, whatever their rates. */
bool slow_share_agrees(const double *capacity, uint32_t resources, uint32_t count, const activity *activities,
                       const double *rate, double tolerance, uint32_t *holds);

#endif
