/* The slow twin of link loads on grids: every route of every transfer walked router by router. */
#ifndef REFERENCE_BRUTE_LINKS_H
#define REFERENCE_BRUTE_LINKS_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/traffic.h"

enum { BRUTE_MAX_ROUTERS = 64 };

typedef struct brute_grid {
    uint32_t columns, rows;
    bool wraps, multicast;
    uint32_t npoints; /* HBM's attach points */
    uint32_t points[BRUTE_MAX_ROUTERS];
} brute_grid;

typedef struct brute_loads {
    double bytes[BRUTE_MAX_ROUTERS][BRUTE_MAX_ROUTERS]; /* over the link from one router to its neighbour */
    double byte_hops;                                   /* each transfer's bytes x its distance, every copy counted */
    uint32_t farthest;
} brute_loads;

/* `sharers`: cores that get the same bytes of a SPREAD or an HBM_LOAD. */
void brute_walk(const brute_grid *g, const traffic *t, uint32_t sharers, brute_loads *out);

#endif
