/* The results database: one row a point, written by one thread in batches. Columns: docs/FORMATS.md. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <antler/metrics.h>

#include "space/identity.h"
#include "spec/field.h"

typedef struct store store;

typedef enum row_status { ROW_OK, ROW_INFEASIBLE, ROW_ERROR } row_status;

typedef struct store_row {
    const char *hash, *input_json, *sweep, *model, *design;
    const antler_hwspec *hwspec;
    antler_workload workload;
    row_status status;
    const char *reason;     /* NULL when ok */
    antler_metrics metrics; /* of an ok row; NANs are NULLs */
} store_row;

/* Open or create (WAL). ANTLER_BAD_INPUT: not a database, not antler's, a schema of another version; ANTLER_IO: cannot
 * be written. A file that is refused is left as it was. */
antler_status store_open(const char *path, store **out, antler_error *err);
/* Commits, closes; `s` is gone even when it fails. */
antler_status store_close(store *s, antler_error *err);

/* Is a row of this hash present (failed rows with status error do not count: they are tried again)? */
antler_status store_has(store *s, const char *hash, bool *has, antler_error *err);

/* Add a row, which gets the next id. A row of the same hash keeps its id; it is replaced when its status is error, else
 * it stays as it is: another process was first. Begins a transaction that lasts until store_commit; keep it short,
 * because it locks other processes out. */
antler_status store_put(store *s, const store_row *row, antler_error *err);
antler_status store_commit(store *s, antler_error *err);

#endif
