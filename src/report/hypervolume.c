/* Three objectives: a sweep along the third. The points so far form a staircase over the first two, ordered by x with y
 * falling; a new point cuts steps off and adds an area, and each step is cut once. The staircase is a set of ranks of x
 * in a Fenwick tree of counts, which finds the neighbour of a rank in O(log n). More objectives: slices along the last,
 * the volume of each slice by the same function with one objective less. */
#include "report/hypervolume.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Beyond this many points in all slices together the answer would take minutes. */
#define MAX_SLICED_POINTS 2e7

typedef struct corner {
    double x, y, z;
    size_t rank; /* by x, then y; from 1 */
} corner;

static int sign_of(double x, double y)
{
    return (x > y) - (x < y);
}

static int by_xy(const void *a, const void *b)
{
    const corner *p = a, *q = b;
    int order = sign_of(p->x, q->x);
    return order ? order : sign_of(p->y, q->y);
}

static int by_z(const void *a, const void *b)
{
    const corner *p = a, *q = b;
    int order = sign_of(p->z, q->z);
    return order ? order : (p->rank > q->rank) - (p->rank < q->rank);
}

/* Ranks that are present, counted. */
typedef struct stairs {
    size_t size, top; /* top: the greatest power of two within size */
    size_t *tree;
    const corner **at; /* by rank */
} stairs;

static void add(stairs *s, size_t rank, bool present)
{
    for (size_t i = rank; i <= s->size; i += i & (~i + 1))
        s->tree[i] = present ? s->tree[i] + 1 : s->tree[i] - 1;
}

static size_t present_up_to(const stairs *s, size_t rank)
{
    size_t sum = 0;
    for (; rank; rank &= rank - 1)
        sum += s->tree[rank];
    return sum;
}

/* The `nth` step, from 1; NULL when there are fewer. */
static const corner *step(const stairs *s, size_t nth)
{
    size_t rank = 0;
    if (nth == 0)
        return NULL;
    for (size_t half = s->top; half; half /= 2)
        if (rank + half <= s->size && s->tree[rank + half] < nth) {
            rank += half;
            nth -= s->tree[rank];
        }
    return rank < s->size ? s->at[rank + 1] : NULL;
}

/* Put `p` on the stairs, take off what it covers; returns the area gained. */
static double cut_in(stairs *s, const corner *p, double end_x, double end_y)
{
    size_t before = present_up_to(s, p->rank);
    const corner *left = step(s, before), *right;
    double x = p->x, y = left ? left->y : end_y, gained = 0;
    if (left && left->y <= p->y)
        return 0;
    while ((right = step(s, before + 1)) && right->y >= p->y) {
        gained += (right->x - x) * (y - p->y);
        x = right->x;
        y = right->y;
        add(s, right->rank, false);
    }
    gained += ((right ? right->x : end_x) - x) * (y - p->y);
    add(s, p->rank, true);
    return gained;
}

/* needs: corners below the reference in all three. */
static bool sweep(corner *corners, size_t count, const double reference[3], arena *a, double *out)
{
    stairs s = {.size = count, .top = 1, .tree = ARENA_ARRAY(a, size_t, count + 1)};
    double area = 0, volume = 0;
    s.at = ARENA_ARRAY(a, const corner *, count + 1);
    if (!s.tree || !s.at)
        return false;
    while (2 * s.top <= count)
        s.top *= 2;
    qsort(corners, count, sizeof *corners, by_xy);
    for (size_t i = 0; i < count; i++)
        corners[i].rank = i + 1;
    qsort(corners, count, sizeof *corners, by_z);
    for (size_t i = 0; i < count; i++)
        s.at[corners[i].rank] = &corners[i];
    for (size_t i = 0; i < count; i++) {
        area += cut_in(&s, &corners[i], reference[0], reference[1]);
        volume += area * ((i + 1 < count ? corners[i + 1].z : reference[2]) - corners[i].z);
    }
    *out = volume;
    return true;
}

static double get(const double *point, size_t k, size_t objectives, double missing)
{
    return k < objectives ? point[k] : missing;
}

