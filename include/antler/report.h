/* Reading results: queries, Pareto fronts, plots, one point whole. All open the database read-only. */
#ifndef ANTLER_REPORT_H
#define ANTLER_REPORT_H

#include <stddef.h>
#include <stdio.h>

#include <antler/error.h>
#include <antler/metrics.h>
#include <antler/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum antler_format { ANTLER_TABLE, ANTLER_CSV, ANTLER_JSON, ANTLER_MARKDOWN } antler_format;

/** A question with a name. */
typedef struct antler_named_query {
    const char *name, *doc, *sql;
} antler_named_query;
ANTLER_API const antler_named_query *antler_named_queries(size_t *count);

/** Run one read-only SQL statement, or the named query of that name, and print its rows. ANTLER_BAD_INPUT: SQLite's own
 *  message. */
ANTLER_API antler_status antler_query(const char *database, const char *sql, antler_format format, FILE *out,
                                      antler_error *err);

typedef struct antler_objective {
    const char *column;
    int maximize; /**< 0: less is better */
} antler_objective;

/** What a front is asked for. Zero the struct, then set what is needed. */
typedef struct antler_front {
    const char *database;
    const antler_objective *objectives;
    size_t count;
    const char *by;                 /**< a column; one front per value of it. NULL: one front */
    const char *where;              /**< SQL over the columns. NULL: all */
    const char *const *constraints; /**< SQL over the columns; how many points meet each is noted. May be NULL */
    size_t constraint_count;
    int hypervolume;         /**< print a row a front with its hypervolume, instead of its points */
    const double *reference; /**< of the hypervolume, a number an objective. NULL: the worst of all points */
    antler_format format;
    FILE *out;
    FILE *notes; /**< rows left out because an objective is NULL are counted here; may be NULL */
} antler_front;

/** Print the points of `results` (status ok) that no other point dominates, best first objective first. Beside the
 *  objectives it prints those inputs that differ among the rows that were compared, and which point is the knee. */
ANTLER_API antler_status antler_pareto(const antler_front *front, antler_error *err);

/** Draw with gnuplot. The script and its data are kept beside the picture (FILE.gp, FILE.dat). */
typedef struct antler_plot {
    const char *database;
    const char *kind; /**< `pareto`, `line`; ANTLER_BAD_INPUT lists these */
    const char *x, *y;
    const char *by;     /**< NULL: one group */
    const char *where;  /**< NULL: all */
    const char *title;  /**< NULL: made from the columns */
    const char *output; /**< .svg, .png or .pdf; NULL: KIND.svg */
    FILE *notes;        /**< rows left out are counted here; may be NULL */
} antler_plot;
ANTLER_API antler_status antler_plot_draw(const antler_plot *plot, antler_error *err);

/** Everything about one row, and the command that reproduces it. */
ANTLER_API antler_status antler_show(const char *database, long long id, FILE *out, antler_error *err);

typedef enum antler_model_view { ANTLER_MODEL_TABLE, ANTLER_MODEL_JSON, ANTLER_MODEL_DOT } antler_model_view;

/** What one run of a model consists of: totals, and the operators with their shapes, parameters, work and HBM bytes.
 *  Layers that are alike are shown once. ANTLER_MODEL_DOT: every operator as a graph for Graphviz. */
ANTLER_API antler_status antler_model_print(const antler_model *model, const antler_workload *w, antler_model_view view,
                                            FILE *out, antler_error *err);

/** The metrics of one evaluated point: a line each with unit and meaning, in JSON one object by name. */
ANTLER_API antler_status antler_metrics_print(const antler_metrics *metrics, antler_format format, FILE *out,
                                              antler_error *err);

#ifdef __cplusplus
}
#endif
#endif
