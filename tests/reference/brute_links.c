#include "reference/brute_links.h"

#include <stdlib.h>
#include <string.h>

typedef struct tree {
    bool used[BRUTE_MAX_ROUTERS][BRUTE_MAX_ROUTERS];
} tree;

/* Where a core is within its group, and which group that is, from its coordinates one by one. */
static void locate(const traffic *t, uint32_t core, uint32_t *group, uint32_t *member)
{
    uint32_t coordinate[TRAFFIC_MAX_AXES];
    for (uint8_t i = t->naxes; i-- > 0;) {
        coordinate[i] = core % t->axes[i].extent;
        core /= t->axes[i].extent;
    }
    *group = *member = 0;
    for (uint8_t i = 0; i < t->naxes; i++) {
        uint32_t *number = t->axes[i].member ? member : group;
        *number = *number * t->axes[i].extent + coordinate[i];
    }
}

/* The router of a part, from its coordinates one by one. */
static uint32_t router(const brute_grid *g, const traffic *t, uint32_t core)
{
    uint32_t at = core;
    if (t->axes[0].side != SIDE_NONE) {
        uint32_t coordinate[TRAFFIC_MAX_AXES], x = 0, y = 0;
        for (uint8_t i = t->naxes; i-- > 0;) {
            coordinate[i] = core % t->axes[i].extent;
            core /= t->axes[i].extent;
        }
        for (uint8_t i = 0; i < t->naxes; i++) {
            uint32_t *side = t->axes[i].side == SIDE_X ? &x : &y;
            *side = *side * t->axes[i].extent + coordinate[i];
        }
        at = y * g->columns + x;
    }
    return at;
}

/* Same group, and same run of `size` consecutive members. */
static bool together(const traffic *t, uint32_t a, uint32_t b, uint32_t size)
{
    uint32_t group[2], member[2];
    locate(t, a, &group[0], &member[0]);
    locate(t, b, &group[1], &member[1]);
    return group[0] == group[1] && member[0] / size == member[1] / size;
}

static bool next_in_ring(const traffic *t, uint32_t from, uint32_t to)
{
    uint32_t group[2], member[2];
    locate(t, from, &group[0], &member[0]);
    locate(t, to, &group[1], &member[1]);
    uint32_t at = member[0] % t->ring;
    return group[0] == group[1] && member[1] == member[0] - at + (at + 1) % t->ring;
}

/* One hop nearer on a line: the shorter way, up when the way is equally long and the route began at an even place. */
static uint32_t step(uint32_t at, uint32_t to, uint32_t began, uint32_t size, bool wraps)
{
    if (!wraps || size < 3)
        return to > at ? at + 1 : at - 1;
    uint32_t up = (to + size - began) % size;
    bool goes_up = 2 * up < size || (2 * up == size && began % 2 == 0);
    return goes_up ? (at + 1) % size : (at + size - 1) % size;
}

static void walk(const brute_grid *g, uint32_t from, uint32_t to, double bytes, tree *shared, brute_loads *out)
{
    uint32_t at = from;
    uint32_t distance = 0;
    while (at != to) {
        uint32_t x = at % g->columns, y = at / g->columns;
        if (x != to % g->columns)
            x = step(x, to % g->columns, from % g->columns, g->columns, g->wraps);
        else
            y = step(y, to / g->columns, from / g->columns, g->rows, g->wraps);
        uint32_t next = y * g->columns + x;
        if (!shared->used[at][next])
            out->bytes[at][next] += bytes;
        shared->used[at][next] = true;
        at = next;
        distance++;
    }
    out->byte_hops += bytes * distance;
    out->farthest = distance > out->farthest ? distance : out->farthest;
}

/* From each source one tree to each set of destinations that get the same bytes; `each` bytes a tree. */
static void send(const brute_grid *g, const traffic *t, uint32_t source, uint32_t sharers, bool within_ring,
                 double each, brute_loads *out)
{
    uint32_t cores = traffic_cores(t);
    bool done[BRUTE_MAX_ROUTERS] = {false};
    for (uint32_t first = 0; first < cores; first++) {
        tree shared = {0};
        if (done[first] || (within_ring && !together(t, source, first, t->ring)))
            continue;
        for (uint32_t core = first; core < cores; core++) {
            if (core != first && !together(t, first, core, sharers))
                continue;
            done[core] = true;
            if (!within_ring || core != source)
                walk(g, within_ring || t->pattern == TRAFFIC_SPREAD ? router(g, t, source) : source, router(g, t, core),
                     each, &shared, out);
        }
    }
}

static void store(const brute_grid *g, const traffic *t, brute_loads *out)
{
    for (uint32_t core = 0; core < traffic_cores(t); core++)
        for (uint32_t i = 0; i < g->npoints; i++) {
            tree alone = {0};
            walk(g, router(g, t, core), g->points[i], (double)t->bytes / g->npoints, &alone, out);
        }
}

void brute_walk(const brute_grid *g, const traffic *t, uint32_t sharers, brute_loads *out)
{
    uint32_t cores = traffic_cores(t);
    double bytes = (double)t->bytes;
    memset(out, 0, sizeof *out);
    if (t->pattern == TRAFFIC_HBM_STORE)
        store(g, t, out);
    for (uint32_t i = 0; i < g->npoints && t->pattern == TRAFFIC_HBM_LOAD; i++)
        send(g, t, g->points[i], g->multicast ? sharers : 1, false, bytes / g->npoints, out);
    for (uint32_t core = 0; core < cores; core++) {
        if (t->pattern == TRAFFIC_SPREAD)
            send(g, t, core, g->multicast ? sharers : 1, false, bytes / cores, out);
        if (t->pattern == TRAFFIC_ALL_GATHER && t->ring > 1)
            send(g, t, core, g->multicast ? t->ring : 1, true, bytes / (t->ring - 1), out);
        if (t->pattern == TRAFFIC_REDUCE_SCATTER && t->ring > 1)
            send(g, t, core, 1, true, bytes / (t->ring - 1), out);
        for (uint32_t to = 0; to < cores && t->pattern == TRAFFIC_SHIFT; to++)
            if (next_in_ring(t, core, to) && to != core) {
                tree alone = {0};
                walk(g, router(g, t, core), router(g, t, to), bytes, &alone, out);
            }
    }
}
