/* Multicast where rows and columns do not close: sources before a link times trees that end beyond it. */
#include "machine/routes_inside.h"

#include <string.h>

/* On a line that does not close, every source at or before position i uses the link up from i for every tree whose
 * highest destination lies beyond i, and likewise down. `highest`, `lowest`: trees by where they end. */
static void cross(int64_t *plus, int64_t *minus, uint32_t size, const uint32_t *sources, const uint32_t *highest,
                  const uint32_t *lowest)
{
    int64_t before = 0; /* sources at or before i */
    int64_t beyond = 0; /* trees that end beyond i */
    for (uint32_t i = 0; i < size; i++)
        beyond += highest[i];
    for (uint32_t i = 0; i < size; i++) {
        before += sources[i];
        beyond -= highest[i];
        plus[i] += before * beyond;
        plus[i + 1] -= before * beyond;
    }
    int64_t behind = before; /* sources at or behind i */
    int64_t ended = 0;       /* trees whose lowest destination lies before i */
    for (uint32_t i = 0; i < size; i++) {
        minus[i] += behind * ended;
        minus[i + 1] -= behind * ended;
        behind -= sources[i];
        ended += lowest[i];
    }
}

/* Rows: every source reaches from its column to the outermost columns of each group. */
static void cross_rows(routes *r, const uint32_t *sources, uint32_t nsources, uint32_t count, uint32_t group)
{
    for (uint32_t first = 0; first < count; first += group) {
        uint32_t low = r->x[first];
        uint32_t high = low;
        for (uint32_t i = first + 1; i < first + group; i++) {
            low = r->x[i] < low ? r->x[i] : low;
            high = r->x[i] > high ? r->x[i] : high;
        }
        r->reach[UP][high]++;
        r->reach[DOWN][low]++;
    }
    for (uint32_t i = 0; i < nsources; i++) {
        uint32_t y = sources[i] / r->columns;
        uint32_t *here = r->sources_at + (size_t)y * r->columns;
        if (here[sources[i] % r->columns] == 0)
            continue; /* its row is done */
        cross(row_of(r, PLUS_X, y), row_of(r, MINUS_X, y), r->columns, here, r->reach[UP], r->reach[DOWN]);
        memset(here, 0, r->columns * sizeof *here);
    }
    for (int way = UP; way <= DOWN; way++)
        memset(r->reach[way], 0, r->columns * sizeof *r->reach[way]);
}

/* Where each tree ends in each column that it goes along. */
static void find_tree_ends(routes *r, uint32_t count, uint32_t group)
{
    for (uint32_t first = 0; first < count; first += group) {
        for (uint32_t i = first; i < first + group; i++) {
            uint32_t x = r->x[i];
            uint32_t up = r->y[i] + 1; /* from the ends of the column, so that 0 is no destination */
            uint32_t down = r->rows - r->y[i];
            r->reach[UP][x] = up > r->reach[UP][x] ? up : r->reach[UP][x];
            r->reach[DOWN][x] = down > r->reach[DOWN][x] ? down : r->reach[DOWN][x];
        }
        for (uint32_t i = first; i < first + group; i++) {
            uint32_t x = r->x[i];
            if (r->reach[UP][x] == 0)
                continue;
            size_t column = (size_t)x * r->rows;
            r->tree_ends[UP][column + r->reach[UP][x] - 1]++;
            r->tree_ends[DOWN][column + r->rows - r->reach[DOWN][x]]++;
            r->reach[UP][x] = r->reach[DOWN][x] = 0;
        }
    }
}

/* Columns: from every source's row to the outermost rows of each group there. */
static void cross_columns(routes *r, uint32_t count, uint32_t group)
{
    find_tree_ends(r, count, group);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = r->x[i];
        uint32_t *highest = r->tree_ends[UP] + (size_t)x * r->rows;
        uint32_t *lowest = r->tree_ends[DOWN] + (size_t)x * r->rows;
        if (r->column_done[x])
            continue;
        r->column_done[x] = true;
        cross(column_of(r, PLUS_Y, x), column_of(r, MINUS_Y, x), r->rows, r->row_sources, highest, lowest);
        memset(highest, 0, r->rows * sizeof *highest);
        memset(lowest, 0, r->rows * sizeof *lowest);
    }
    for (uint32_t i = 0; i < count; i++)
        r->column_done[r->x[i]] = false;
}

static uint32_t farther(uint32_t at, uint32_t low, uint32_t high)
{
    uint32_t up = high > at ? high - at : 0;
    uint32_t down = at > low ? at - low : 0;
    return up > down ? up : down;
}

void multicast_on_lines(routes *r, const uint32_t *sources, uint32_t nsources, uint32_t ndestinations, uint32_t group)
{
    uint32_t low[2] = {UINT32_MAX, UINT32_MAX};
    uint32_t high[2] = {0, 0};
    for (uint32_t i = 0; i < nsources; i++) {
        uint32_t at[2] = {sources[i] % r->columns, sources[i] / r->columns};
        for (int axis = 0; axis < 2; axis++) {
            low[axis] = at[axis] < low[axis] ? at[axis] : low[axis];
            high[axis] = at[axis] > high[axis] ? at[axis] : high[axis];
        }
        r->sources_at[sources[i]]++;
        r->row_sources[at[1]]++;
    }
    for (uint32_t i = 0; i < ndestinations; i++) {
        uint32_t far = farther(r->x[i], low[0], high[0]) + farther(r->y[i], low[1], high[1]);
        r->farthest = far > r->farthest ? far : r->farthest;
    }
    cross_rows(r, sources, nsources, ndestinations, group);
    cross_columns(r, ndestinations, group);
    for (uint32_t i = 0; i < nsources; i++)
        r->row_sources[sources[i] / r->columns] = 0;
}
