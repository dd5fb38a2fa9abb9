/* The numbers that describe one evaluated point. One table (metrics.def) makes this struct, the columns and the docs.
 */
#ifndef ANTLER_METRICS_H
#define ANTLER_METRICS_H

#include <stdbool.h>
#include <stddef.h>

#include <antler/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Index of each metric in antler_metrics.value. */
typedef enum antler_metric {
#define ANTLER_METRIC(id, unit, doc) ANTLER_M_##id,
#include <antler/metrics.def>
#undef ANTLER_METRIC
    ANTLER_METRICS
} antler_metric;

typedef struct antler_metrics {
    double
        value[ANTLER_METRICS]; /**< in the unit that the table names; NAN: no model exists for it yet (NULL in SQL) */
} antler_metrics;

typedef struct antler_metric_info {
    const char *name; /**< column name, `latency_ms` */
    const char *unit;
    const char *doc;
} antler_metric_info;

/** Never NULL for metric < ANTLER_METRICS. */
ANTLER_API const antler_metric_info *antler_metric_describe(antler_metric metric);

#ifdef __cplusplus
}
#endif
#endif
