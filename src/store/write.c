#include "store/write.h"

#include <math.h>
#include <stdio.h>

#include "config.h"
#include "store/schema.h"

/* The next parameter, and the first failure. */
typedef struct binder {
    sqlite3_stmt *put;
    int at;
    int code;
} binder;

static void keep(binder *b, int code)
{
    if (b->code == SQLITE_OK)
        b->code = code;
}

static void text(binder *b, const char *value)
{
    keep(b, sqlite3_bind_text(b->put, ++b->at, value, -1, SQLITE_TRANSIENT)); /* a NULL pointer is NULL */
}

static void integer(binder *b, sqlite3_int64 value)
{
    keep(b, sqlite3_bind_int64(b->put, ++b->at, value));
}

static void real(binder *b, double value)
{
    keep(b, isnan(value) ? sqlite3_bind_null(b->put, ++b->at) : sqlite3_bind_double(b->put, ++b->at, value));
}

static void axis(binder *b, const antler_hwspec *spec, const field *f)
{
    char grid[32];
    const field_value *v = &spec->values[f->id];
    if (!v->set) {
        text(b, NULL);
        return;
    }
    switch (f->kind) {
    case FIELD_COUNT:
        integer(b, (sqlite3_int64)v->number);
        break;
    case FIELD_QUANTITY:
        real(b, schema_column_value(f, hw_number(spec, f->id)));
        break;
    case FIELD_WORD:
        text(b, v->text);
        break;
    case FIELD_GRID:
        (void)snprintf(grid, sizeof grid, "%ux%u", v->grid[0], v->grid[1]);
        text(b, grid);
        break;
    }
}

int write_bind(sqlite3_stmt *put, const store_row *row)
{
    static const char *const statuses[] = {[ROW_OK] = "ok", [ROW_INFEASIBLE] = "infeasible", [ROW_ERROR] = "error"};
    const antler_dtype_words dtype = antler_workload_dtype(&row->workload);
    binder b = {.put = put, .code = SQLITE_OK};
    text(&b, row->hash);
    text(&b, row->sweep);
    text(&b, row->hwspec->name);
    text(&b, row->model);
    text(&b, antler_phase_name(row->workload.phase));
    integer(&b, row->workload.batch);
    integer(&b, row->workload.context);
    text(&b, dtype.text);
    text(&b, row->design);
    for (size_t i = 0; i < HW_FIELDS; i++)
        if (hw_fields[i].column)
            axis(&b, row->hwspec, &hw_fields[i]);
    text(&b, statuses[row->status]);
    text(&b, row->reason);
    for (size_t i = 0; i < ANTLER_METRICS; i++)
        real(&b, row->status == ROW_OK ? row->metrics.value[i] : NAN);
    text(&b, row->input_json);
    text(&b, ANTLER_VERSION);
    return b.code;
}
