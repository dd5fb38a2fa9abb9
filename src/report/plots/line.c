/* One curve per group over x. Where a sweep varied more than the picture shows, several rows share x and group: the
 * curve takes the best of them and the picture says so. */
#include "report/label.h"
#include "report/picture.h"

/* One point per x out of g's points, which are sorted by x and then y: the first or last y of each. */
static size_t best_of_each(const group *g, bool most, xy *points)
{
    size_t count = 0;
    for (size_t i = 0; i < g->count; i++) {
        bool same = count && points[count - 1].x == g->points[i].x;
        if (!same)
            points[count++] = g->points[i];
        else if (most)
            points[count - 1] = g->points[i];
    }
    return count;
}

static antler_status arrange(const plot_data *data, picture *out, antler_error *err)
{
    arena *a = data->memory;
    bool positive = true;
    bool most = label_more_is_better(data->y), shared = false;
    const char *x = label_words(data->x, a), *y = label_words(data->y, a);
    series *all = ARENA_ARRAY(a, series, data->count);
    if (!x || !y || !all)
        return err_no_memory(err);
    for (size_t g = 0; g < data->count; g++) {
        const group *from = &data->groups[g];
        xy *points = ARENA_ARRAY(a, xy, from->count);
        if (!points)
            return err_no_memory(err);
        size_t count = best_of_each(from, most, points);
        shared |= count < from->count;
        for (size_t i = 0; i < count; i++)
            positive = positive && points[i].y >= 0;
        all[g] = (series){from->name, MARK_CURVE, g, count, points};
    }
    out->title = picture_text(a, "%s over %s", y, x);
    out->x_label = label_axis(data->x, a);
    out->y_label = label_axis(data->y, a);
    out->note = shared
                    ? picture_text(a, "several points share an x: the %s %s is drawn", most ? "highest" : "lowest", y)
                    : NULL;
    out->y_from_zero = positive;
    out->series = all;
    out->count = data->count;
    return ANTLER_OK;
}

const plot_kind plot_line = {"line", "y over x, a curve per group", arrange};
