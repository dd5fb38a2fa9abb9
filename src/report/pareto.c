/* `antler pareto`: the rows that no other row beats in every objective. First the objectives of all rows are read and
 * the fronts computed, then the rows of the fronts are fetched whole and printed with those inputs that differ
 * among all candidates. */
#include <antler/report.h>

#include <string.h>

#include "report/database.h"
#include "report/format.h"
#include "report/front.h"

/* Columns of the first query: id, group, objectives. */
enum { ID, GROUP, OBJECTIVES };

static antler_status check_columns(const database *db, const antler_front *f, antler_error *err)
{
    if (f->count == 0)
        return err_set(err, ANTLER_BAD_INPUT, "a front needs an objective; for example --min latency_ms");
    antler_status status = f->by ? database_column(db, f->by, NULL, err) : ANTLER_OK;
    for (size_t i = 0; status == ANTLER_OK && i < f->count; i++)
        status = database_column(db, f->objectives[i].column, NULL, err);
    return status;
}

/* Rows in the order in which they are printed: by group, then best first objective first. */
static char *candidates_sql(const antler_front *f)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    if (f->by)
        sqlite3_str_appendf(sql, "SELECT id, \"%w\"", f->by);
    else
        sqlite3_str_appendall(sql, "SELECT id, NULL");
    for (size_t i = 0; i < f->count; i++)
        sqlite3_str_appendf(sql, ", \"%w\"", f->objectives[i].column);
    sqlite3_str_appendf(sql, " FROM results WHERE status = 'ok' AND (\n%s\n) ORDER BY 2", f->where ? f->where : "1");
    for (size_t i = 0; i < f->count; i++)
        sqlite3_str_appendf(sql, ", %d %s", OBJECTIVES + (int)i + 1, f->objectives[i].maximize ? "DESC" : "ASC");
    sqlite3_str_appendall(sql, ", 1");
    return sqlite3_str_finish(sql);
}

/* Drop rows that lack an objective, and say how many; texts are not objectives. */
static antler_status keep_measured(const antler_front *f, rowset *set, antler_error *err)
{
    size_t kept = 0, missing = set->rows;
    const char *absent = NULL;
    for (size_t r = 0; r < set->rows; r++) {
        const cell *row = &set->cells[r * set->columns];
        bool whole = true;
        for (size_t i = 0; i < f->count; i++) {
            if (row[OBJECTIVES + i].kind == CELL_TEXT)
                return err_set(err, ANTLER_BAD_INPUT, "'%s' is text, an objective must be a number",
                               f->objectives[i].column);
            if (row[OBJECTIVES + i].kind == CELL_NULL) {
                whole = false;
                absent = f->objectives[i].column;
            }
        }
        if (whole)
            memmove(&set->cells[kept++ * set->columns], row, set->columns * sizeof *row);
    }
    missing -= kept;
    if (missing && !kept)
        return err_set(err, ANTLER_BAD_INPUT, "'%s' is NULL in every row: antler has no model for it yet", absent);
    if (missing && f->notes)
        fprintf(f->notes, "antler: note: %zu of %zu rows left out: '%s' is NULL there\n", missing, set->rows, absent);
    set->rows = kept;
    return ANTLER_OK;
}

static size_t end_of_group(const rowset *set, size_t first)
{
    size_t end = first + 1;
    while (end < set->rows &&
           cell_equal(&set->cells[first * set->columns + GROUP], &set->cells[end * set->columns + GROUP]))
        end++;
    return end;
}

/* leaves: the ids on the fronts, in the order of the rows. */
static antler_status find_fronts(const antler_front *f, const rowset *set, arena *a, int64_t **ids, size_t *count,
                                 antler_error *err)
{
    double *values = ARENA_ARRAY(a, double, set->rows * f->count);
    bool *marks = ARENA_ARRAY(a, bool, set->rows);
    *ids = ARENA_ARRAY(a, int64_t, set->rows);
    *count = 0;
    if (!values || !marks || !*ids)
        return err_no_memory(err);
    for (size_t r = 0; r < set->rows; r++)
        for (size_t i = 0; i < f->count; i++) {
            double number = cell_number(&set->cells[r * set->columns + OBJECTIVES + i]);
            values[r * f->count + i] = f->objectives[i].maximize ? -number : number;
        }
    for (size_t first = 0, end; first < set->rows; first = end) {
        end = end_of_group(set, first);
        if (!front_mark(&values[first * f->count], end - first, f->count, a, &marks[first]))
            return err_no_memory(err);
    }
    for (size_t r = 0; r < set->rows; r++)
        if (marks[r])
            (*ids)[(*count)++] = set->cells[r * set->columns + ID].as.integer;
    return ANTLER_OK;
}

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

