/* Trees are counted without walking them: along a row or a column a tree is one range of links each way, and a range is
 * two entries in an array of differences. tests/reference/brute_links.c walks every route instead. */
#include "machine/routes.h"

#include <stdlib.h>
#include <string.h>

enum { UP, DOWN };

routes *routes_new(uint32_t columns, uint32_t rows, bool wraps, arena *a)
{
    routes *r = ARENA_ARRAY(a, routes, 1);
    if (!r)
        return NULL;
    *r = (routes){.columns = columns, .rows = rows, .wraps = wraps};
    for (int d = 0; d < DIRECTIONS; d++) {
        size_t lines = d < PLUS_Y ? rows : columns;
        size_t length = d < PLUS_Y ? columns : rows;
        r->uses[d] = ARENA_ARRAY(a, int64_t, lines * (length + 1));
        if (!r->uses[d])
            return NULL;
    }
    for (int way = UP; way <= DOWN; way++) {
        r->line[way] = ARENA_ARRAY(a, int64_t, columns + (size_t)1);
        r->reach[way] = ARENA_ARRAY(a, uint32_t, columns);
        if (!r->line[way] || !r->reach[way])
            return NULL;
    }
    r->weight = ARENA_ARRAY(a, uint32_t, rows);
    r->source_columns = ARENA_ARRAY(a, bool, columns);
    size_t routers = (size_t)columns * rows;
    r->x = ARENA_ARRAY(a, uint32_t, routers);
    r->y = ARENA_ARRAY(a, uint32_t, routers);
    r->distance = ARENA_ARRAY(a, uint32_t, routers);
    return r->weight && r->source_columns && r->x && r->y && r->distance ? r : NULL;
}

void routes_clear(routes *r)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        size_t lines = d < PLUS_Y ? r->rows : r->columns;
        size_t length = d < PLUS_Y ? r->columns : r->rows;
        memset(r->uses[d], 0, lines * (length + 1) * sizeof *r->uses[d]);
    }
    r->farthest = 0;
}

/* Signed hops from `from` to `to` on a line of `size` routers. */
static int32_t hops(const routes *r, uint32_t from, uint32_t to, uint32_t size)
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

/* `up` and `down` hops from position `at` on a line of `size` routers. */
static void add_reach(int64_t *plus, int64_t *minus, uint32_t size, uint32_t at, uint32_t up, uint32_t down,
                      int64_t weight)
{
    if (up > 0)
        add_range(plus, size, at, up, weight);
    if (down > 0)
        add_range(minus, size, at + 1 >= down ? at + 1 - down : at + 1 + size - down, down, weight);
}

static int64_t *row_of(const routes *r, route_direction d, uint32_t y)
{
    return r->uses[d] + (size_t)y * (r->columns + (size_t)1);
}

static int64_t *column_of(const routes *r, route_direction d, uint32_t x)
{
    return r->uses[d] + (size_t)x * (r->rows + (size_t)1);
}

static void extend(uint32_t *up, uint32_t *down, int32_t d)
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
    int32_t dx = hops(r, x, column, r->columns);
    int32_t dy = hops(r, y, destination / r->columns, r->rows);
    uint32_t up = 0;
    uint32_t down = 0;
    extend(&up, &down, dx);
    add_reach(row_of(r, PLUS_X, y), row_of(r, MINUS_X, y), r->columns, x, up, down, 1);
    up = down = 0;
    extend(&up, &down, dy);
    add_reach(column_of(r, PLUS_Y, column), column_of(r, MINUS_Y, column), r->rows, y, up, down, 1);
    uint32_t far = (uint32_t)(abs(dx) + abs(dy));
    if (far > r->farthest)
        r->farthest = far;
}

/* What the trees of one source in column x use of its row, into r->line. */
static void reach_along_row(routes *r, uint32_t x, uint32_t count, uint32_t group)
{
    for (int way = UP; way <= DOWN; way++)
        memset(r->line[way], 0, (r->columns + (size_t)1) * sizeof *r->line[way]);
    for (uint32_t first = 0; first < count; first += group) {
        uint32_t up = 0;
        uint32_t down = 0;
        for (uint32_t i = first; i < first + group; i++) {
            int32_t d = hops(r, x, r->x[i], r->columns);
            extend(&up, &down, d);
            if ((uint32_t)abs(d) > r->distance[i])
                r->distance[i] = (uint32_t)abs(d);
        }
        add_reach(r->line[UP], r->line[DOWN], r->columns, x, up, down, 1);
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
            int32_t d = hops(r, y, r->y[i], r->rows);
            extend(&r->reach[UP][x], &r->reach[DOWN][x], d);
            uint32_t far = r->distance[i] + (uint32_t)abs(d);
            if (far > r->farthest)
                r->farthest = far;
        }
        for (uint32_t i = first; i < first + group; i++) {
            uint32_t x = r->x[i];
            add_reach(column_of(r, PLUS_Y, x), column_of(r, MINUS_Y, x), r->rows, y, r->reach[UP][x], r->reach[DOWN][x],
                      r->weight[y]);
            r->reach[UP][x] = r->reach[DOWN][x] = 0;
        }
    }
}

void routes_multicast(routes *r, const uint32_t *sources, uint32_t nsources, const uint32_t *destinations,
                      uint32_t ndestinations, uint32_t group)
{
    for (uint32_t i = 0; i < ndestinations; i++) {
        r->x[i] = destinations[i] % r->columns;
        r->y[i] = destinations[i] / r->columns;
        r->distance[i] = 0;
    }
    for (uint32_t i = 0; i < nsources; i++) {
        r->source_columns[sources[i] % r->columns] = true;
        r->weight[sources[i] / r->columns]++;
    }
    for (uint32_t i = 0; i < nsources; i++) {
        uint32_t x = sources[i] % r->columns;
        if (!r->source_columns[x])
            continue;
        r->source_columns[x] = false;
        reach_along_row(r, x, ndestinations, group);
        spread_over_rows(r, x, sources, nsources);
    }
    for (uint32_t i = 0; i < nsources; i++) {
        uint32_t y = sources[i] / r->columns;
        if (r->weight[y] == 0)
            continue;
        reach_along_columns(r, y, ndestinations, group);
        r->weight[y] = 0;
    }
}

static void sum_lines(int64_t *differences, size_t lines, size_t length)
{
    for (size_t line = 0; line < lines; line++, differences += length)
        for (size_t at = 1; at < length; at++)
            differences[at] += differences[at - 1];
}

void routes_close(routes *r)
{
    sum_lines(r->uses[PLUS_X], r->rows, r->columns + (size_t)1);
    sum_lines(r->uses[MINUS_X], r->rows, r->columns + (size_t)1);
    sum_lines(r->uses[PLUS_Y], r->columns, r->rows + (size_t)1);
    sum_lines(r->uses[MINUS_Y], r->columns, r->rows + (size_t)1);
}

int64_t routes_uses(const routes *r, uint32_t router, route_direction direction)
{
    uint32_t x = router % r->columns;
    uint32_t y = router / r->columns;
    return direction < PLUS_Y ? row_of(r, direction, y)[x] : column_of(r, direction, x)[y];
}
