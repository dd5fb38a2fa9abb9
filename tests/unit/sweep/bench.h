/* A folder with a chip, models and a sweep in it, and sweeps run there in processes of their own: they may be killed,
 * and OpenMP's threads never stand in the way of a fork. */
#ifndef TESTS_SWEEP_BENCH_H
#define TESTS_SWEEP_BENCH_H

#include <sys/types.h>

#include <antler/sweep.h>

/* What a child found. */
typedef struct outcome {
    antler_status status;
    antler_sweep_summary summary;
    unsigned evaluations;
    char message[1024];
    char out[8192];      /* the dry run's listing */
    char progress[8192]; /* what was shown */
} outcome;

/* cmocka's set-up and tear-down: enter a new folder, remove it with all that is in it. */
int bench_enter(void **state);
int bench_leave(void **state);

void bench_write(const char *name, const char *text);

/* Start `s.yaml` (or options->sweep) in a child; its out and progress are replaced by files. */
pid_t bench_start(antler_sweep_options options);

/* Wait for it; `out` may be NULL when it was killed. Returns 1 when it ended by itself. */
int bench_wait(pid_t child, outcome *out);

outcome bench_run(antler_sweep_options options);

/* All rows of a database in the order of their ids, every column, as text to be freed; NULL: no database or no table.
 */
char *bench_dump(const char *database);

#endif
