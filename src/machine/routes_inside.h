/* What the files that count routes share. */
#ifndef MACHINE_ROUTES_INSIDE_H
#define MACHINE_ROUTES_INSIDE_H

#include "machine/routes.h"

enum { UP, DOWN };

/* The line of `uses` that belongs to row y (PLUS_X, MINUS_X) or column x (PLUS_Y, MINUS_Y). */
static inline int64_t *row_of(const routes *r, route_direction d, uint32_t y)
{
    return r->uses + r->first[d] + (size_t)y * (r->columns + (size_t)1);
}

static inline int64_t *column_of(const routes *r, route_direction d, uint32_t x)
{
    return r->uses + r->first[d] + (size_t)x * (r->rows + (size_t)1);
}

/* Signed hops from `from` to `to` on a line of `size` routers. */
int32_t route_hops(const routes *r, uint32_t from, uint32_t to, uint32_t size);

/* Stretch a reach so that it covers `d` signed hops. */
void route_extend(uint32_t *up, uint32_t *down, int32_t d);

/* `weight` uses of the links `up` and `down` hops from position `at` on a line of `size` routers. */
void route_add_reach(int64_t *plus, int64_t *minus, uint32_t size, uint32_t at, uint32_t up, uint32_t down,
                     int64_t weight);

/* Both: r->x and r->y hold the destinations. */
void multicast_on_lines(routes *r, const uint32_t *sources, uint32_t nsources, uint32_t ndestinations, uint32_t group);
void multicast_on_rings(routes *r, const uint32_t *sources, uint32_t nsources, uint32_t ndestinations, uint32_t group);

#endif
