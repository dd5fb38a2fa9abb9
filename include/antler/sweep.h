/* Sweeps: every point of a space, evaluated in parallel into a database. */
#ifndef ANTLER_SWEEP_H
#define ANTLER_SWEEP_H

#include <stdint.h>
#include <stdio.h>

#include <antler/error.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct antler_sweep_options {
    const char *sweep;      /**< path of the sweep file */
    const char *database;   /**< NULL: results/NAME.db beside the working directory */
    unsigned jobs;          /**< threads; 0: one per processor */
    uint64_t limit;         /**< evaluate at most so many new points; 0: all */
    unsigned shard, shards; /**< evaluate shard K of N (1-based); 0 and 0: all */
    int dry_run;            /**< count and show the points, store nothing */
    size_t cache_bytes;     /**< plan cache; 0: 256 MiB */
    FILE *progress;         /**< NULL: silent. A bar on a terminal, lines every few seconds elsewhere */
    FILE *out;              /**< dry run's listing; may be NULL otherwise */
} antler_sweep_options;

typedef struct antler_sweep_summary {
    uint64_t points;                 /**< in the space (of this shard) */
    uint64_t known;                  /**< already in the database */
    uint64_t ok, infeasible, failed; /**< newly evaluated */
    double seconds;
    char database[512];
} antler_sweep_summary;

/** Run a sweep. Points already in the database (same content hash) are not computed again. On interruption everything
 *  evaluated so far is in the database. ANTLER_BAD_INPUT: the file, an axis, `where`, `derive` or the database is not
 * right. */
ANTLER_API antler_status antler_sweep_run(const antler_sweep_options *options, antler_sweep_summary *out,
                                          antler_error *err);

/** Ask a running sweep to stop after the points in work: async-signal-safe. */
ANTLER_API void antler_sweep_stop(void);

#ifdef __cplusplus
}
#endif
#endif
