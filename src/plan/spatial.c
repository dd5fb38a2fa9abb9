#include "plan/spatial.h"

#include <stdlib.h>

#include "plan/cost.h"

typedef struct part_list {
    uint32_t count;
    uint32_t *parts; /* ascending */
} part_list;

static bool list_parts(uint64_t length, uint32_t cores, part_list *out)
{
    uint64_t most = length < cores ? length : cores;
    out->parts = malloc(most * sizeof *out->parts);
    if (!out->parts)
        return false;
    for (uint64_t parts = 1; parts <= most; parts++)
        if (canonical_parts(length, parts))
            out->parts[out->count++] = (uint32_t)parts;
    return true;
}

static bool append(const plan_problem *pr, const uint32_t *parts, spatial_list *out)
{
    static const uint32_t one_step[GRAPH_MAX_DIMS] = {1, 1, 1, 1, 1, 1};
    if (out->count == out->room) {
        uint32_t room = out->room ? out->room * 2 : 1024;
        spatial_cut *cuts = realloc(out->cuts, room * sizeof *cuts);
        if (!cuts)
            return false;
        out->cuts = cuts;
        out->room = room;
    }
    spatial_cut *cut = &out->cuts[out->count++];
    for (uint32_t d = 0; d < GRAPH_MAX_DIMS; d++)
        cut->parts[d] = parts[d];
    cut->floor_s = plan_floor_s(pr, parts, one_step);
    return true;
}

static bool choose(const plan_problem *pr, const part_list *lists, uint8_t d, uint32_t cores_left, uint32_t *parts,
                   spatial_list *out)
{
    if (d == pr->ndims)
        return append(pr, parts, out);
    bool ok = true;
    for (uint32_t i = 0; ok && i < lists[d].count && lists[d].parts[i] <= cores_left; i++) {
        parts[d] = lists[d].parts[i];
        ok = choose(pr, lists, (uint8_t)(d + 1), cores_left / parts[d], parts, out);
    }
    parts[d] = 1;
    return ok;
}

/* Cuts are made in lexicographic order, which their place keeps among equals. */
typedef struct place {
    double floor_s;
    uint32_t at;
} place;

static int fastest_first(const void *a, const void *b)
{
    const place *x = a;
    const place *y = b;
    if (x->floor_s != y->floor_s)
        return x->floor_s < y->floor_s ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static bool sort(spatial_list *list)
{
    place *places = malloc(list->count * sizeof *places);
    spatial_cut *sorted = malloc(list->count * sizeof *sorted);
    bool ok = places && sorted;
    for (uint32_t i = 0; ok && i < list->count; i++)
        places[i] = (place){list->cuts[i].floor_s, i};
    if (ok)
        qsort(places, list->count, sizeof *places, fastest_first);
    for (uint32_t i = 0; ok && i < list->count; i++)
        sorted[i] = list->cuts[places[i].at];
    free(places);
    free(ok ? list->cuts : sorted);
    if (ok) {
        list->cuts = sorted;
        list->room = list->count;
    }
    return ok;
}

bool spatial_cuts(const plan_problem *pr, spatial_list *out)
{
    *out = (spatial_list){0};
    part_list lists[GRAPH_MAX_DIMS] = {{0}};
    uint32_t parts[GRAPH_MAX_DIMS] = {1, 1, 1, 1, 1, 1};
    bool ok = true;
    for (uint8_t d = 0; ok && d < pr->ndims; d++)
        ok = list_parts(pr->length[d], pr->cores, &lists[d]);
    ok = ok && choose(pr, lists, 0, pr->cores, parts, out);
    for (uint32_t d = 0; d < GRAPH_MAX_DIMS; d++)
        free(lists[d].parts);
    return ok && sort(out);
}

void spatial_free(spatial_list *list)
{
    free(list->cuts);
    *list = (spatial_list){0};
}
