/* What one core sends and receives: equal for all cores that take part, whatever joins them. */
#ifndef MACHINE_PORTS_H
#define MACHINE_PORTS_H

#include <stdbool.h>

#include "machine/traffic.h"

typedef struct port_bytes {
    double in, out;
} port_bytes;

/* With `multicast` a datum leaves once, however many cores it reaches. docs/MODEL.md derives each pattern. */
port_bytes ports_of_core(const traffic *t, bool multicast);

#endif
