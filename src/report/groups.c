#include "report/groups.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

struct groups {
    arena *memory;
    size_t count, capacity, slots; /* slots: a power of two, at most half of them taken */
    cell *values;
    uint32_t *table; /* number + 1; 0: free */
    uint32_t last;   /* rows of one group often follow each other */
};

groups *groups_new(arena *a)
{
    groups *g = ARENA_ARRAY(a, groups, 1);
    if (g)
        g->memory = a;
    return g;
}

size_t groups_count(const groups *g)
{
    return g->count;
}

static uint64_t hash(const cell *c)
{
    if (c->kind == CELL_TEXT)
        return XXH3_64bits(c->as.text, strlen(c->as.text));
    double number = cell_is_number(c) ? cell_number(c) : 0;
    return XXH3_64bits(&number, sizeof number);
}

/* The slot of this value, or the free one where it belongs. */
static uint32_t *slot_of(const groups *g, const cell *c)
{
    size_t at = (size_t)hash(c) & (g->slots - 1);
    while (g->table[at] && !cell_equal(&g->values[g->table[at] - 1], c))
        at = (at + 1) & (g->slots - 1);
    return &g->table[at];
}

/* Room for one more value. */
static bool grow(groups *g)
{
    if (g->count < g->capacity)
        return true;
    size_t wanted = g->capacity ? 2 * g->capacity : 32;
    cell *values = ARENA_ARRAY(g->memory, cell, wanted);
    uint32_t *table = ARENA_ARRAY(g->memory, uint32_t, 2 * wanted);
    if (!values || !table)
        return false;
    if (g->count)
        memcpy(values, g->values, g->count * sizeof *values);
    g->values = values;
    g->table = table;
    g->capacity = wanted;
    g->slots = 2 * wanted;
    for (uint32_t i = 0; i < g->count; i++)
        *slot_of(g, &g->values[i]) = i + 1;
    return true;
}

bool groups_number(groups *g, const cell *value, uint32_t *number)
{
    *number = g->last;
    if (g->count && cell_equal(&g->values[g->last], value))
        return true;
    if (!grow(g))
        return false;
    uint32_t *slot = slot_of(g, value);
    if (!*slot) {
        cell copy = *value;
        if (copy.kind == CELL_TEXT && !(copy.as.text = arena_strdup(g->memory, copy.as.text)))
            return false;
        g->values[g->count++] = copy;
        *slot = (uint32_t)g->count;
    }
    g->last = *number = *slot - 1;
    return true;
}

typedef struct item {
    cell value;
    uint32_t number;
} item;

static int rank(const cell *c)
{
    return c->kind == CELL_NULL ? 0 : c->kind == CELL_TEXT ? 2 : 1;
}

static int compare(const void *a, const void *b)
{
    const cell *x = &((const item *)a)->value, *y = &((const item *)b)->value;
    if (rank(x) != rank(y))
        return rank(x) - rank(y);
    if (x->kind == CELL_NULL)
        return 0;
    if (x->kind == CELL_TEXT)
        return strcmp(x->as.text, y->as.text);
    return (cell_number(x) > cell_number(y)) - (cell_number(x) < cell_number(y));
}

uint32_t *groups_sort(groups *g, cell **values)
{
    item *items = ARENA_ARRAY(g->memory, item, g->count + 1);
    uint32_t *place = ARENA_ARRAY(g->memory, uint32_t, g->count + 1);
    *values = ARENA_ARRAY(g->memory, cell, g->count + 1);
    if (!items || !place || !*values)
        return NULL;
    for (uint32_t i = 0; i < g->count; i++)
        items[i] = (item){g->values[i], i};
    qsort(items, g->count, sizeof *items, compare);
    for (uint32_t i = 0; i < g->count; i++) {
        place[items[i].number] = i;
        (*values)[i] = items[i].value;
    }
    return place;
}
