/* What is known of the busiest link of each shape of traffic: traffic without its bytes. */
#ifndef MACHINE_SHAPES_H
#define MACHINE_SHAPES_H

#include "machine/peaks.h"

typedef struct shapes shapes;

/* NULL when out of memory. */
shapes *shapes_new(arena *a);

/* Where the peak of `t`, whose runs have `group` members, is or is to be put; `known` says which. NULL when out of
 * memory. Valid until the next call. */
peak *shapes_find(shapes *s, const traffic *t, uint32_t group, bool *known);

#endif
