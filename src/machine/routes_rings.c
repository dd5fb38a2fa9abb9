/* Multicast where rows and columns close: how far a tree goes each way depends on where its source is, so every column
 * with a source and every row with one is gone through. */
#include "machine/routes_inside.h"

#include <stdlib.h>
#include <string.h>

/* What the trees of one source in column x use of its row, into r->line. */
static void reach_along_row(routes *r, uint32_t x, uint32_t count, uint32_t group)
{
    for (int way = UP; way <= DOWN; way++)
        memset(r->line[way], 0, (r->columns + (size_t)1) * sizeof *r->line[way]);
    for (uint32_t first = 0; first < count; first += group) {
        uint32_t up = 0;
        uint32_t down = 0;
        for (uint32_t i = first; i < first + group; i++) {
            int32_t d = route_hops(r, x, r->x[i], r->columns);
            route_extend(&up, &down, d);
            if ((uint32_t)abs(d) > r->distance[i])
                r->distance[i] = (uint32_t)abs(d);
        }
        route_add_reach(r->line[UP], r->line[DOWN], r->columns, x, up, down, 1);
    }
}

/* Add r->line to the rows of all sources in column x. */
static void spread_over_rows(routes *r, uint32_t x, const uint32_t *sources, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (sources[i] % r->columns != x)
            continue;
        int64_t *plus = row_of(r, PLUS_X, sources[i] / r->columns);
        int64_t *minus = row_of(r, MINUS_X, sources[i] / r->columns);
        for (uint32_t at = 0; at <= r->columns; at++) {
            plus[at] += r->line[UP][at];
            minus[at] += r->line[DOWN][at];
        }
    }
}

/* The columns' share of the trees of all sources in row y. */
static void reach_along_columns(routes *r, uint32_t y, uint32_t count, uint32_t group)
{
    for (uint32_t first = 0; first < count; first += group) {
        for (uint32_t i = first; i < first + group; i++) {
            uint32_t x = r->x[i];
            int32_t d = route_hops(r, y, r->y[i], r->rows);
            route_extend(&r->reach[UP][x], &r->reach[DOWN][x], d);
            uint32_t far = r->distance[i] + (uint32_t)abs(d);
            if (far > r->farthest)
                r->farthest = far;
        }
        for (uint32_t i = first; i < first + group; i++) {
            uint32_t x = r->x[i];
            route_add_reach(column_of(r, PLUS_Y, x), column_of(r, MINUS_Y, x), r->rows, y, r->reach[UP][x],
                            r->reach[DOWN][x], r->row_sources[y]);
            r->reach[UP][x] = r->reach[DOWN][x] = 0;
        }
    }
}

void multicast_on_rings(routes *r, const uint32_t *sources, uint32_t nsources, uint32_t ndestinations, uint32_t group)
{
    for (uint32_t i = 0; i < nsources; i++) {
        r->column_sources[sources[i] % r->columns] = true;
        r->row_sources[sources[i] / r->columns]++;
    }
    for (uint32_t i = 0; i < nsources; i++) {
        uint32_t x = sources[i] % r->columns;
        if (!r->column_sources[x])
            continue;
        r->column_sources[x] = false;
        reach_along_row(r, x, ndestinations, group);
        spread_over_rows(r, x, sources, nsources);
    }
    for (uint32_t i = 0; i < nsources; i++) {
        uint32_t y = sources[i] / r->columns;
        if (r->row_sources[y] == 0)
            continue;
        reach_along_columns(r, y, ndestinations, group);
        r->row_sources[y] = 0;
    }
}
