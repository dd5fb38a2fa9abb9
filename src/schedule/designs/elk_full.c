/* Elk-Full: Elk-Dyn, and the order of preloads inside a layer. */
#include "schedule/elk.h"

antler_status schedule_elk_full(const schedule_input *in, arena *a, schedule_output *out, antler_error *err)
{
    elk_parts parts = {.depth = true, .allocation = true, .order = true};
    return elk_schedule(in, &parts, a, out, err);
}
