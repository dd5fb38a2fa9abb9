/* What makes a point the same point: its resolved input as canonical JSON, and the hash of that. */
#ifndef SPACE_IDENTITY_H
#define SPACE_IDENTITY_H

#include <antler/model.h>

#include "base/arena.h"
#include "spec/techs.h"

/* Of the stored rows and of what is hashed: a change of either makes every point a new one. */
enum { SCHEMA_VERSION = 2 };

typedef struct identity {
    const char *json; /* keys sorted, base units, no blanks: equal inputs give equal bytes */
    char hash[33];    /* XXH128 of json, hexadecimal */
} identity;

/* The name of a sweep, a file's path or the number of threads are not part of it; the model's content, the figures that
 * the chip is made with (`techs`, may be NULL), the version of the schema and that of the tool are. */
antler_status identity_make(const antler_hwspec *spec, const antler_techs *techs, const antler_model *model,
                            const antler_workload *w, const char *design, arena *a, identity *out, antler_error *err);

#endif
