/* Trees are counted without walking them: along a row or a column a tree is one range of links each way.
 * tests/reference/brute_links.c walks every route instead. */
#include "machine/routes_inside.h"

#include <stdlib.h>
#include <string.h>

routes *routes_new(uint32_t columns, uint32_t rows, bool wraps, arena *a)
{
    size_t routers = (size_t)columns * rows;
    routes *r = ARENA_ARRAY(a, routes, 1);
    if (!r)
        return NULL;
    *r = (routes){.columns = columns, .rows = rows, .wraps = wraps};
    for (int d = 0; d < DIRECTIONS; d++) {
        r->first[d] = r->size;
        r->size += routers + (d < PLUS_Y ? rows : columns);
    }
    r->uses = ARENA_ARRAY(a, int64_t, r->size);
    for (int way = UP; way <= DOWN; way++) {
        r->line[way] = ARENA_ARRAY(a, int64_t, columns + (size_t)1);
        r->reach[way] = ARENA_ARRAY(a, uint32_t, columns);
        r->tree_ends[way] = ARENA_ARRAY(a, uint32_t, routers);
        if (!r->line[way] || !r->reach[way] || !r->tree_ends[way])
            return NULL;
    }
    r->row_sources = ARENA_ARRAY(a, uint32_t, rows);
    r->column_done = ARENA_ARRAY(a, bool, columns);
    r->column_sources = ARENA_ARRAY(a, bool, columns);
    r->x = ARENA_ARRAY(a, uint32_t, routers);
    r->y = ARENA_ARRAY(a, uint32_t, routers);
    r->distance = ARENA_ARRAY(a, uint32_t, routers);
    r->sources_at = ARENA_ARRAY(a, uint32_t, routers);
    bool all = r->uses && r->row_sources && r->column_sources && r->column_done && r->x && r->y && r->distance &&
               r->sources_at;
    return all ? r : NULL;
}

void routes_clear(routes *r)
{
    memset(r->uses, 0, r->size * sizeof *r->uses);
    r->farthest = 0;
}

int32_t route_hops(const routes *r, uint32_t from, uint32_t to, uint32_t size)
{
    int32_t d = (int32_t)to - (int32_t)from;
    int32_t n = (int32_t)size;
    if (!r->wraps || n < 3)
        return d;
    if (2 * d == n || 2 * d == -n)
        return from % 2 == 0 ? n / 2 : -(n / 2);
    if (2 * d > n)
        return d - n;
    return 2 * d < -n ? d + n : d;
}

static void add_range(int64_t *differences, uint32_t size, uint32_t begin, uint32_t length, int64_t weight)
{
    uint32_t end = begin + length;
    differences[begin] += weight;
    if (end > size) {
        differences[size] -= weight;
        differences[0] += weight;
        end -= size;
    }
    differences[end] -= weight;
}

void route_add_reach(int64_t *plus, int64_t *minus, uint32_t size, uint32_t at, uint32_t up, uint32_t down,
                     int64_t weight)
{
    if (up > 0)
        add_range(plus, size, at, up, weight);
    if (down > 0)
        add_range(minus, size, at + 1 >= down ? at + 1 - down : at + 1 + size - down, down, weight);
}

void route_extend(uint32_t *up, uint32_t *down, int32_t d)
{
    if (d > 0 && (uint32_t)d > *up)
        *up = (uint32_t)d;
    if (d < 0 && (uint32_t)-d > *down)
        *down = (uint32_t)-d;
}

void routes_send(routes *r, uint32_t source, uint32_t destination)
{
    uint32_t x = source % r->columns;
    uint32_t y = source / r->columns;
    uint32_t column = destination % r->columns;
    int32_t dx = route_hops(r, x, column, r->columns);
    int32_t dy = route_hops(r, y, destination / r->columns, r->rows);
    uint32_t up = 0;
    uint32_t down = 0;
    route_extend(&up, &down, dx);
    route_add_reach(row_of(r, PLUS_X, y), row_of(r, MINUS_X, y), r->columns, x, up, down, 1);
    up = down = 0;
    route_extend(&up, &down, dy);
    route_add_reach(column_of(r, PLUS_Y, column), column_of(r, MINUS_Y, column), r->rows, y, up, down, 1);
    uint32_t far = (uint32_t)(abs(dx) + abs(dy));
    if (far > r->farthest)
        r->farthest = far;
}

void routes_multicast(routes *r, const uint32_t *sources, uint32_t nsources, const uint32_t *destinations,
                      uint32_t ndestinations, uint32_t group)
{
    for (uint32_t i = 0; i < ndestinations; i++) {
        r->x[i] = destinations[i] % r->columns;
        r->y[i] = destinations[i] / r->columns;
        r->distance[i] = 0;
    }
    if (r->wraps)
        multicast_on_rings(r, sources, nsources, ndestinations, group);
    else
        multicast_on_lines(r, sources, nsources, ndestinations, group);
}

static void sum_lines(int64_t *differences, size_t lines, size_t length)
{
    for (size_t line = 0; line < lines; line++, differences += length)
        for (size_t at = 1; at < length; at++)
            differences[at] += differences[at - 1];
}

void routes_close(routes *r)
{
    for (int d = 0; d < DIRECTIONS; d++)
        sum_lines(r->uses + r->first[d], d < PLUS_Y ? r->rows : r->columns,
                  (d < PLUS_Y ? r->columns : r->rows) + (size_t)1);
}

size_t routes_slot(const routes *r, uint32_t router, route_direction direction)
{
    uint32_t x = router % r->columns;
    uint32_t y = router / r->columns;
    const int64_t *line = direction < PLUS_Y ? row_of(r, direction, y) + x : column_of(r, direction, x) + y;
    return (size_t)(line - r->uses);
}
