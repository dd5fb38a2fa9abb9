/* Making one point of a sweep: the digits of its index pick the values, `derive` sets what follows from them, `where`
 * keeps it or not. */
#include "space/space.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "space/axes.h"
#include "space/expression.h"

/* What where and derive see beside the keys of the hwspec. */
enum {
    COLUMN_HWSPEC = HW_FIELDS,
    COLUMN_MODEL,
    COLUMN_DESIGN,
    COLUMN_PHASE,
    COLUMN_BATCH,
    COLUMN_CONTEXT,
    COLUMN_DTYPE,
    COLUMNS
};

struct space {
    const sweep_file *file;
    const antler_hwspec *const *hwspecs;
    const char *const *models;
    uint64_t size;
    const char *columns[COLUMNS];
    expression_scope *scope; /* NULL: nothing to evaluate */
    expression **derives;    /* as many as the file has */
    expression *where;       /* NULL: all points */
};

static void name_columns(const char **columns)
{
    for (size_t i = 0; i < HW_FIELDS; i++)
        columns[i] = hw_fields[i].sql_name;
    columns[COLUMN_HWSPEC] = "hwspec";
    columns[COLUMN_MODEL] = "model";
    columns[COLUMN_DESIGN] = "design";
    columns[COLUMN_PHASE] = "phase";
    columns[COLUMN_BATCH] = "batch";
    columns[COLUMN_CONTEXT] = "context";
    columns[COLUMN_DTYPE] = "dtype";
}

/* The message in `err` becomes FILE:LINE: WHAT KEY message; write for example EXAMPLE. */
static antler_status at_line(const space *s, unsigned line, const char *what, const char *key, const char *example,
                             antler_error *err)
{
    if (!err || err->status != ANTLER_BAD_INPUT)
        return err ? err->status : ANTLER_BAD_INPUT;
    const antler_error why = *err;
    return err_at(err, ANTLER_BAD_INPUT, s->file->path, line, 0, "%s%s%s %.600s; write for example '%s'", what,
                  *key ? " " : "", key, why.message, example);
}

static antler_status compile_all(space *s, antler_error *err)
{
    const sweep_file *file = s->file;
    antler_status status = expression_scope_open(s->columns, COLUMNS, &s->scope, err);
    if (status)
        return status;
    s->derives = calloc(file->nderives + 1, sizeof(expression *));
    if (!s->derives)
        return err_no_memory(err);
    for (size_t i = 0; i < file->nderives; i++) {
        const sweep_derive *d = &file->derives[i];
        if (expression_compile(s->scope, d->sql, &s->derives[i], err))
            return at_line(s, d->line, "derive", d->field->key, "chip_cores * 100e6", err);
    }
    if (file->where && expression_compile(s->scope, file->where, &s->where, err))
        return at_line(s, file->where_line, "where", "", "chip_cores * core_sram <= 900e6", err);
    return ANTLER_OK;
}

antler_status space_open(const sweep_file *file, const antler_hwspec *const *hwspecs, const char *const *models,
                         space **out, antler_error *err)
{
    antler_error ignored;
    if (!err)
        err = &ignored;
    space *s = calloc(1, sizeof *s);
    if (!s)
        return err_no_memory(err);
    *s = (space){.file = file, .hwspecs = hwspecs, .models = models};
    name_columns(s->columns);
    antler_status status = axes_size(file, &s->size, err);
    if (!status && !space_is_plain(s))
        status = compile_all(s, err);
    if (status) {
        space_close(s);
        return status;
    }
    *out = s;
    return ANTLER_OK;
}

void space_close(space *s)
{
    if (!s)
        return;
    for (size_t i = 0; s->derives && i < s->file->nderives; i++)
        expression_free(s->derives[i]);
    free(s->derives);
    expression_free(s->where);
    expression_scope_close(s->scope);
    free(s);
}

uint64_t space_size(const space *s)
{
    return s->size;
}

bool space_is_plain(const space *s)
{
    return !s->file->where && s->file->nderives == 0;
}

/* The values that the digits pick, `variant` made of them. */
static space_point pick(const space *s, uint64_t index, antler_hwspec *variant)
{
    const sweep_file *file = s->file;
    axes_digits digits;
    axes_at(file, index, &digits);
    *variant = *s->hwspecs[digits.hwspec];
    for (size_t i = 0; file->points && i < file->rows.naxes; i++)
        hw_put(variant, file->rows.fields[i]->id, &file->rows.values[digits.row * file->rows.naxes + i]);
    for (size_t i = 0; i < file->naxes; i++)
        hw_put(variant, file->axes[i].field->id, &file->axes[i].values[digits.axis[i]]);
    return (space_point){.hwspec = variant,
                         .hwspec_index = digits.hwspec,
                         .model_index = digits.model,
                         .design_index = digits.design,
                         .workload = {.phase = file->phase,
                                      .batch = file->batches.items[digits.batch],
                                      .context = file->contexts.items[digits.context],
                                      .dtype = file->types.dtype,
                                      .weights = file->types.weights,
                                      .kv = file->types.kv}};
}

static sql_value number(double value)
{
    return (sql_value){.kind = SQL_NUMBER, .number = value};
}

static sql_value word(const char *text)
{
    return (sql_value){.kind = SQL_TEXT, .text = text};
}

