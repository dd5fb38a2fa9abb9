#include "machine/grid.h"

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "machine/placement.h"
#include "machine/routes.h"
#include "machine/transfers.h"

struct grid {
    routes *routes;
    uint32_t nlinks;
    uint32_t *links; /* router x DIRECTIONS + direction */
    size_t *slots;   /* by link: its place in routes.uses */
    uint32_t npoints;
    uint32_t *points; /* where HBM is attached */
    uint32_t *cores;  /* room for a list of all cores */
};

/* The exact factor pair nearest to a square when its sides differ by at most two times; else the narrowest grid of
 * ceil(sqrt) columns that holds the cores, whose last routers have no core. */
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

/* A ring of two has one pair of links, not two. */
static bool link_exists(const machine *m, bool wraps, uint32_t router, route_direction direction)
{
    uint32_t x = router % m->columns;
    uint32_t y = router / m->columns;
    switch (direction) {
    case PLUS_X:
        return x + 1 < m->columns || (wraps && m->columns > 2);
    case MINUS_X:
        return x > 0 || (wraps && m->columns > 2);
    case PLUS_Y:
        return y + 1 < m->rows || (wraps && m->rows > 2);
    case MINUS_Y:
        return y > 0 || (wraps && m->rows > 2);
    case DIRECTIONS:
        break;
    }
    return false;
}

static antler_status build_links(machine *m, bool wraps, arena *a, antler_error *err)
{
    struct grid *g = m->grid;
    uint32_t routers = m->columns * m->rows;
    g->links = ARENA_ARRAY(a, uint32_t, (size_t)routers * DIRECTIONS);
    if (!g->links)
        return err_no_memory(err);
    for (uint32_t i = 0; i < routers * DIRECTIONS; i++)
        if (link_exists(m, wraps, i / DIRECTIONS, (route_direction)(i % DIRECTIONS)))
            g->links[g->nlinks++] = i;
    g->slots = ARENA_ARRAY(a, size_t, g->nlinks);
    if (!g->slots)
        return err_no_memory(err);
    for (uint32_t l = 0; l < g->nlinks; l++)
        g->slots[l] = routes_slot(g->routes, g->links[l] / DIRECTIONS, (route_direction)(g->links[l] % DIRECTIONS));
    m->resources = RES_NOC + g->nlinks;
    m->capacity = ARENA_ARRAY(a, double, m->resources);
    if (!m->capacity)
        return err_no_memory(err);
    for (uint32_t r = RES_NOC; r < m->resources; r++)
        m->capacity[r] = m->link_bps;
    return ANTLER_OK;
}

antler_status grid_build(machine *m, bool wraps, arena *a, antler_error *err)
{
    if (m->columns == 0)
        choose_grid(m);
    uint64_t routers = (uint64_t)m->columns * m->rows;
    if (routers < m->cores)
        return err_set(err, ANTLER_BAD_INPUT, "noc.grid %ux%u has %llu routers for %u cores", m->columns, m->rows,
                       (unsigned long long)routers, m->cores);
    m->grid = ARENA_ARRAY(a, struct grid, 1);
    if (!m->grid)
        return err_no_memory(err);
    m->grid->routes = routes_new(m->columns, m->rows, wraps, a);
    m->grid->cores = ARENA_ARRAY(a, uint32_t, m->cores);
    if (!m->grid->routes || !m->grid->cores)
        return err_no_memory(err);
    antler_status st = placement_points(m, a, &m->grid->points, &m->grid->npoints, err);
    return st == ANTLER_OK ? build_links(m, wraps, a, err) : st;
}

/* Each core to the next of its ring. */
static double send_shift(struct grid *g, const traffic *t)
{
    uint32_t cores = traffic_cores(t);
    transfers_list(t, t->ring, g->cores);
    for (uint32_t first = 0; first < cores; first += t->ring)
        for (uint32_t i = 0; i < t->ring; i++)
            routes_send(g->routes, g->cores[first + i], g->cores[first + (i + 1) % t->ring]);
    return (double)t->bytes;
}

/* Every member of a sub-group to all others; `group` of them take the same bytes. */
static double send_within_rings(struct grid *g, const traffic *t, uint32_t group)
{
    uint32_t cores = traffic_cores(t);
    transfers_list(t, t->ring, g->cores);
    for (uint32_t first = 0; first < cores; first += t->ring)
        routes_multicast(g->routes, g->cores + first, t->ring, g->cores + first, t->ring, group);
    return (double)t->bytes / (t->ring - 1);
}

/* Count the routes of `t`; returns the bytes that each of them carries. */
static double send_all(const machine *m, const traffic *t)
{
    struct grid *g = m->grid;
    uint32_t cores = traffic_cores(t);
    uint32_t sharers = m->multicast ? transfers_sharers(t) : 1;
    switch (t->pattern) {
    case TRAFFIC_SHIFT:
        return t->ring > 1 ? send_shift(g, t) : 0;
    case TRAFFIC_ALL_GATHER:
        return t->ring > 1 ? send_within_rings(g, t, m->multicast ? t->ring : 1) : 0;
    case TRAFFIC_REDUCE_SCATTER:
        return t->ring > 1 ? send_within_rings(g, t, 1) : 0;
    case TRAFFIC_SPREAD:
        transfers_list(t, sharers, g->cores);
        routes_multicast(g->routes, g->cores, cores, g->cores, cores, sharers);
        return (double)t->bytes / cores;
    case TRAFFIC_HBM_LOAD:
        transfers_list(t, sharers, g->cores);
        routes_multicast(g->routes, g->points, g->npoints, g->cores, cores, sharers);
        return (double)t->bytes / g->npoints;
    case TRAFFIC_HBM_STORE:
        transfers_list(t, 1, g->cores);
        routes_multicast(g->routes, g->cores, cores, g->points, g->npoints, 1);
        return (double)t->bytes / g->npoints;
    }
    return 0;
}

void grid_loads(const machine *m, const traffic *t, footprint *out)
{
    const struct grid *g = m->grid;
    if (t->bytes == 0)
        return;
    routes_clear(g->routes);
    double bytes = send_all(m, t);
    routes_close(g->routes);
    for (uint32_t l = 0; l < g->nlinks; l++) {
        int64_t uses = g->routes->uses[g->slots[l]];
        if (uses > 0)
            out->demands[out->count++] = (demand){.resource = RES_NOC + l, .amount = (double)uses * bytes};
    }
    out->latency_s += g->routes->farthest * m->hop_s;
}

const char *grid_link_name(const machine *m, uint32_t link, char *buffer, size_t size)
{
    static const char *const directions[DIRECTIONS] = {"+x", "-x", "+y", "-y"};
    uint32_t router = m->grid->links[link] / DIRECTIONS;
    (void)snprintf(buffer, size, "link (%u,%u)%s", router % m->columns, router / m->columns,
                   directions[m->grid->links[link] % DIRECTIONS]);
    return buffer;
}
