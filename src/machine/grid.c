#include "machine/grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "machine/placement.h"
#include "machine/transfers.h"

enum { PLUS_X, MINUS_X, PLUS_Y, MINUS_Y, DIRECTIONS };

/* What a walk collects: bytes by link, and how far the farthest transfer went. */
typedef struct walk {
    const machine *m;
    bool wraps;
    double *bytes;
    uint32_t *stamp;   /* by link: the last multicast tree that used it */
    uint32_t tree;     /* tree being walked; 0: unicast */
    uint32_t farthest; /* hops */
} walk;

/* A link of a multicast tree carries the bytes once, however many routes of the tree share it. */
static void carry(walk *w, uint32_t link, double bytes)
{
    if (w->tree != 0) {
        if (w->stamp[link] == w->tree)
            return;
        w->stamp[link] = w->tree;
    }
    w->bytes[link] += bytes;
}

/* The exact factor pair nearest to a square when its sides differ by at most two times; else the smallest square that
 * holds the cores, whose last routers have no core. */
static void choose_grid(machine *m)
{
    uint32_t side = (uint32_t)sqrt((double)m->cores);
    while (side > 1 && m->cores % side != 0)
        side--;
    if (m->cores / side <= 2 * side) {
        m->columns = side;
        m->rows = m->cores / side;
        return;
    }
    m->columns = (uint32_t)ceil(sqrt((double)m->cores));
    m->rows = (m->cores + m->columns - 1) / m->columns;
}

antler_status grid_build(machine *m, arena *a, antler_error *err)
{
    if (m->columns == 0)
        choose_grid(m);
    uint32_t routers = m->columns * m->rows;
    if (routers < m->cores)
        return err_set(err, ANTLER_BAD_INPUT, "noc.grid %ux%u has %u routers for %u cores", m->columns, m->rows,
                       routers, m->cores);
    m->resources = RES_NOC + routers * DIRECTIONS;
    m->capacity = ARENA_ARRAY(a, double, m->resources);
    if (!m->capacity)
        return err_no_memory(err);
    for (uint32_t r = RES_NOC; r < m->resources; r++)
        m->capacity[r] = m->link_bps;
    return ANTLER_OK;
}

/* Signed hops from `from` to `to` along one dimension; a ring of even size breaks ties upwards. */
static int hops(uint32_t from, uint32_t to, uint32_t size, bool wraps)
{
    int d = (int)to - (int)from;
    int half = (int)size / 2;
    if (!wraps || size < 3)
        return d;
    if (d > half)
        return d - (int)size;
    if (d < 0 && -d >= (int)size - half)
        return d + (int)size;
    return d;
}

static uint32_t advance(uint32_t at, int step, uint32_t size)
{
    return (uint32_t)((int)(at + size) + step) % size;
}

static void walk_x(walk *w, uint32_t from, uint32_t to, uint32_t row, double bytes)
{
    int d = hops(from, to, w->m->columns, w->wraps);
    int step = d > 0 ? 1 : -1;
    for (uint32_t x = from; x != to; x = advance(x, step, w->m->columns))
        carry(w, (row * w->m->columns + x) * DIRECTIONS + (d > 0 ? PLUS_X : MINUS_X), bytes);
}

static void walk_y(walk *w, uint32_t from, uint32_t to, uint32_t column, double bytes)
{
    int d = hops(from, to, w->m->rows, w->wraps);
    int step = d > 0 ? 1 : -1;
    for (uint32_t y = from; y != to; y = advance(y, step, w->m->rows))
        carry(w, (y * w->m->columns + column) * DIRECTIONS + (d > 0 ? PLUS_Y : MINUS_Y), bytes);
}

/* Dimension-order: along the row, then along the column. */
static void walk_route(walk *w, uint32_t from, uint32_t to, double bytes)
{
    uint32_t columns = w->m->columns;
    int dx = hops(from % columns, to % columns, columns, w->wraps);
    int dy = hops(from / columns, to / columns, w->m->rows, w->wraps);
    uint32_t distance = (uint32_t)(abs(dx) + abs(dy));
    if (distance > w->farthest)
        w->farthest = distance;
    walk_x(w, from % columns, to % columns, from / columns, bytes);
    walk_y(w, from / columns, to / columns, to % columns, bytes);
}

static void walk_transfer(void *self, uint32_t source, uint32_t destination, double bytes)
{
    walk_route(self, source, destination, bytes);
}

/* Every core receives t->bytes from all cores evenly. Along a row go the bytes for each column, along a column those
 * for each row: sums over rows and columns instead of pairs of cores. */
