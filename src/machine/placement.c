#include "machine/placement.h"

#include <string.h>

#include "base/error.h"

typedef struct placement {
    const char *name;
    bool (*holds)(const machine *m, uint32_t x, uint32_t y);
} placement;

static bool on_west_east(const machine *m, uint32_t x, uint32_t y)
{
    (void)y;
    return x == 0 || x + 1 == m->columns;
}

static bool on_north_south(const machine *m, uint32_t x, uint32_t y)
{
    (void)x;
    return y == 0 || y + 1 == m->rows;
}

static bool on_edges(const machine *m, uint32_t x, uint32_t y)
{
    return on_west_east(m, x, y) || on_north_south(m, x, y);
}

static bool on_corners(const machine *m, uint32_t x, uint32_t y)
{
    return on_west_east(m, x, y) && on_north_south(m, x, y);
}

/* The middle one or two columns and rows. */
static bool on_center(const machine *m, uint32_t x, uint32_t y)
{
    return (x == (m->columns - 1) / 2 || x == m->columns / 2) && (y == (m->rows - 1) / 2 || y == m->rows / 2);
}

/* Router i of n when one of the evenly spread `channels` points falls into its share. */
static bool on_distributed(const machine *m, uint32_t x, uint32_t y)
{
    uint64_t routers = (uint64_t)m->columns * m->rows;
    uint64_t channels = m->hbm.channels < routers ? m->hbm.channels : routers;
    uint64_t at = (uint64_t)y * m->columns + x;
    return (at + 1) * channels / routers != at * channels / routers;
}

static const placement placements[] = {
    {"edges", on_edges},         {"corners", on_corners},
    {"west-east", on_west_east}, {"north-south", on_north_south},
    {"center", on_center},       {"distributed", on_distributed},
};

antler_status placement_points(const machine *m, arena *a, uint32_t **points, uint32_t *count, antler_error *err)
{
    const placement *p = NULL;
    for (size_t i = 0; i < sizeof placements / sizeof *placements; i++)
        if (strcmp(placements[i].name, m->placement) == 0)
            p = &placements[i];
    if (!p)
        return err_set(err, ANTLER_BAD_INPUT, "hbm.placement '%s' is not known", m->placement);
    uint32_t routers = m->columns * m->rows;
    uint32_t found = 0;
    for (uint32_t i = 0; i < routers; i++)
        found += p->holds(m, i % m->columns, i / m->columns);
    *points = ARENA_ARRAY(a, uint32_t, found);
    if (!*points)
        return err_no_memory(err);
    *count = 0;
    for (uint32_t i = 0; i < routers; i++)
        if (p->holds(m, i % m->columns, i / m->columns))
            (*points)[(*count)++] = i;
    return ANTLER_OK;
}
