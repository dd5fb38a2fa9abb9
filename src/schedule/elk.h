/* Elk's search: preload depth, allocation and preload order decided together (docs/MODEL.md, "Elk"). */
#ifndef SCHEDULE_ELK_H
#define SCHEDULE_ELK_H

#include "schedule/design.h"

enum { ELK_DEFAULT_EFFORT = 24 }; /* orders judged at each HBM bandwidth searched at */

/* What the search may decide; what it may not is as in `basic`. */
typedef struct elk_parts {
    bool depth;      /* how many preloads run ahead; else one */
    bool allocation; /* plans and preload states; else the fastest plan that fits */
    bool order;      /* of preloads inside a layer; else that of execution */
} elk_parts;

/* needs: plan sets. leaves: the quickest program found: never slower than those of `static` and `basic` when
 * all of what these decide may be decided. ANTLER_INFEASIBLE as of a design. */
antler_status elk_schedule(const schedule_input *in, const elk_parts *parts, arena *a, schedule_output *out,
                           antler_error *err);

#endif
