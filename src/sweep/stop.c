/* The library's one global: a signal handler has nothing but globals to write to. */
#include "sweep/stop.h"

#include <stdatomic.h>

#include <antler/sweep.h>

static atomic_bool stop;

void antler_sweep_stop(void)
{
    atomic_store(&stop, true);
}

bool stop_requested(void)
{
    return atomic_load(&stop);
}

void stop_clear(void)
{
    atomic_store(&stop, false);
}
