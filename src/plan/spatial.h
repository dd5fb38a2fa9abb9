/* All spatial parts of an operator: canonical along each dim, product at most the cores of the chip. */
#ifndef PLAN_SPATIAL_H
#define PLAN_SPATIAL_H

#include "plan/problem.h"

typedef struct spatial_cut {
    uint32_t parts[GRAPH_MAX_DIMS];
    double floor_s; /* no plan with these parts computes for less */
} spatial_cut;

typedef struct spatial_list {
    uint32_t count, room;
    spatial_cut *cuts; /* fastest first; equal ones in lexicographic order of their parts */
} spatial_list;

/* False when out of memory. */
bool spatial_cuts(const plan_problem *pr, spatial_list *out);
void spatial_free(spatial_list *list);

#endif