static void walk_spread(walk *w, const traffic *t)
{
    uint32_t cores = traffic_cores(t);
    uint32_t columns = w->m->columns;
    double each = (double)t->bytes / cores;
    uint32_t rows = (cores + columns - 1) / columns;
    for (uint32_t y = 0; y < rows; y++) {
        uint32_t here = y + 1 < rows ? columns : cores - y * columns; /* cores of this row */
        for (uint32_t x = 0; x < here; x++)
            for (uint32_t to = 0; to < columns; to++)
                walk_x(w, x, to, y, each * ((cores + columns - 1 - to) / columns));
        for (uint32_t column = 0; column < columns; column++)
            for (uint32_t to = 0; to < (cores + columns - 1 - column) / columns; to++)
                walk_y(w, y, to, column, each * here);
    }
    w->farthest = (w->m->columns + w->m->rows) / (w->wraps ? 2 : 1);
}

/* Bytes between one attach point and all cores that take part, `each` bytes a core; `load`: towards the cores. */
static void walk_attach(walk *w, const traffic *t, uint32_t attach, double each, bool load)
{
    uint32_t cores = traffic_cores(t);
    for (uint32_t core = 0; core < cores; core++)
        walk_route(w, load ? attach : core, load ? core : attach, each);
}

/* The same with multicast: each sub-group of cores that get the same bytes is the end of one tree. */
static void walk_trees(walk *w, const traffic *t, uint32_t attach, double each)
{
    uint32_t cores = traffic_cores(t);
    for (uint32_t core = 0; core < cores; core++) {
        uint32_t member = transfers_member(t, core);
        if (member % t->ring != 0)
            continue;
        w->tree++;
        for (uint32_t i = 0; i < t->ring; i++)
            walk_route(w, attach, transfers_core(t, core, member + i), each);
    }
}

/* HBM's addresses are interleaved over its channels and these over the attach points: each serves every core alike. */
static antler_status walk_hbm(walk *w, const traffic *t, antler_error *err)
{
    uint32_t points[PLACEMENT_MAX_POINTS];
    uint32_t count = 0;
    antler_status st = placement_points(w->m, points, &count, err);
    if (st != ANTLER_OK)
        return st;
    bool load = t->pattern == TRAFFIC_HBM_LOAD;
    double each = (double)t->bytes / count;
    for (uint32_t i = 0; i < count; i++) {
        if (load && w->m->multicast && t->ring > 1)
            walk_trees(w, t, points[i], each);
        else
            walk_attach(w, t, points[i], each, load);
    }
    return ANTLER_OK;
}

static antler_status walk_pattern(walk *w, const traffic *t, antler_error *err)
{
    switch (t->pattern) {
    case TRAFFIC_SHIFT:
    case TRAFFIC_ALL_GATHER:
    case TRAFFIC_REDUCE_SCATTER:
        transfers_walk(t, walk_transfer, w);
        return ANTLER_OK;
    case TRAFFIC_SPREAD:
        walk_spread(w, t);
        return ANTLER_OK;
    case TRAFFIC_HBM_LOAD:
    case TRAFFIC_HBM_STORE:
        return walk_hbm(w, t, err);
    }
    return ANTLER_OK;
}

antler_status grid_loads(const machine *m, const traffic *t, bool wraps, footprint *out, antler_error *err)
{
    uint32_t links = m->resources - RES_NOC;
    walk w = {.m = m, .wraps = wraps};
    w.bytes = calloc(links, sizeof *w.bytes);
    w.stamp = calloc(links, sizeof *w.stamp);
    antler_status st = w.bytes && w.stamp ? ANTLER_OK : err_no_memory(err);
    if (st == ANTLER_OK && t->bytes > 0)
        st = walk_pattern(&w, t, err);
    for (uint32_t l = 0; st == ANTLER_OK && l < links; l++)
        if (w.bytes[l] > 0)
            out->demands[out->count++] = (demand){.resource = RES_NOC + l, .amount = w.bytes[l]};
    out->latency_s += w.farthest * m->hop_s;
    free(w.bytes);
    free(w.stamp);
    return st;
}

const char *grid_link_name(const machine *m, uint32_t link, char *buffer, size_t size)
{
    static const char *const directions[DIRECTIONS] = {"+x", "-x", "+y", "-y"};
    uint32_t router = link / DIRECTIONS;
    (void)snprintf(buffer, size, "link (%u,%u)%s", router % m->columns, router / m->columns,
                   directions[link % DIRECTIONS]);
    return buffer;
}
