/* The fronts of a database: one a group. */
#ifndef REPORT_FRONTS_H
#define REPORT_FRONTS_H

#include <antler/report.h>

#include "report/measured.h"

/* The front of one group: `count` rows of `points`, best first objective first, then id. */
typedef struct front_of {
    const size_t *rows;
    size_t count;
    size_t knee; /* in rows; `count`: none */
} front_of;

typedef struct fronts {
    measured points;  /* all that were compared; its values as stored */
    double *values;   /* the same with maximized objectives negated */
    bool *marks;      /* by row of `points` */
    front_of *fronts; /* by group */
} fronts;

/* needs: columns not checked yet. ANTLER_BAD_INPUT: no objective, unknown column, text, a wrong expression. */
antler_status fronts_find(database *db, const antler_front *f, fronts *out, antler_error *err);

/* The reference point in minimized form: that of `f`, or the worst value of each objective among all points. */
bool fronts_reference(const fronts *s, const antler_front *f, arena *a, double **out);

/* One row a front: how many points, the knee, the hypervolume and its reference. */
antler_status fronts_print_volumes(database *db, const antler_front *f, const fronts *s, antler_error *err);

#endif
