/* `antler pareto`: the rows that no other row beats in every objective. First the objectives of all rows are read and
 * the fronts computed, then the rows of the fronts are fetched whole and printed with those inputs that differ
 * among all candidates. */
#include <antler/report.h>

#include <string.h>

#include "report/format.h"
#include "report/fronts.h"
#include "report/varying.h"

/* All columns of the rows `ids`. */
static antler_status fetch(database *db, const int64_t *ids, size_t count, rowset *out, antler_error *err)
{
    sqlite3_stmt *statement = NULL;
    rowset set = {.columns = db->count, .cells = ARENA_ARRAY(db->memory, cell, count * db->count)};
    if (!set.cells)
        return err_no_memory(err);
    antler_status status = database_prepare(db, "front", "SELECT * FROM results WHERE id = ?", &statement, err);
    for (; status == ANTLER_OK && set.rows < count; set.rows++) {
        bool found = false;
        sqlite3_bind_int64(statement, 1, ids[set.rows]);
        status = database_step(db, statement, &found, err);
        if (status == ANTLER_OK && !found)
            status = err_set(err, ANTLER_IO, "%s: row %lld is gone", db->path, (long long)ids[set.rows]);
        if (status == ANTLER_OK)
            status = database_keep_row(db, statement, &set.cells[set.rows * set.columns], err);
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    *out = set;
    return status;
}

static bool is_objective(const antler_front *f, const char *name)
{
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(name, f->objectives[i].column) == 0)
            return true;
    return false;
}

/* Columns to print: the id, the group and the inputs that vary, then the objectives in their order. */
static size_t choose_columns(const database *db, const antler_front *f, const bool *varies, size_t *chosen)
{
    size_t count = 0;
    for (size_t c = 0; c < db->count; c++) {
        const char *name = db->columns[c].name;
        bool named = strcmp(name, "id") == 0 || (f->by && strcmp(name, f->by) == 0);
        if ((named || varies[c]) && !is_objective(f, name))
            chosen[count++] = c;
    }
    for (size_t i = 0; i < f->count; i++)
        for (size_t c = 0; c < db->count; c++)
            if (strcmp(db->columns[c].name, f->objectives[i].column) == 0)
                chosen[count++] = c;
    return count;
}

/* The ids on the fronts, group after group; `knees[i]`: is it the knee of its front? */
static antler_status list_fronts(const fronts *s, arena *a, int64_t **ids, bool **knees, size_t *count,
                                 antler_error *err)
{
    size_t total = 0;
    for (size_t g = 0; g < s->points.groups; g++)
        total += s->fronts[g].count;
    *ids = ARENA_ARRAY(a, int64_t, total + 1);
    *knees = ARENA_ARRAY(a, bool, total + 1);
    *count = 0;
    if (!*ids || !*knees)
        return err_no_memory(err);
    for (size_t g = 0; g < s->points.groups; g++)
        for (size_t i = 0; i < s->fronts[g].count; i++) {
            (*knees)[*count] = i == s->fronts[g].knee;
            (*ids)[(*count)++] = s->points.ids[s->fronts[g].rows[i]];
        }
    return ANTLER_OK;
}

static antler_status print_front(database *db, const antler_front *f, const rowset *set, const bool *knees,
                                 antler_error *err)
{
    bool *varies = NULL;
    antler_status status = varying_inputs(db, f->where, &varies, err);
    if (status != ANTLER_OK)
        return status;
    size_t *chosen = ARENA_ARRAY(db->memory, size_t, db->count + f->count);
    column *columns = ARENA_ARRAY(db->memory, column, db->count + f->count + 1);
    cell *cells = ARENA_ARRAY(db->memory, cell, db->count + f->count + 1);
    if (!chosen || !columns || !cells)
        return err_no_memory(err);
    size_t count = choose_columns(db, f, varies, chosen);
    bool marked = f->count > 1; /* one objective has a best point and no knee */
    for (size_t i = 0; i < count; i++)
        columns[i] = db->columns[chosen[i]];
    columns[count] = (column){"knee", "", ""};
    writer w;
    status = writer_open(&w, f->format, f->out, count + marked, columns, db->memory, err);
    for (size_t r = 0; status == ANTLER_OK && r < set->rows; r++) {
        for (size_t i = 0; i < count; i++)
            cells[i] = set->cells[r * set->columns + chosen[i]];
        cells[count] = knees[r] ? (cell){.kind = CELL_TEXT, .as.text = "knee"} : (cell){.kind = CELL_NULL};
        status = writer_row(&w, cells, err);
    }
    return status == ANTLER_OK ? writer_close(&w, err) : status;
}

static antler_status pareto(database *db, const antler_front *f, antler_error *err)
{
    fronts found = {0};
    rowset rows = {0};
    int64_t *ids = NULL;
    bool *knees = NULL;
    size_t count = 0;
    antler_status status = fronts_find(db, f, &found, err);
    if (status == ANTLER_OK && f->hypervolume)
        return fronts_print_volumes(db, f, &found, err);
    if (status == ANTLER_OK)
        status = list_fronts(&found, db->memory, &ids, &knees, &count, err);
    if (status == ANTLER_OK)
        status = fetch(db, ids, count, &rows, err);
    return status == ANTLER_OK ? print_front(db, f, &rows, knees, err) : status;
}

antler_status antler_pareto(const antler_front *front, antler_error *err)
{
    database db;
    antler_status status = database_open(front->database, &db, err);
    if (status != ANTLER_OK)
        return status;
    status = pareto(&db, front, err);
    database_close(&db);
    return status;
}
