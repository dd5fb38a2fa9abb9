/* `antler pareto --hypervolume`: the fronts compared, a row each. */
#include <math.h>

#include "report/format.h"
#include "report/fronts.h"
#include "report/hypervolume.h"
#include "report/label.h"

enum { GROUP, POINTS, ON_FRONT, KNEE, VOLUME, SHARE, REFERENCE }; /* columns printed */

static antler_status make_columns(database *db, const antler_front *f, column *columns, antler_error *err)
{
    static const column fixed[] = {{"front", "", ""},   {"points", "", ""},      {"on_front", "", ""},
                                   {"knee_id", "", ""}, {"hypervolume", "", ""}, {"share", "1", ""}};
    for (size_t i = 0; i < REFERENCE; i++)
        columns[i] = fixed[i];
    if (f->by)
        columns[GROUP].name = f->by;
    for (size_t k = 0; k < f->count; k++) {
        sqlite3_str *name = sqlite3_str_new(NULL);
        sqlite3_str_appendf(name, "reference_%s", f->objectives[k].column);
        char *text = sqlite3_str_finish(name);
        columns[REFERENCE + k] =
            (column){text ? arena_strdup(db->memory, text) : NULL, label_unit(db, f->objectives[k].column), ""};
        sqlite3_free(text);
        if (!columns[REFERENCE + k].name)
            return err_no_memory(err);
    }
    return ANTLER_OK;
}

/* The volume between the best value of each objective among all points and the reference. */
static double box(const fronts *s, const double *reference)
{
    const measured *d = &s->points;
    double volume = 1;
    for (size_t k = 0; k < d->width; k++) {
        double best = INFINITY;
        for (size_t r = 0; r < d->rows; r++)
            best = fmin(best, s->values[r * d->width + k]);
        volume *= reference[k] - best;
    }
    return volume;
}

/* The volume under the front of group `g`. */
static bool volume_of(const fronts *s, size_t g, const double *reference, arena *a, double *out)
{
    const measured *d = &s->points;
    const front_of *front = &s->fronts[g];
    double *values = ARENA_ARRAY(a, double, front->count * d->width + 1);
    if (!values)
        return false;
    for (size_t i = 0; i < front->count; i++)
        for (size_t k = 0; k < d->width; k++)
            values[i * d->width + k] = s->values[front->rows[i] * d->width + k];
    return hypervolume(values, front->count, d->width, reference, a, out);
}

static cell real_cell(double value)
{
    return isfinite(value) ? (cell){.kind = CELL_REAL, .as.real = value} : (cell){.kind = CELL_NULL};
}

static cell integer_cell(int64_t value)
{
    return (cell){.kind = CELL_INTEGER, .as.integer = value};
}

static void make_row(const antler_front *f, const fronts *s, size_t g, double volume, const double *reference,
                     cell *cells)
{
    const measured *d = &s->points;
    const front_of *front = &s->fronts[g];
    double all = box(s, reference);
    cells[GROUP] = f->by ? d->names[g] : (cell){.kind = CELL_TEXT, .as.text = "all"};
    cells[POINTS] = integer_cell((int64_t)(d->first[g + 1] - d->first[g]));
    cells[ON_FRONT] = integer_cell((int64_t)front->count);
    cells[KNEE] =
        front->knee < front->count ? integer_cell(d->ids[front->rows[front->knee]]) : (cell){.kind = CELL_NULL};
    cells[VOLUME] = real_cell(volume);
    cells[SHARE] = real_cell(all > 0 ? volume / all : NAN);
    for (size_t k = 0; k < f->count; k++)
        cells[REFERENCE + k] = real_cell(f->objectives[k].maximize ? -reference[k] : reference[k]);
}

antler_status fronts_print_volumes(database *db, const antler_front *f, const fronts *s, antler_error *err)
{
    size_t width = REFERENCE + f->count;
    column *columns = ARENA_ARRAY(db->memory, column, width);
    cell *cells = ARENA_ARRAY(db->memory, cell, width);
    double *reference = NULL;
    if (!columns || !cells || !fronts_reference(s, f, db->memory, &reference))
        return err_no_memory(err);
    writer w;
    antler_status status = make_columns(db, f, columns, err);
    if (status == ANTLER_OK)
        status = writer_open(&w, f->format, f->out, width, columns, db->memory, err);
    for (size_t g = 0; status == ANTLER_OK && g < s->points.groups; g++) {
        double volume = NAN;
        if (!volume_of(s, g, reference, db->memory, &volume))
            return err_no_memory(err);
        make_row(f, s, g, volume, reference, cells);
        status = writer_row(&w, cells, err);
    }
    return status == ANTLER_OK ? writer_close(&w, err) : status;
}
