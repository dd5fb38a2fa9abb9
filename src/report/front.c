/* In lexicographic order whatever dominates a point stands before it. So points are taken in that order, and each is
 * compared with earlier ones only: up to three objectives, the question "is there an earlier point with y' <= y and
 * z' <= z" is a prefix minimum of z over the ranks of y, which a Fenwick tree answers in O(log n) (missing objectives
 * count as 0); beyond three, the front so far is searched (what it dominated cannot dominate anything new). */
#include "report/front.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct item {
    const double *values;
    size_t objectives;
    size_t index; /* in the caller's order */
} item;

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int compare_items(const void *a, const void *b)
{
    const item *x = a, *y = b;
    for (size_t k = 0; k < x->objectives; k++) {
        int order = compare_doubles(&x->values[k], &y->values[k]);
        if (order)
            return order;
    }
    return 0;
}

static double objective(const item *i, size_t k)
{
    return k < i->objectives ? i->values[k] : 0;
}

/* Points equal to items[first]: they stand next to each other. */
static size_t end_of_equals(const item *items, size_t count, size_t first)
{
    size_t end = first + 1;
    while (end < count && compare_items(&items[first], &items[end]) == 0)
        end++;
    return end;
}

/* How many of the `count` sorted numbers are at most `value`: its rank, from 1. */
static size_t rank_of(const double *sorted, size_t count, double value)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sorted[middle] <= value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static double prefix_minimum(const double *tree, size_t rank)
{
    double least = INFINITY;
    for (; rank > 0; rank &= rank - 1)
        least = fmin(least, tree[rank]);
    return least;
}

static void lower(double *tree, size_t count, size_t rank, double value)
{
    for (; rank <= count; rank += rank & (~rank + 1))
        tree[rank] = fmin(tree[rank], value);
}

static bool mark_by_tree(const item *items, size_t count, arena *a, bool *on_front)
{
    double *ys = ARENA_ARRAY(a, double, count);
    double *tree = ARENA_ARRAY(a, double, count + 1);
    if (!ys || !tree)
        return false;
    for (size_t i = 0; i < count; i++) {
        ys[i] = objective(&items[i], 1);
        tree[i + 1] = INFINITY;
    }
    qsort(ys, count, sizeof *ys, compare_doubles);
    for (size_t i = 0, end; i < count; i = end) {
        end = end_of_equals(items, count, i);
        size_t rank = rank_of(ys, count, objective(&items[i], 1));
        double z = objective(&items[i], 2);
        bool keep = prefix_minimum(tree, rank) > z;
        for (size_t k = i; k < end; k++)
            on_front[items[k].index] = keep;
        if (keep)
            lower(tree, count, rank, z);
    }
    return true;
}

static bool covers(const item *x, const item *y)
{
    for (size_t k = 0; k < x->objectives; k++)
        if (x->values[k] > y->values[k])
            return false;
    return true;
}

static bool mark_by_search(const item *items, size_t count, arena *a, bool *on_front)
{
    const item **front = ARENA_ARRAY(a, const item *, count);
    size_t members = 0;
    if (!front)
        return false;
    for (size_t i = 0, end; i < count; i = end) {
        end = end_of_equals(items, count, i);
        bool keep = true;
        for (size_t f = 0; f < members && keep; f++)
            keep = !covers(front[f], &items[i]);
        for (size_t k = i; k < end; k++)
            on_front[items[k].index] = keep;
        if (keep)
            front[members++] = &items[i];
    }
    return true;
}

bool front_mark(const double *values, size_t count, size_t objectives, arena *a, bool *on_front)
{
    item *items = ARENA_ARRAY(a, item, count);
    if (!items)
        return false;
    for (size_t i = 0; i < count; i++)
        items[i] = (item){&values[i * objectives], objectives, i};
    if (count)
        qsort(items, count, sizeof *items, compare_items);
    return objectives <= 3 ? mark_by_tree(items, count, a, on_front) : mark_by_search(items, count, a, on_front);
}
