/* What moves between cores, as the compiler states it: a logical pattern over the cores of one chip. No routes, no
 * times.
 *
 * The parts of an operator are numbered in mixed radix over `axes`, first axis outermost. They lie on cores 0, 1, 2,
 * ... in that order, or, where every axis says along which side of a grid it lies, on the core in column x and row y:
 * the numbers in mixed radix over the axes along x, and over those along y. Cores that differ only in member axes form
 * a group. All chips of a system do the same. */
#ifndef MACHINE_TRAFFIC_H
#define MACHINE_TRAFFIC_H

#include <stdbool.h>
#include <stdint.h>

enum { TRAFFIC_MAX_AXES = 12 };

typedef enum traffic_pattern {
    TRAFFIC_SHIFT,      /* each core sends `bytes` to the next of its ring: rings of `ring` consecutive group members */
    TRAFFIC_ALL_GATHER, /* each core ends with `bytes` more, gathered from the `ring` members of its sub-group */
    TRAFFIC_REDUCE_SCATTER, /* each core sends and receives `bytes` within its sub-group of `ring` members */
    TRAFFIC_SPREAD,   /* each core receives `bytes`, from all cores evenly: a change of layout. `unique` distinct bytes;
                       * sub-groups of `ring` members receive the same ones, or fewer where `unique` allows no more */
    TRAFFIC_HBM_LOAD, /* HBM reads `unique` bytes of this chip; each core receives `bytes`; sub-groups as of SPREAD */
    TRAFFIC_HBM_STORE /* each core sends `bytes` to HBM, which writes `unique` bytes */
} traffic_pattern;

typedef enum traffic_side { SIDE_NONE, SIDE_X, SIDE_Y } traffic_side;

typedef struct traffic_axis {
    uint32_t extent;
    bool member;
    uint8_t side; /* of the grid; SIDE_NONE for all axes or for none */
} traffic_axis;

typedef struct traffic {
    traffic_pattern pattern;
    uint64_t bytes;      /* per core, as the pattern says, over the whole phase */
    uint64_t unique;     /* per chip; 0 where the pattern does not use it */
    uint64_t chip_bytes; /* entering (and leaving) each chip over inter-chip links; 0 on one chip */
    uint32_t ring;
    uint8_t naxes;
    traffic_axis axes[TRAFFIC_MAX_AXES];
} traffic;

/* Cores that take part: the product of the axes. */
static inline uint32_t traffic_cores(const traffic *t)
{
    uint32_t cores = 1;
    for (uint8_t i = 0; i < t->naxes; i++)
        cores *= t->axes[i].extent;
    return cores;
}

#endif
