/* Reading results: queries, Pareto fronts, plots, one point whole. All open the database read-only. */
#ifndef ANTLER_REPORT_H
#define ANTLER_REPORT_H

#include <stdio.h>

#include <antler/error.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum antler_format { ANTLER_TABLE, ANTLER_CSV, ANTLER_JSON, ANTLER_MARKDOWN } antler_format;

/** Run one read-only SQL statement and print its rows. ANTLER_BAD_INPUT: SQLite's own message. */
ANTLER_API antler_status antler_query(const char *database, const char *sql, antler_format format, FILE *out,
                                      antler_error *err);

typedef struct antler_objective {
    const char *column;
    int maximize; /**< 0: less is better */
} antler_objective;

/** Print the points of `results` (status ok) that no other point dominates, best first objective first.
 *  `by`: a column; one front per value of it (NULL: one front). `where`: SQL over the columns (NULL: all). */
ANTLER_API antler_status antler_pareto(const char *database, const antler_objective *objectives, size_t count,
                                       const char *by, const char *where, antler_format format, FILE *out,
                                       antler_error *err);

/** Draw with gnuplot. The script and its data are kept beside the picture (FILE.gp, FILE.dat). */
typedef struct antler_plot {
    const char *database;
    const char *kind; /**< `pareto`, `line` */
    const char *x, *y;
    const char *by;     /**< NULL: one group */
    const char *where;  /**< NULL: all */
    const char *title;  /**< NULL: made from the columns */
    const char *output; /**< .svg, .png or .pdf; NULL: KIND.svg */
} antler_plot;
ANTLER_API antler_status antler_plot_draw(const antler_plot *plot, antler_error *err);

/** Everything about one row, and the command that reproduces it. */
ANTLER_API antler_status antler_show(const char *database, long long id, FILE *out, antler_error *err);

#ifdef __cplusplus
}
#endif
#endif
