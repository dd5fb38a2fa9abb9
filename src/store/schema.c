#include "store/schema.h"

#include <stdio.h>
#include <string.h>

#include <sqlite3.h>

#include "base/number.h"
#include "config.h"
#include "space/identity.h"

/* Columns that come neither from the keys of a hwspec nor from the metrics. */
static const schema_column before_axes[] = {
    {"sweep", "TEXT", "", "name of the sweep that computed the row"},
    {"hwspec", "TEXT", "", "name of the hwspec that the point is a variant of"},
    {"model", "TEXT", "", "name of the model"},
    {"phase", "TEXT", "", "decode, prefill or train-forward"},
    {"batch", "INTEGER", "", "sequences at once"},
    {"context", "INTEGER", "", "tokens that attention sees, the newest included"},
    {"dtype", "TEXT", "", "element type, or those of weights/KV cache/activations"},
    {"design", "TEXT", "", "compiler policy"},
};
static const schema_column after_axes[] = {
    {"status", "TEXT", "", "ok, infeasible (cannot run, see reason) or error (failed, tried again by the next run)"},
    {"reason", "TEXT", "", "why the point is not ok"},
};

static const char *field_type(field_kind kind)
{
    switch (kind) {
    case FIELD_COUNT:
        return "INTEGER";
    case FIELD_QUANTITY:
        return "REAL";
    case FIELD_WORD:
    case FIELD_GRID:
        break;
    }
    return "TEXT";
}

/* The unit of one of the column's: a scale of 1e9 bytes/s is "1 GB/s". */
static void field_unit(const field *f, char *name, size_t size)
{
    char one[64];
    if (f->kind != FIELD_QUANTITY)
        return;
    unit_format((quantity){.value = f->column_scale}, f->unit, one, sizeof one);
    const char *blank = strchr(one, ' ');
    (void)snprintf(name, size, "%.15s", blank ? blank + 1 : "");
}

static void add(schema *s, schema_column column)
{
    s->columns[s->count++] = column;
}

void schema_make(schema *out)
{
    *out = (schema){.count = 0};
    for (size_t i = 0; i < sizeof before_axes / sizeof *before_axes; i++)
        add(out, before_axes[i]);
    for (size_t i = 0; i < HW_FIELDS; i++) {
        const field *f = &hw_fields[i];
        if (!f->column)
            continue;
        add(out, (schema_column){f->column, field_type(f->kind), "", f->doc});
        field_unit(f, out->columns[out->count - 1].unit, sizeof out->columns->unit);
    }
    for (size_t i = 0; i < sizeof after_axes / sizeof *after_axes; i++)
        add(out, after_axes[i]);
#define ANTLER_METRIC(id, unit, doc) add(out, (schema_column){#id, "REAL", unit, doc});
#include <antler/metrics.def>
#undef ANTLER_METRIC
}

double schema_column_value(const field *f, double value)
{
    char text[32];
    const char *end;
    double rounded = value / f->column_scale;
    number_format(rounded, 15, text, sizeof text);
    (void)number_parse(text, &end, &rounded);
    return rounded;
}

char *schema_create_sql(const schema *s)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendf(
        sql,
        "PRAGMA application_id = %d;\n"
        "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;\n"
        "INSERT INTO meta VALUES('schema_version', '%d'), ('created_by', 'antler %q');\n"
        "CREATE TABLE columns(name TEXT PRIMARY KEY, unit TEXT NOT NULL, meaning TEXT NOT NULL) STRICT;\n"
        "INSERT INTO columns VALUES('id', '', 'row; in the order of the sweep')",
        SCHEMA_APPLICATION_ID, SCHEMA_VERSION, ANTLER_VERSION);
    for (size_t i = 0; i < s->count; i++)
        sqlite3_str_appendf(sql, ",\n('%q', '%q', '%q')", s->columns[i].name, s->columns[i].unit,
                            s->columns[i].meaning);
    sqlite3_str_appendall(sql, ";\nCREATE TABLE points(id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE");
    for (size_t i = 0; i < s->count; i++)
        sqlite3_str_appendf(sql, ", \"%w\" %s", s->columns[i].name, s->columns[i].type);
    sqlite3_str_appendall(sql, ", input TEXT NOT NULL, tool TEXT NOT NULL) STRICT;\nCREATE VIEW results AS SELECT id");
    for (size_t i = 0; i < s->count; i++)
        sqlite3_str_appendf(sql, ", \"%w\"", s->columns[i].name);
    sqlite3_str_appendall(sql, " FROM points;\n");
    return sqlite3_str_finish(sql);
}

char *schema_insert_sql(const schema *s)
{
    sqlite3_str *names = sqlite3_str_new(NULL), *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendall(names, "hash");
    for (size_t i = 0; i < s->count; i++)
        sqlite3_str_appendf(names, ", \"%w\"", s->columns[i].name);
    sqlite3_str_appendall(names, ", input, tool");
    char *list = sqlite3_str_finish(names);
    sqlite3_str_appendf(sql, "INSERT INTO points(%s) VALUES(?", list ? list : "");
    for (size_t i = 0; i < s->count + 2; i++)
        sqlite3_str_appendall(sql, ", ?");
    sqlite3_str_appendall(sql, ") ON CONFLICT(hash) DO UPDATE SET tool = excluded.tool");
    for (size_t i = 0; i < s->count; i++)
        sqlite3_str_appendf(sql, ", \"%w\" = excluded.\"%w\"", s->columns[i].name, s->columns[i].name);
    sqlite3_str_appendall(sql, " WHERE points.status = 'error'");
    sqlite3_free(list);
    char *text = sqlite3_str_finish(sql);
    if (!list) {
        sqlite3_free(text);
        return NULL;
    }
    return text;
}