/* Up to three objectives; what is missing is 0 against a reference of 1. */
static bool by_sweep(const double *const *points, size_t count, size_t objectives, const double *reference, arena *a,
                     double *out)
{
    double end[3];
    corner *corners = ARENA_ARRAY(a, corner, count + 1);
    if (!corners)
        return false;
    for (size_t k = 0; k < 3; k++)
        end[k] = get(reference, k, objectives, 1);
    for (size_t i = 0; i < count; i++)
        corners[i] = (corner){points[i][0], get(points[i], 1, objectives, 0), get(points[i], 2, objectives, 0), 0};
    *out = 0;
    return count == 0 || sweep(corners, count, end, a, out);
}

/* The points in the order of objective k. qsort knows no context, so the key goes along. */
typedef struct keyed {
    double key;
    const double *point;
} keyed;

static int by_key(const void *a, const void *b)
{
    return sign_of(((const keyed *)a)->key, ((const keyed *)b)->key);
}

static bool by_slices(const double *const *points, size_t count, size_t objectives, const double *reference, arena *a,
                      double *out)
{
    if (objectives <= 3)
        return by_sweep(points, count, objectives, reference, a, out);
    size_t last = objectives - 1;
    keyed *order = ARENA_ARRAY(a, keyed, count + 1);
    const double **below = ARENA_ARRAY(a, const double *, count + 1);
    double volume = 0;
    if (!order || !below)
        return false;
    for (size_t i = 0; i < count; i++)
        order[i] = (keyed){points[i][last], points[i]};
    qsort(order, count, sizeof *order, by_key);
    for (size_t i = 0; i < count; i++) {
        double height = (i + 1 < count ? order[i + 1].key : reference[last]) - order[i].key, slice = 0;
        arena *own = arena_new();
        below[i] = order[i].point;
        bool done = own && (!(height > 0) || by_slices(below, i + 1, last, reference, own, &slice));
        arena_free(own);
        if (!done)
            return false;
        volume += height * slice;
    }
    *out = volume;
    return true;
}

bool hypervolume(const double *values, size_t count, size_t objectives, const double *reference, arena *a, double *out)
{
    const double **points = ARENA_ARRAY(a, const double *, count + 1);
    size_t used = 0;
    if (!points)
        return false;
    for (size_t i = 0; i < count; i++) {
        bool below = true;
        for (size_t k = 0; k < objectives; k++)
            below = below && values[i * objectives + k] < reference[k];
        if (below)
            points[used++] = &values[i * objectives];
    }
    *out = NAN;
    if (objectives > 3 && pow((double)used, (double)(objectives - 2)) > MAX_SLICED_POINTS)
        return true;
    return by_slices(points, used, objectives, reference, a, out);
}

static void range(const double *values, size_t count, size_t objectives, size_t k, double *least, double *most)
{
    *least = INFINITY;
    *most = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        *least = fmin(*least, values[i * objectives + k]);
        *most = fmax(*most, values[i * objectives + k]);
    }
}

static bool equal_points(const double *values, size_t objectives, size_t i, size_t k)
{
    for (size_t o = 0; o < objectives; o++)
        if (values[i * objectives + o] < values[k * objectives + o] ||
            values[i * objectives + o] > values[k * objectives + o])
            return false;
    return true;
}

static bool three_differ(const double *values, size_t count, size_t objectives)
{
    size_t other = 0;
    while (other < count && equal_points(values, objectives, 0, other))
        other++;
    for (size_t i = other; i < count; i++)
        if (!equal_points(values, objectives, 0, i) && !equal_points(values, objectives, other, i))
            return true;
    return false;
}

size_t knee(const double *values, size_t count, size_t objectives)
{
    enum { MAX_OBJECTIVES = 64 };
    double least[MAX_OBJECTIVES], most[MAX_OBJECTIVES];
    size_t best = count, used = 0;
    if (!count || objectives < 2 || objectives > MAX_OBJECTIVES || !three_differ(values, count, objectives))
        return count;
    for (size_t k = 0; k < objectives; k++) {
        range(values, count, objectives, k, &least[k], &most[k]);
        used += most[k] > least[k];
    }
    double bar = (double)used - 1 - 1e-12; /* an extreme has one scaled objective at 0 and the others at 1 */
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (size_t k = 0; k < objectives; k++)
            if (most[k] > least[k])
                sum += (values[i * objectives + k] - least[k]) / (most[k] - least[k]);
        if (sum < bar) {
            bar = sum;
            best = i;
        }
    }
    return best;
}
