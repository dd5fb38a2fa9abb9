/* Two objectives against each other: the front of each group as a curve, what it dominates as faint points. */
#include "report/front.h"
#include "report/label.h"
#include "report/picture.h"

/* Split one group into its front (first, in the order of x) and the rest; returns how many are on the front, or -1. */
static long split(const plot_data *data, const group *g, xy *points)
{
    double *values = ARENA_ARRAY(data->memory, double, 2 * g->count);
    bool *marks = ARENA_ARRAY(data->memory, bool, g->count);
    if (!values || !marks)
        return -1;
    for (size_t i = 0; i < g->count; i++) {
        values[2 * i] = label_more_is_better(data->x) ? -g->points[i].x : g->points[i].x;
        values[2 * i + 1] = label_more_is_better(data->y) ? -g->points[i].y : g->points[i].y;
    }
    if (!front_mark(values, g->count, 2, data->memory, marks))
        return -1;
    size_t used = 0;
    for (int pass = 1; pass >= 0; pass--)
        for (size_t i = 0; i < g->count; i++)
            if (marks[i] == (pass == 1))
                points[used++] = g->points[i];
    long front = 0;
    for (size_t i = 0; i < g->count; i++)
        front += marks[i];
    return front;
}

static const char *axis(const plot_data *data, const column *c)
{
    const char *label = label_axis(c, data->memory);
    return label ? picture_text(data->memory, "%s, %s is better", label, label_more_is_better(c) ? "more" : "less")
                 : NULL;
}

static antler_status arrange(const plot_data *data, picture *out, antler_error *err)
{
    arena *a = data->memory;
    const char *x = label_words(data->x, a), *y = label_words(data->y, a);
    series *all = ARENA_ARRAY(a, series, 2 * data->count);
    if (!x || !y || !all)
        return err_no_memory(err);
    size_t rows = 0, on_fronts = 0;
    for (size_t g = 0; g < data->count; g++) {
        const group *from = &data->groups[g];
        xy *points = ARENA_ARRAY(a, xy, from->count);
        long front = points ? split(data, from, points) : -1;
        if (front < 0)
            return err_no_memory(err);
        size_t best = (size_t)front;
        /* Faint points of all groups come first, so that no front is drawn under them. */
        all[g] = (series){NULL, MARK_FAINT_POINTS, g, from->count - best, points + best};
        all[data->count + g] = (series){from->name ? from->name : "front", MARK_CURVE, g, best, points};
        rows += from->count;
        on_fronts += best;
    }
    out->title = picture_text(a, "Pareto %s: %s against %s", data->count > 1 ? "fronts" : "front", y, x);
    out->x_label = axis(data, data->x);
    out->y_label = axis(data, data->y);
    out->note = picture_text(a, "%zu of %zu points are on %s; the others are faint", on_fronts, rows,
                             data->count > 1 ? "a front" : "the front");
    out->series = all;
    out->count = 2 * data->count;
    return ANTLER_OK;
}

const plot_kind plot_pareto = {"pareto", "fronts of two objectives, a curve per group; dominated points are faint",
                               arrange};
