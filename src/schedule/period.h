/* The repeated layers of a graph, found by what its operators are and read, not by their names. */
#ifndef SCHEDULE_PERIOD_H
#define SCHEDULE_PERIOD_H

#include <stdbool.h>

#include "schedule/design.h"

/* Operator first + k * length + j does in repetition k what first + j does in repetition 0. */
typedef struct period {
    uint32_t first, length, count;
} period;

/* The stretch of repetitions around the middle operator that covers most; false when nothing repeats there. */
bool period_find(const schedule_input *in, period *out);

#endif
