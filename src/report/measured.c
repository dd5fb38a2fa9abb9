/* One scan of the database without its sorting: sorting a million rows costs SQLite more than reading them, so rows are
 * numbered by group as they come and then put in order by counting. */
#include "report/measured.h"

#include <stdlib.h>
#include <string.h>

#include "report/groups.h"

enum { ID, BY, NUMBERS }; /* columns of the query */

static char *measure_sql(const measure *m)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    if (m->by)
        sqlite3_str_appendf(sql, "SELECT id, \"%w\"", m->by);
    else
        sqlite3_str_appendall(sql, "SELECT id, NULL");
    for (size_t i = 0; i < m->width; i++)
        sqlite3_str_appendf(sql, ", \"%w\"", m->columns[i]);
    for (size_t i = 0; i < m->constraint_count; i++)
        sqlite3_str_appendf(sql, ", (\n%s\n) IS TRUE", m->constraints[i]);
    sqlite3_str_appendf(sql, " FROM results WHERE status = 'ok' AND (\n%s\n) ORDER BY id", m->where ? m->where : "1");
    return sqlite3_str_finish(sql);
}

/* Room for one more row. The arena keeps outgrown arrays: at most as much again. */
static bool grow(arena *a, measured *d, size_t *capacity)
{
    if (d->rows < *capacity)
        return true;
    size_t wanted = *capacity ? 2 * *capacity : 1024;
    int64_t *ids = ARENA_ARRAY(a, int64_t, wanted);
    double *values = ARENA_ARRAY(a, double, wanted * d->width);
    uint32_t *group_of = ARENA_ARRAY(a, uint32_t, wanted);
    if (!ids || !values || !group_of)
        return false;
    if (d->rows) {
        memcpy(ids, d->ids, d->rows * sizeof *ids);
        memcpy(values, d->values, d->rows * d->width * sizeof *values);
        memcpy(group_of, d->group_of, d->rows * sizeof *group_of);
    }
    d->ids = ids;
    d->values = values;
    d->group_of = group_of;
    *capacity = wanted;
    return true;
}

/* The numbers of one row; `*absent` is a column that is NULL in it. */
static antler_status read_numbers(sqlite3_stmt *row, const measure *m, double *values, const char **absent,
                                  antler_error *err)
{
    *absent = NULL;
    for (size_t i = 0; i < m->width; i++) {
        int at = NUMBERS + (int)i;
        switch (sqlite3_column_type(row, at)) {
        case SQLITE_INTEGER:
        case SQLITE_FLOAT:
            values[i] = sqlite3_column_double(row, at);
            break;
        case SQLITE_NULL:
            *absent = m->columns[i];
            return ANTLER_OK;
        default:
            return err_set(err, ANTLER_BAD_INPUT, "'%s' is text, %s must be a number", m->columns[i], m->what);
        }
    }
    return ANTLER_OK;
}

static bool passes(sqlite3_stmt *row, const measure *m, measured *d)
{
    bool all = true;
    d->seen++;
    for (size_t i = 0; i < m->constraint_count; i++) {
        bool holds = sqlite3_column_int(row, NUMBERS + (int)(m->width + i)) != 0;
        d->passed[i] += holds;
        all = all && holds;
    }
    return all;
}

typedef struct scan {
    size_t capacity, total;
    const char *absent; /* a column that was NULL in some row */
    groups *groups;
} scan;

static antler_status add_row(database *db, sqlite3_stmt *row, const measure *m, measured *d, scan *s, antler_error *err)
{
    const char *absent = NULL;
    cell name;
    if (!grow(db->memory, d, &s->capacity))
        return err_no_memory(err);
    s->total++;
    antler_status status = read_numbers(row, m, &d->values[d->rows * d->width], &absent, err);
    if (absent)
        s->absent = absent;
    if (status != ANTLER_OK || absent || !passes(row, m, d))
        return status;
    status = cell_read(row, BY, &name, err);
    if (status == ANTLER_OK && !groups_number(s->groups, &name, &d->group_of[d->rows]))
        status = err_no_memory(err);
    d->ids[d->rows++] = sqlite3_column_int64(row, ID);
    return status;
}

/* Rows of one group together, groups in the order of their names, rows within them as they came. */
static bool sort_by_group(arena *a, measured *d, groups *g)
{
    uint32_t *place = groups_sort(g, &d->names);
    d->groups = groups_count(g);
    d->first = ARENA_ARRAY(a, size_t, d->groups + 2);
    if (!place || !d->first)
        return false;
    size_t *next = d->first + 1; /* first[p + 1] is where the next row of group p goes */
    for (size_t r = 0; r < d->rows; r++) {
        d->group_of[r] = place[d->group_of[r]];
        if (d->group_of[r] + 1 < d->groups)
            next[d->group_of[r] + 1]++;
    }
    for (size_t p = 1; p < d->groups; p++)
        next[p] += next[p - 1];
    measured sorted = *d;
    sorted.ids = ARENA_ARRAY(a, int64_t, d->rows);
    sorted.values = ARENA_ARRAY(a, double, d->rows * d->width);
    sorted.group_of = ARENA_ARRAY(a, uint32_t, d->rows);
    if (!sorted.ids || !sorted.values || !sorted.group_of)
        return false;
    for (size_t r = 0; r < d->rows; r++) {
        size_t to = next[d->group_of[r]]++;
        sorted.ids[to] = d->ids[r];
        sorted.group_of[to] = d->group_of[r];
        memcpy(&sorted.values[to * d->width], &d->values[r * d->width], d->width * sizeof *d->values);
    }
    d->ids = sorted.ids;
    d->values = sorted.values;
    d->group_of = sorted.group_of;
    return true;
}

static antler_status finish(database *db, const measure *m, measured *d, const scan *s, antler_error *err)
{
    if (s->total && !d->seen)
        return err_set(err, ANTLER_BAD_INPUT, "'%s' is NULL in every row: antler has no model for it yet", s->absent);
    if (d->seen < s->total && m->notes)
        fprintf(m->notes, "antler: note: %zu of %zu rows left out: '%s' is NULL there\n", s->total - d->seen, s->total,
                s->absent);
    for (size_t i = 0; i < m->constraint_count && m->notes; i++)
        fprintf(m->notes, "antler: note: %zu of %zu points meet '%s'\n", d->passed[i], d->seen, m->constraints[i]);
    return sort_by_group(db->memory, d, s->groups) ? ANTLER_OK : err_no_memory(err);
}

antler_status measured_read(database *db, const measure *m, measured *out, antler_error *err)
{
    sqlite3_stmt *statement = NULL;
    measured d = {.width = m->width, .passed = ARENA_ARRAY(db->memory, size_t, m->constraint_count + 1)};
    scan s = {.groups = groups_new(db->memory)};
    bool more = true;
    char *sql = measure_sql(m);
    antler_status status = sql && s.groups && d.passed ? ANTLER_OK : err_no_memory(err);
    if (status == ANTLER_OK)
        status = database_prepare(db, "rows", sql, &statement, err);
    sqlite3_free(sql);
    while (status == ANTLER_OK && (status = database_step(db, statement, &more, err)) == ANTLER_OK && more)
        status = add_row(db, statement, m, &d, &s, err);
    if (status == ANTLER_OK)
        status = finish(db, m, &d, &s, err);
    sqlite3_finalize(statement);
    if (status == ANTLER_OK)
        *out = d;
    return status;
}
