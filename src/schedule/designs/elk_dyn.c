/* Elk-Dyn: how many preloads run ahead, and every operator's plan and preload state, decided together; preloads in
 * execute order. */
#include "schedule/elk.h"

antler_status schedule_elk_dyn(const schedule_input *in, arena *a, schedule_output *out, antler_error *err)
{
    elk_parts parts = {.depth = true, .allocation = true};
    return elk_schedule(in, &parts, a, out, err);
}
