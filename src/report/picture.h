/* A picture before any plotting program is involved: labelled axes and series of points. */
#ifndef REPORT_PICTURE_H
#define REPORT_PICTURE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "report/database.h"

typedef struct xy {
    double x, y;
    int64_t id; /* row of `results` */
} xy;

/* The rows of one value of `by`. */
typedef struct group {
    const char *name; /* NULL when there is no `by` */
    size_t count;
    xy *points; /* by x, then y, then id */
} group;

typedef enum mark { MARK_CURVE, MARK_FAINT_POINTS } mark;

typedef struct series {
    const char *title; /* NULL: not in the legend */
    mark mark;
    size_t color; /* number of its group */
    size_t count;
    const xy *points;
} series;

typedef struct picture {
    const char *title, *x_label, *y_label;
    const char *legend; /* what the groups differ in; NULL: one group */
    const char *note;   /* shown under the title; NULL: none */
    bool y_from_zero;   /* so that a curve twice as high is twice as much */
    size_t count;
    series *series;
} picture;

/* What a kind makes its picture from. */
typedef struct plot_data {
    const column *x, *y, *by; /* by may be NULL */
    size_t count;
    group *groups;
    arena *memory;
} plot_data;

/* A kind of plot: one file in plots/, one line in plot.c. */
typedef struct plot_kind {
    const char *name, *doc;
    /* needs: at least one group, none empty. leaves: title, labels, series, note, all in data->memory. */
    antler_status (*arrange)(const plot_data *data, picture *out, antler_error *err);
} plot_kind;

extern const plot_kind plot_pareto, plot_line;

/* Formatted text in `a`; NULL when out of memory. */
const char *picture_text(arena *a, const char *fmt, ...) BASE_PRINTF(2, 3);

#endif
