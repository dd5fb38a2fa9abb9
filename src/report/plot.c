/* `antler plot`: rows of the database to groups of points, the kind arranges them, gnuplot draws. */
#include <antler/report.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report/gnuplot.h"
#include "report/label.h"
#include "report/picture.h"

static const plot_kind *const kinds[] = {&plot_pareto, &plot_line, NULL};

enum { ID, X, Y, BY }; /* columns of the query */

/* More curves than this cannot be told apart, whatever their colours. */
enum { MAX_GROUPS = 21 };

const char *picture_text(arena *a, const char *fmt, ...)
{
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, fmt, args);
    char *text = length < 0 ? NULL : arena_alloc(a, (size_t)length + 1, 1);
    if (text)
        (void)vsnprintf(text, (size_t)length + 1, fmt, again);
    va_end(again);
    va_end(args);
    return text;
}

/* NULL, and a list of what there is, when there is none of this name. */
static const plot_kind *find_kind(const char *name, antler_error *err)
{
    char known[256] = "";
    for (size_t i = 0; kinds[i]; i++) {
        if (strcmp(kinds[i]->name, name) == 0)
            return kinds[i];
        size_t used = strlen(known);
        (void)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", kinds[i]->name);
    }
    err_set(err, ANTLER_BAD_INPUT, "no plot is called '%s'; there are: %s", name, known);
    return NULL;
}

static char *rows_sql(const antler_plot *plot)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendf(sql, "SELECT id, \"%w\", \"%w\", ", plot->x, plot->y);
    if (plot->by)
        sqlite3_str_appendf(sql, "\"%w\"", plot->by);
    else
        sqlite3_str_appendall(sql, "NULL");
    sqlite3_str_appendf(sql, " FROM results WHERE status = 'ok' AND (\n%s\n) ORDER BY 4, 2, 3, 1",
                        plot->where ? plot->where : "1");
    return sqlite3_str_finish(sql);
}

/* Drop rows without x or y, and say how many. leaves: at least one row. */
static antler_status keep_measured(const antler_plot *plot, rowset *set, antler_error *err)
{
    size_t kept = 0;
    const char *absent = NULL;
    for (size_t r = 0; r < set->rows; r++) {
        const cell *row = &set->cells[r * set->columns];
        if (row[X].kind == CELL_TEXT || row[Y].kind == CELL_TEXT)
            return err_set(err, ANTLER_BAD_INPUT, "'%s' is text, an axis needs numbers; text can go to --by",
                           row[X].kind == CELL_TEXT ? plot->x : plot->y);
        if (row[X].kind == CELL_NULL || row[Y].kind == CELL_NULL)
            absent = row[X].kind == CELL_NULL ? plot->x : plot->y;
        else
            memmove(&set->cells[kept++ * set->columns], row, set->columns * sizeof *row);
    }
    if (set->rows == 0)
        return err_set(err, ANTLER_BAD_INPUT, "nothing to draw: %s has no row with status ok%s", plot->database,
                       plot->where ? " that 'where' selects" : "");
    if (kept == 0)
        return err_set(err, ANTLER_BAD_INPUT, "nothing to draw: '%s' is NULL in every row", absent);
    if (kept < set->rows && plot->notes)
        fprintf(plot->notes, "antler: note: %zu of %zu rows left out: '%s' is NULL there\n", set->rows - kept,
                set->rows, absent);
    set->rows = kept;
    return ANTLER_OK;
}

static const char *group_name(const antler_plot *plot, const cell *value, arena *a)
{
    char buffer[NUMBER_TEXT];
    return plot->by ? arena_strdup(a, cell_readable(value, buffer)) : NULL;
}

/* needs: rows sorted by group. leaves: data->groups. */
static antler_status make_groups(const antler_plot *plot, const rowset *set, plot_data *data, antler_error *err)
{
    xy *points = ARENA_ARRAY(data->memory, xy, set->rows);
    data->groups = ARENA_ARRAY(data->memory, group, MAX_GROUPS);
    if (!points || !data->groups)
        return err_no_memory(err);
    for (size_t r = 0; r < set->rows; r++) {
        const cell *row = &set->cells[r * set->columns];
        points[r] = (xy){cell_number(&row[X]), cell_number(&row[Y]), row[ID].as.integer};
        if (r == 0 || !cell_equal(&row[BY], &row[BY] - set->columns)) {
            if (data->count == MAX_GROUPS)
                return err_set(err, ANTLER_BAD_INPUT, "'%s' has more than %d values; select fewer with --where",
                               plot->by, MAX_GROUPS);
            group *g = &data->groups[data->count++];
            *g = (group){.name = group_name(plot, &row[BY], data->memory), .points = &points[r]};
            if (plot->by && !g->name)
                return err_no_memory(err);
        }
        data->groups[data->count - 1].count++;
    }
    return ANTLER_OK;
}

static antler_status read_data(const antler_plot *plot, database *db, plot_data *out, antler_error *err)
{
    rowset set = {0};
    antler_status status = database_column(db, plot->x, &out->x, err);
    if (status == ANTLER_OK)
        status = database_column(db, plot->y, &out->y, err);
    if (status == ANTLER_OK && plot->by)
        status = database_column(db, plot->by, &out->by, err);
    if (status == ANTLER_OK)
        status = database_check_where(db, plot->where, err);
    if (status != ANTLER_OK)
        return status;
    char *sql = rows_sql(plot);
    status = sql ? database_rows(db, "plot", sql, &set, err) : err_no_memory(err);
    sqlite3_free(sql);
    if (status == ANTLER_OK)
        status = keep_measured(plot, &set, err);
    return status == ANTLER_OK ? make_groups(plot, &set, out, err) : status;
}

static antler_status draw(const antler_plot *plot, const plot_kind *kind, database *db, const char *output,
                          antler_error *err)
{
    plot_data data = {.memory = db->memory};
    picture p = {0};
    antler_status status = read_data(plot, db, &data, err);
    if (status == ANTLER_OK)
        status = kind->arrange(&data, &p, err);
    if (status != ANTLER_OK)
        return status;
    if (plot->title)
        p.title = plot->title;
    p.legend = data.by ? label_axis(data.by, db->memory) : NULL;
    if ((data.by && !p.legend) || !p.title || !p.x_label || !p.y_label)
        return err_no_memory(err);
    return gnuplot_draw(&p, output, db->memory, err);
}

antler_status antler_plot_draw(const antler_plot *plot, antler_error *err)
{
    char fallback[64];
    database db;
    const plot_kind *kind = find_kind(plot->kind, err);
    if (!kind)
        return ANTLER_BAD_INPUT;
    (void)snprintf(fallback, sizeof fallback, "%s.svg", kind->name);
    const char *output = plot->output ? plot->output : fallback;
    antler_status status = gnuplot_check_output(output, err);
    if (status == ANTLER_OK)
        status = database_open(plot->database, &db, err);
    if (status != ANTLER_OK)
        return status;
    status = draw(plot, kind, &db, output, err);
    database_close(&db);
    return status;
}
