/* Amounts of numbered resources: what traffic asks of links and ports, and what the sharing of them is computed from.
 */
#ifndef BASE_DEMAND_H
#define BASE_DEMAND_H

#include <stdint.h>

typedef struct demand {
    uint32_t resource;
    double amount; /* bytes */
} demand;

typedef struct footprint {
    uint32_t count;
    demand *demands;  /* by ascending resource, each once */
    double latency_s; /* paid once per phase: hops and inter-chip flight */
} footprint;

#endif
