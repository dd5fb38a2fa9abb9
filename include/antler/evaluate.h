/* Evaluate one point: compile a model for a chip under a design, simulate it, read its metrics. */
#ifndef ANTLER_EVALUATE_H
#define ANTLER_EVALUATE_H

#include <stdint.h>
#include <stdio.h>

#include <antler/hwspec.h>
#include <antler/metrics.h>
#include <antler/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Plan sets shared by points, bounded in bytes. Safe for many threads. */
typedef struct antler_cache antler_cache;
ANTLER_API antler_cache *antler_cache_new(size_t bytes); /**< NULL when out of memory */
ANTLER_API void antler_cache_free(antler_cache *cache);

/** What to print while evaluating; all optional. */
typedef enum antler_dump {
    ANTLER_DUMP_GRAPH = 1,
    ANTLER_DUMP_PLAN = 2,
    ANTLER_DUMP_PROGRAM = 4,
    /** Each operator's plan, what it costs and what it was chosen from, as tables; operators that differ in their layer
     *  alone once. Bounds choose no plans: ANTLER_BAD_INPUT. */
    ANTLER_DUMP_EXPLANATION = 8,
    ANTLER_DUMP_EXPLANATION_JSON = 16, /**< the same as an array of objects */
    /** Latency with every combination of the parts of Elk's search (preload depth, allocation, preload order), whatever
     *  the design. */
    ANTLER_DUMP_ABLATION = 32,
    ANTLER_DUMP_ABLATION_JSON = 64 /**< the same as an array of objects */
} antler_dump;

/** One point. Pointers are borrowed. Zero the struct, then set what is needed. */
typedef struct antler_point {
    const antler_hwspec *hwspec;
    const antler_model *model;
    antler_workload workload;
    const char *design;  /**< `basic`, `static`, `elk-dyn`, `elk-full`, `ideal` */
    antler_cache *cache; /**< may be NULL */
    unsigned dump;       /**< antler_dump bits */
    FILE *dump_to;       /**< where dumps go; needed when dump is not 0 */
    uint32_t effort;     /**< preload orders that elk-full judges at each HBM bandwidth it searches at; 0: 24 */
} antler_point;

/** Evaluate. Pure but for the two timing metrics: equal points give equal bits on any thread.
 *  ANTLER_INFEASIBLE: the point cannot run, `err` holds the reason. Other failures as in error.h. */
ANTLER_API antler_status antler_evaluate(const antler_point *point, antler_metrics *out, antler_error *err);

/** Names of the designs, NULL-ended, with a line on each. */
typedef struct antler_design_info {
    const char *name, *doc;
} antler_design_info;
ANTLER_API const antler_design_info *antler_designs(void);

#ifdef __cplusplus
}
#endif
#endif