/* Which inputs (they stand before `status`) differ among the candidates: one pass over the rows. */
static char *varying_sql(const database *db, const antler_front *f)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    for (size_t c = 0; c < db->count && strcmp(db->columns[c].name, "status") != 0; c++) {
        const char *name = db->columns[c].name;
        sqlite3_str_appendf(sql, "%s min(\"%w\") IS NOT max(\"%w\") OR count(\"%w\") NOT IN (0, count(*))",
                            c ? "," : "SELECT", name, name, name);
    }
    sqlite3_str_appendf(sql, " FROM results WHERE status = 'ok' AND (\n%s\n)", f->where ? f->where : "1");
    return sqlite3_str_finish(sql);
}

static bool is_objective(const antler_front *f, const char *name)
{
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(name, f->objectives[i].column) == 0)
            return true;
    return false;
}

/* Columns to print: the id, the group and the inputs that `varying` marks, then the objectives in their order. */
static size_t choose_columns(const database *db, const antler_front *f, const rowset *varying, size_t *chosen)
{
    size_t count = 0;
    for (size_t c = 0; c < db->count; c++) {
        const char *name = db->columns[c].name;
        bool named = strcmp(name, "id") == 0 || (f->by && strcmp(name, f->by) == 0);
        bool differs = c < varying->columns && varying->cells[c].as.integer != 0;
        if ((named || differs) && !is_objective(f, name))
            chosen[count++] = c;
    }
    for (size_t i = 0; i < f->count; i++)
        for (size_t c = 0; c < db->count; c++)
            if (strcmp(db->columns[c].name, f->objectives[i].column) == 0)
                chosen[count++] = c;
    return count;
}

static antler_status print_front(database *db, const antler_front *f, const rowset *set, antler_error *err)
{
    rowset varying = {0};
    char *sql = varying_sql(db, f);
    antler_status status = sql ? database_rows(db, "front", sql, &varying, err) : err_no_memory(err);
    sqlite3_free(sql);
    if (status != ANTLER_OK)
        return status;
    size_t *chosen = ARENA_ARRAY(db->memory, size_t, db->count + f->count);
    column *columns = ARENA_ARRAY(db->memory, column, db->count + f->count);
    cell *cells = ARENA_ARRAY(db->memory, cell, db->count + f->count);
    if (!chosen || !columns || !cells)
        return err_no_memory(err);
    size_t count = choose_columns(db, f, &varying, chosen);
    for (size_t i = 0; i < count; i++)
        columns[i] = db->columns[chosen[i]];
    writer w;
    status = writer_open(&w, f->format, f->out, count, columns, db->memory, err);
    for (size_t r = 0; status == ANTLER_OK && r < set->rows; r++) {
        for (size_t i = 0; i < count; i++)
            cells[i] = set->cells[r * set->columns + chosen[i]];
        status = writer_row(&w, cells, err);
    }
    return status == ANTLER_OK ? writer_close(&w, err) : status;
}

static antler_status pareto(database *db, const antler_front *f, antler_error *err)
{
    rowset candidates = {0}, front = {0};
    int64_t *ids = NULL;
    size_t count = 0;
    antler_status status = check_columns(db, f, err);
    if (status == ANTLER_OK)
        status = database_check_where(db, f->where, err);
    if (status != ANTLER_OK)
        return status;
    char *sql = candidates_sql(f);
    status = sql ? database_rows(db, "front", sql, &candidates, err) : err_no_memory(err);
    sqlite3_free(sql);
    if (status == ANTLER_OK)
        status = keep_measured(f, &candidates, err);
    if (status == ANTLER_OK)
        status = find_fronts(f, &candidates, db->memory, &ids, &count, err);
    if (status == ANTLER_OK)
        status = fetch(db, ids, count, &front, err);
    return status == ANTLER_OK ? print_front(db, f, &front, err) : status;
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
