/* When each preload may start, given what every operator holds: as early as SRAM allows. */
#ifndef SCHEDULE_GATES_H
#define SCHEDULE_GATES_H

#include "schedule/choice.h"

/* needs: choices that each fit beside `live` (kept outputs while the operator runs), and the preload order, `count`
 * operators. leaves: first[i] as choice_program takes it, for every operator of the order: the earliest operator from
 * whose start on there is room for its preload state beside everything that runs and everything that is resident, and
 * not before the gate of the preload ahead of it. `used` is scratch of one entry an operator. */
void gates_earliest(const schedule_input *in, const choice *choices, const uint64_t *live, const uint32_t *order,
                    uint32_t count, uint64_t *used, int32_t *first);

#endif
