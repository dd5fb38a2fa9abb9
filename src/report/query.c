/* `antler query`: one SELECT, written or named, printed. */
#include <antler/report.h>

#include "report/database.h"
#include "report/format.h"
#include "report/label.h"
#include "report/named.h"

static antler_status print_rows(database *db, sqlite3_stmt *statement, antler_format format, FILE *out,
                                antler_error *err)
{
    size_t count = (size_t)sqlite3_column_count(statement);
    column *columns = ARENA_ARRAY(db->memory, column, count);
    cell *cells = ARENA_ARRAY(db->memory, cell, count);
    if (!columns || !cells)
        return err_no_memory(err);
    for (size_t i = 0; i < count; i++) {
        columns[i].name = sqlite3_column_name(statement, (int)i);
        if (!columns[i].name)
            return err_no_memory(err);
        columns[i].unit = label_unit(db, columns[i].name);
    }
    writer w;
    antler_status status = writer_open(&w, format, out, count, columns, db->memory, err);
    bool more = status == ANTLER_OK;
    while (more) {
        status = database_step(db, statement, &more, err);
        for (size_t i = 0; more && status == ANTLER_OK && i < count; i++)
            status = cell_read(statement, (int)i, &cells[i], err);
        if (more && status == ANTLER_OK)
            status = writer_row(&w, cells, err);
        more = more && status == ANTLER_OK;
    }
    return status == ANTLER_OK ? writer_close(&w, err) : status;
}

antler_status antler_query(const char *path, const char *sql, antler_format format, FILE *out, antler_error *err)
{
    database db;
    sqlite3_stmt *statement = NULL;
    const antler_named_query *named = named_find(sql);
    antler_status status = named_check(sql, err);
    if (status == ANTLER_OK)
        status = database_open(path, &db, err);
    if (status != ANTLER_OK)
        return status;
    status = database_prepare(&db, named ? named->name : "SQL", named ? named->sql : sql, &statement, err);
    if (status == ANTLER_OK)
        status = print_rows(&db, statement, format, out, err);
    sqlite3_finalize(statement);
    database_close(&db);
    return status;
}
