/* Has antler_sweep_stop been called? */
#ifndef SWEEP_STOP_H
#define SWEEP_STOP_H

#include <stdbool.h>

bool stop_requested(void);

/* The request has been obeyed: the next sweep runs. */
void stop_clear(void);

#endif