/* Show the point, as it is by now, to the expressions. */
static antler_status show(const space *s, const space_point *p, antler_error *err)
{
    sql_value values[COLUMNS] = {{.kind = SQL_NULL}};
    antler_dtype_words dtype = antler_workload_dtype(&p->workload);
    for (size_t i = 0; i < HW_FIELDS; i++) {
        bool counted = hw_fields[i].kind == FIELD_COUNT || hw_fields[i].kind == FIELD_QUANTITY;
        if (hw_is_set(p->hwspec, (field_id)i))
            values[i] = counted ? number(hw_number(p->hwspec, (field_id)i)) : word(hw_word(p->hwspec, (field_id)i));
    }
    values[COLUMN_HWSPEC] = word(p->hwspec->name);
    values[COLUMN_MODEL] = word(s->models[p->model_index]);
    values[COLUMN_DESIGN] = word(s->file->designs.items[p->design_index]);
    values[COLUMN_PHASE] = word(antler_phase_name(p->workload.phase));
    values[COLUMN_BATCH] = number(p->workload.batch);
    values[COLUMN_CONTEXT] = number(p->workload.context);
    values[COLUMN_DTYPE] = word(dtype.text);
    return expression_scope_set(s->scope, values, err);
}

/* FILE:LINE: WHAT KEY: message, at POINT. */
static antler_status fail(const space *s, const space_point *p, unsigned line, const char *what, antler_error *err,
                          const char *fmt, ...) BASE_PRINTF(6, 7);

static antler_status fail(const space *s, const space_point *p, unsigned line, const char *what, antler_error *err,
                          const char *fmt, ...)
{
    char message[400], point[400];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    space_describe(s, p, point, sizeof point);
    return err_at(err, ANTLER_BAD_INPUT, s->file->path, line, 0, "%s %s, at the point %s", what, message, point);
}

static antler_status derive_one(const space *s, const space_point *p, size_t i, antler_error *err)
{
    const sweep_derive *d = &s->file->derives[i];
    const field *f = d->field;
    char what[96];
    antler_error why;
    sql_value v;
    (void)snprintf(what, sizeof what, "derive %s", f->key);
    antler_status status = expression_evaluate(s->derives[i], &v, &why);
    if (status == ANTLER_BAD_INPUT)
        return fail(s, p, d->line, what, err, "%s", why.message);
    if (status)
        return err_set(err, status, "%s", why.message);
    if (v.kind != SQL_NUMBER)
        return fail(s, p, d->line, what, err, "gives %s where a number in base units is needed",
                    v.kind == SQL_NULL ? "NULL" : "text");
    status = hw_set_number(p->hwspec, f->id, v.number, &why);
    return status ? fail(s, p, d->line, what, err, "is not possible: %s", why.message) : ANTLER_OK;
}

/* Truth as in SQL: zero and NULL are not. Text has none: SQLite would take every word for 0. */
static antler_status cut(const space *s, const space_point *p, bool *inside, antler_error *err)
{
    antler_error why;
    sql_value v;
    antler_status status = expression_evaluate(s->where, &v, &why);
    if (status == ANTLER_BAD_INPUT)
        return fail(s, p, s->file->where_line, "where", err, "%s", why.message);
    if (status)
        return err_set(err, status, "%s", why.message);
    if (v.kind == SQL_TEXT)
        return fail(s, p, s->file->where_line, "where", err, "gives text where true or false is needed");
    *inside = v.kind == SQL_NUMBER && v.number != 0;
    return ANTLER_OK;
}

antler_status space_point_at(space *s, uint64_t index, arena *a, space_point *out, bool *inside, antler_error *err)
{
    antler_hwspec *variant = ARENA_ARRAY(a, antler_hwspec, 1);
    if (!variant)
        return err_no_memory(err);
    space_point p = pick(s, index, variant);
    bool kept = true;
    antler_status status = ANTLER_OK;
    for (size_t i = 0; i < s->file->nderives && !status; i++) {
        status = show(s, &p, err);
        if (!status)
            status = derive_one(s, &p, i, err);
    }
    if (!status && s->where)
        status = show(s, &p, err);
    if (!status && s->where)
        status = cut(s, &p, &kept, err);
    if (status)
        return status;
    *out = p;
    *inside = kept;
    return ANTLER_OK;
}

static void append(char *text, size_t size, const char *fmt, ...) BASE_PRINTF(3, 4);

static void append(char *text, size_t size, const char *fmt, ...)
{
    size_t used = strlen(text);
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(text + used, size - used, fmt, args);
    va_end(args);
}

void space_describe(const space *s, const space_point *p, char *text, size_t size)
{
    const sweep_file *file = s->file;
    (void)snprintf(text, size, "%s %s %s", p->hwspec->name, s->models[p->model_index],
                   file->designs.items[p->design_index]);
    append(text, size, ", batch %u, context %u", p->workload.batch, p->workload.context);
    for (size_t i = 0; file->points && i < file->rows.naxes; i++)
        append(text, size, ", %s %s", file->rows.fields[i]->key, hw_word(p->hwspec, file->rows.fields[i]->id));
    for (size_t i = 0; i < file->naxes; i++)
        append(text, size, ", %s %s", file->axes[i].field->key, hw_word(p->hwspec, file->axes[i].field->id));
}
