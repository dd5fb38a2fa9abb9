/* When each preload may start, given what every operator holds: as early as SRAM allows. */
#ifndef SCHEDULE_GATES_H
#define SCHEDULE_GATES_H

#include <stdbool.h>

#include "schedule/choice.h"

enum { GATES_ANY_DEPTH = 0 };

/* needs: choices that each fit beside `live` (kept outputs while the operator runs), and the preload order. leaves:
 * first[i] as choice_program takes it, for every operator of the order: the earliest operator from whose start on there
 * is room for its preload state beside everything that runs and everything that is resident, not before the gate of the
 * preload ahead of it nor before what it loads is stored, and at most `depth` preloads ahead of execution where that is
 * not GATES_ANY_DEPTH. False when an operator would wait for a preload that waits for the operator. `used` is scratch
 * of one entry an operator. */
bool gates_earliest(const schedule_input *in, const choice *choices, const uint64_t *live, const preload_queue *queue,
                    uint32_t depth, uint64_t *used, int32_t *first);

#endif
