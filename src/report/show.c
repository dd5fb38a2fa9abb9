/* `antler show`: one row whole, as two tables and a command. */
#include <antler/report.h>

#include <string.h>

#include "report/database.h"
#include "report/format.h"
#include "report/reproduce.h"

/* Inputs stand before the column `status` in the view, results after it. */
static size_t first_result(const database *db)
{
    size_t i = 0;
    while (i < db->count && strcmp(db->columns[i].name, "status") != 0)
        i++;
    return i;
}

static antler_status print_group(database *db, const char *title, const cell *row, size_t first, size_t end, FILE *out,
                                 antler_error *err)
{
    const column columns[] = {{title, "", ""}, {"value", "", ""}, {"unit", "", ""}, {"meaning", "", ""}};
    writer w;
    antler_status status =
        writer_open(&w, ANTLER_TABLE, out, sizeof columns / sizeof *columns, columns, db->memory, err);
    for (size_t i = first; status == ANTLER_OK && i < end; i++) {
        const column *c = &db->columns[i];
        const cell cells[] = {
            {.kind = CELL_TEXT, .as.text = c->name},
            row[i],
            {.kind = CELL_TEXT, .as.text = c->unit},
            {.kind = CELL_TEXT, .as.text = c->meaning},
        };
        status = writer_row(&w, cells, err);
    }
    return status == ANTLER_OK ? writer_close(&w, err) : status;
}

/* The one row that `sql` finds for `id`, into `cells`. */
static antler_status fetch(database *db, const char *sql, long long id, cell *cells, antler_error *err)
{
    sqlite3_stmt *statement = NULL;
    bool found = false;
    antler_status status = database_prepare(db, "show", sql, &statement, err);
    if (status != ANTLER_OK)
        return status;
    sqlite3_bind_int64(statement, 1, id);
    status = database_step(db, statement, &found, err);
    if (status == ANTLER_OK && found)
        status = database_keep_row(db, statement, cells, err);
    else if (status == ANTLER_OK)
        status = err_set(err, ANTLER_BAD_INPUT,
                         "%s has no row %lld; antler query DB 'SELECT id FROM results' lists them", db->path, id);
    sqlite3_finalize(statement);
    return status;
}

static antler_status print_command(database *db, long long id, FILE *out, antler_error *err)
{
    enum { HWSPEC, MODEL, PHASE, DTYPE, DESIGN, BATCH, CONTEXT, CELLS };
    cell words[CELLS] = {0}, input = {0};
    antler_status status = fetch(
        db, "SELECT hwspec, model, phase, dtype, design, batch, context FROM results WHERE id = ?", id, words, err);
    if (status == ANTLER_OK)
        status = fetch(db, "SELECT input FROM points WHERE id = ?", id, &input, err);
    if (status != ANTLER_OK)
        return status;
    bool sound = input.kind == CELL_TEXT && words[BATCH].kind == CELL_INTEGER && words[CONTEXT].kind == CELL_INTEGER;
    for (size_t i = HWSPEC; i <= DESIGN; i++)
        sound = sound && words[i].kind == CELL_TEXT;
    if (!sound)
        return err_set(err, ANTLER_BAD_INPUT, "%s: row %lld is damaged: its input is not whole", db->path, id);
    const point_words p = {.hwspec = words[HWSPEC].as.text,
                           .model = words[MODEL].as.text,
                           .phase = words[PHASE].as.text,
                           .dtype = words[DTYPE].as.text,
                           .design = words[DESIGN].as.text,
                           .batch = words[BATCH].as.integer,
                           .context = words[CONTEXT].as.integer,
                           .input = input.as.text};
    return reproduce_print(&p, out, err);
}

static antler_status show(database *db, long long id, FILE *out, antler_error *err)
{
    size_t split = first_result(db);
    cell *row = ARENA_ARRAY(db->memory, cell, db->count);
    if (!row)
        return err_no_memory(err);
    antler_status status = fetch(db, "SELECT * FROM results WHERE id = ?", id, row, err);
    if (status == ANTLER_OK)
        status = print_group(db, "input", row, 0, split, out, err);
    if (status == ANTLER_OK) {
        fputc('\n', out);
        status = print_group(db, "result", row, split, db->count, out, err);
    }
    if (status == ANTLER_OK) {
        fputc('\n', out);
        status = print_command(db, id, out, err);
    }
    return status;
}

antler_status antler_show(const char *path, long long id, FILE *out, antler_error *err)
{
    database db;
    antler_status status = database_open(path, &db, err);
    if (status != ANTLER_OK)
        return status;
    status = show(&db, id, out, err);
    database_close(&db);
    return status;
}
