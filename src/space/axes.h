/* Which point an index means: a mixed-radix number whose digits pick one of everything that a sweep lists. */
#ifndef SPACE_AXES_H
#define SPACE_AXES_H

#include <stdint.h>

#include "spec/sweep_file.h"

/* No space is larger: counting its points takes minutes, and more of them are a mistake in an axis. */
#define AXES_MAX_POINTS UINT64_C(100000000)

typedef struct axes_digits {
    size_t hwspec, model, design, batch, context;
    size_t row; /* of the point list; 0 when there is none */
    size_t axis[HW_FIELDS];
} axes_digits;

/* The product of all radices; ANTLER_BAD_INPUT when it is over AXES_MAX_POINTS. */
antler_status axes_size(const sweep_file *file, uint64_t *out, antler_error *err);

/* needs: index < axes_size. The order is hwspecs, models, designs, batches, contexts, rows of the point list, axes as
 * written; the last turns fastest. It never changes, because the ids of rows and the shards follow it. */
void axes_at(const sweep_file *file, uint64_t index, axes_digits *out);

#endif
