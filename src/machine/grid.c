#include "machine/grid.h"

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "machine/peaks.h"
#include "machine/placement.h"
#include "machine/routes.h"
#include "machine/shapes.h"
#include "machine/transfers.h"

struct grid {
    routes *routes;
    uint32_t nlinks;
    uint32_t *links; /* router x DIRECTIONS + direction */
    size_t *slots;   /* by link: its place in routes.uses */
    uint32_t npoints;
    uint32_t *points; /* where HBM is attached */
    uint32_t *cores;  /* room for a list of all cores */
    peaks *peaks;     /* NULL where rows and columns close into rings */
    shapes *shapes;   /* busiest links that are known */
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
    if (st != ANTLER_OK)
        return st;
    m->grid->shapes = shapes_new(a);
    if (!wraps)
        m->grid->peaks = peaks_new(m->columns, m->rows, m->grid->points, m->grid->npoints, a);
    if (!m->grid->shapes || (!wraps && !m->grid->peaks))
        return err_no_memory(err);
    return build_links(m, wraps, a, err);
}

/* Each core to the next of its ring; g->cores lists ring after ring. */
static void send_shift(struct grid *g, const traffic *t)
{
    uint32_t cores = traffic_cores(t);
    for (uint32_t first = 0; first < cores; first += t->ring)
        for (uint32_t i = 0; i < t->ring; i++)
            routes_send(g->routes, g->cores[first + i], g->cores[first + (i + 1) % t->ring]);
}

/* Every member of a ring to all of it; `group` of them take the same bytes. */
static void send_within_rings(struct grid *g, const traffic *t, uint32_t group)
{
    uint32_t cores = traffic_cores(t);
    for (uint32_t first = 0; first < cores; first += t->ring)
        routes_multicast(g->routes, g->cores + first, t->ring, g->cores + first, t->ring, group);
}

/* Members that get the same bytes, or the ring. */
static uint32_t group_of(const machine *m, const traffic *t)
{
    if (t->pattern == TRAFFIC_SPREAD || t->pattern == TRAFFIC_HBM_LOAD)
        return m->multicast ? transfers_sharers(t) : 1;
    return t->pattern == TRAFFIC_HBM_STORE ? 1 : t->ring;
}

/* What each route carries. */
static double bytes_each(const machine *m, const traffic *t)
{
    double bytes = (double)t->bytes;
    switch (t->pattern) {
    case TRAFFIC_SHIFT:
        return t->ring > 1 ? bytes : 0;
    case TRAFFIC_ALL_GATHER:
    case TRAFFIC_REDUCE_SCATTER:
        return t->ring > 1 ? bytes / (t->ring - 1) : 0;
    case TRAFFIC_SPREAD:
        return bytes / traffic_cores(t);
    case TRAFFIC_HBM_LOAD:
    case TRAFFIC_HBM_STORE:
        return bytes / m->grid->npoints;
    }
    return 0;
}

/* Count the routes of `t`, link by link. */
static void send_all(const machine *m, const traffic *t)
{
    struct grid *g = m->grid;
    uint32_t cores = traffic_cores(t);
    uint32_t group = group_of(m, t);
    routes_clear(g->routes);
    transfers_list(t, group, m->columns, g->cores);
    switch (t->pattern) {
    case TRAFFIC_SHIFT:
        send_shift(g, t);
        break;
    case TRAFFIC_ALL_GATHER:
        send_within_rings(g, t, m->multicast ? t->ring : 1);
        break;
    case TRAFFIC_REDUCE_SCATTER:
        send_within_rings(g, t, 1);
        break;
    case TRAFFIC_SPREAD:
        routes_multicast(g->routes, g->cores, cores, g->cores, cores, group);
        break;
    case TRAFFIC_HBM_LOAD:
        routes_multicast(g->routes, g->points, g->npoints, g->cores, cores, group);
        break;
    case TRAFFIC_HBM_STORE:
        routes_multicast(g->routes, g->cores, cores, g->points, g->npoints, 1);
        break;
    }
    routes_close(g->routes);
}

static void find_peak(const machine *m, const traffic *t, uint32_t group, peak *out)
{
    const struct grid *g = m->grid;
    if (g->peaks && peaks_find(g->peaks, t, group, m->multicast, out))
        return;
    send_all(m, t);
    *out = (peak){.farthest = g->routes->farthest};
    for (uint32_t l = 0; l < g->nlinks; l++)
        if (g->routes->uses[g->slots[l]] > out->uses)
            out->uses = g->routes->uses[g->slots[l]];
}

antler_status grid_busiest(const machine *m, const traffic *t, double *bytes, double *latency_s, antler_error *err)
{
    double each = bytes_each(m, t);
    uint32_t group = group_of(m, t);
    bool known = false;
    *bytes = *latency_s = 0;
    if (each <= 0)
        return ANTLER_OK;
    peak *p = shapes_find(m->grid->shapes, t, group, &known);
    if (!p)
        return err_no_memory(err);
    if (!known)
        find_peak(m, t, group, p);
    *bytes = (double)p->uses * each;
    *latency_s = p->farthest * m->hop_s;
    return ANTLER_OK;
}

void grid_loads(const machine *m, const traffic *t, footprint *out)
{
    const struct grid *g = m->grid;
    double bytes = bytes_each(m, t);
    if (bytes <= 0)
        return;
    send_all(m, t);
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
