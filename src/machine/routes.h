/* Dimension-order routes on a grid of routers, counted link by link.
 *
 * A route runs along the row of its source to the column of its destination, then along that column. Where rows and
 * columns close into rings the shorter way is taken; halfway round, routes from even coordinates go up and those from
 * odd ones down, so that both directions carry alike. A ring of two is a pair of links.
 *
 * A source that sends one datum to a group of destinations uses the union of its routes to them: each link once.
 * Counts are whole numbers of such trees; what all of them carry is one number of bytes, which the caller knows. */
#ifndef MACHINE_ROUTES_H
#define MACHINE_ROUTES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef enum route_direction { PLUS_X, MINUS_X, PLUS_Y, MINUS_Y, DIRECTIONS } route_direction;

typedef struct routes {
    uint32_t columns, rows;
    bool wraps;
    /* Uses of the links of each direction, by line (row or column) and position of the router that they leave. Until
     * routes_close each line holds differences to the position before; it is one entry longer than it has routers. */
    int64_t *uses;
    size_t first[DIRECTIONS]; /* where each direction starts in uses */
    size_t size;              /* of uses */
    uint32_t farthest;        /* hops, at most: to each destination, from the farthest column and the farthest row */
    /* room to work in */
    uint32_t *x, *y;       /* by destination: where it is */
    uint32_t *distance;    /* by destination: from the farthest source along the row */
    uint32_t *row_sources; /* by row: sources in it */
    bool *column_sources;  /* by column: is there one? */
    bool *column_done;
    uint32_t *reach[2];     /* by column: how far a tree goes up and down in it */
    int64_t *line[2];       /* one row's differences */
    uint32_t *sources_at;   /* by router */
    uint32_t *tree_ends[2]; /* by column and row: trees whose highest (lowest) destination of the column is there */
} routes;

/* NULL when out of memory. */
routes *routes_new(uint32_t columns, uint32_t rows, bool wraps, arena *a);

/* No uses yet. */
void routes_clear(routes *r);

/* One route. */
void routes_send(routes *r, uint32_t source, uint32_t destination);

/* Each source sends one datum to each group of `group` consecutive `destinations`; `group` divides their count, which
 * is at most the number of routers. On lines O(sources + destinations + links beside them); on rings O((rows + columns)
 * x (sources + destinations)). */
void routes_multicast(routes *r, const uint32_t *sources, uint32_t nsources, const uint32_t *destinations,
                      uint32_t ndestinations, uint32_t group);

/* From differences to uses. */
void routes_close(routes *r);

/* Where in `uses` the link is that leaves `router` in `direction`. */
size_t routes_slot(const routes *r, uint32_t router, route_direction direction);

#endif
