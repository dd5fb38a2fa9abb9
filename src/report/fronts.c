#include "report/fronts.h"

#include <stdlib.h>

#include "report/front.h"
#include "report/hypervolume.h"

static antler_status check_input(database *db, const antler_front *f, antler_error *err)
{
    if (f->count == 0)
        return err_set(err, ANTLER_BAD_INPUT, "a front needs an objective; for example --min latency_ms");
    antler_status status = f->by ? database_column(db, f->by, NULL, err) : ANTLER_OK;
    for (size_t i = 0; status == ANTLER_OK && i < f->count; i++)
        status = database_column(db, f->objectives[i].column, NULL, err);
    if (status == ANTLER_OK)
        status = database_check_where(db, f->where, err);
    for (size_t i = 0; status == ANTLER_OK && i < f->constraint_count; i++)
        status = database_check_where(db, f->constraints[i], err);
    return status;
}

static antler_status read_points(database *db, const antler_front *f, measured *out, antler_error *err)
{
    const char **columns = ARENA_ARRAY(db->memory, const char *, f->count);
    if (!columns)
        return err_no_memory(err);
    for (size_t i = 0; i < f->count; i++)
        columns[i] = f->objectives[i].column;
    const measure m = {.what = "an objective",
                       .columns = columns,
                       .width = f->count,
                       .by = f->by,
                       .where = f->where,
                       .constraints = f->constraints,
                       .constraint_count = f->constraint_count,
                       .notes = f->notes};
    return measured_read(db, &m, out, err);
}

typedef struct ranked {
    double first;
    int64_t id;
    size_t row;
    const double *rest; /* all objectives */
    size_t count;
} ranked;

static int compare(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    for (size_t k = 0; k < x->count; k++)
        if (x->rest[k] < y->rest[k] || x->rest[k] > y->rest[k])
            return x->rest[k] < y->rest[k] ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

/* The marked rows of group `g`, sorted. */
static bool collect(const fronts *s, size_t g, arena *a, front_of *out)
{
    const measured *d = &s->points;
    size_t count = 0, used = 0;
    for (size_t r = d->first[g]; r < d->first[g + 1]; r++)
        count += s->marks[r];
    ranked *order = ARENA_ARRAY(a, ranked, count + 1);
    size_t *rows = ARENA_ARRAY(a, size_t, count + 1);
    double *values = ARENA_ARRAY(a, double, count * d->width + 1);
    if (!order || !rows || !values)
        return false;
    for (size_t r = d->first[g]; r < d->first[g + 1]; r++)
        if (s->marks[r])
            order[used++] = (ranked){s->values[r * d->width], d->ids[r], r, &s->values[r * d->width], d->width};
    qsort(order, count, sizeof *order, compare);
    for (size_t i = 0; i < count; i++) {
        rows[i] = order[i].row;
        for (size_t k = 0; k < d->width; k++)
            values[i * d->width + k] = order[i].rest[k];
    }
    *out = (front_of){rows, count, knee(values, count, d->width)};
    return true;
}

antler_status fronts_find(database *db, const antler_front *f, fronts *out, antler_error *err)
{
    arena *a = db->memory;
    fronts s = {0};
    antler_status status = check_input(db, f, err);
    if (status == ANTLER_OK)
        status = read_points(db, f, &s.points, err);
    if (status != ANTLER_OK)
        return status;
    const measured *d = &s.points;
    s.values = ARENA_ARRAY(a, double, d->rows * d->width + 1);
    s.marks = ARENA_ARRAY(a, bool, d->rows + 1);
    s.fronts = ARENA_ARRAY(a, front_of, d->groups + 1);
    if (!s.values || !s.marks || !s.fronts)
        return err_no_memory(err);
    for (size_t i = 0; i < d->rows * d->width; i++)
        s.values[i] = f->objectives[i % d->width].maximize ? -d->values[i] : d->values[i];
    for (size_t g = 0; g < d->groups; g++) {
        size_t first = d->first[g], count = d->first[g + 1] - first;
        if (!front_mark(&s.values[first * d->width], count, d->width, a, &s.marks[first]) ||
            !collect(&s, g, a, &s.fronts[g]))
            return err_no_memory(err);
    }
    *out = s;
    return ANTLER_OK;
}

bool fronts_reference(const fronts *s, const antler_front *f, arena *a, double **out)
{
    const measured *d = &s->points;
    double *reference = ARENA_ARRAY(a, double, d->width);
    for (size_t k = 0; reference && k < d->width; k++) {
        if (f->reference)
            reference[k] = f->objectives[k].maximize ? -f->reference[k] : f->reference[k];
        for (size_t r = 0; !f->reference && r < d->rows; r++)
            if (r == 0 || s->values[r * d->width + k] > reference[k])
                reference[k] = s->values[r * d->width + k];
    }
    *out = reference;
    return reference != NULL;
}
