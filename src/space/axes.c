/* A sweep lists hwspecs, models, designs, batches, contexts and axis values, and perhaps rows of a point list. Each
 * list is one digit of a number, so that a point is one integer: walking, sharding and resuming need nothing else. */
#include "space/axes.h"

#include <inttypes.h>

#include "base/error.h"

enum { LISTS = 6 + HW_FIELDS };

/* The radices from the slowest to the fastest digit; returns how many there are. */
static size_t radices(const sweep_file *file, size_t out[LISTS])
{
    size_t n = 0;
    out[n++] = file->hwspecs.count;
    out[n++] = file->models.count;
    out[n++] = file->designs.count;
    out[n++] = file->batches.count;
    out[n++] = file->contexts.count;
    out[n++] = file->points ? file->rows.nrows : 1;
    for (size_t i = 0; i < file->naxes; i++)
        out[n++] = file->axes[i].count;
    return n;
}

antler_status axes_size(const sweep_file *file, uint64_t *out, antler_error *err)
{
    size_t radix[LISTS];
    size_t n = radices(file, radix);
    uint64_t size = 1;
    for (size_t i = 0; i < n; i++) {
        if (radix[i] > AXES_MAX_POINTS / size)
            return err_at(err, ANTLER_BAD_INPUT, file->path, 0, 0,
                          "the axes make more than %" PRIu64 " points; list fewer values or take a larger step",
                          AXES_MAX_POINTS);
        size *= radix[i];
        if (size == 0)
            break;
    }
    *out = size;
    return ANTLER_OK;
}

void axes_at(const sweep_file *file, uint64_t index, axes_digits *out)
{
    size_t radix[LISTS], digit[LISTS] = {0};
    size_t n = radices(file, radix);
    for (size_t i = n; i-- > 0;) {
        digit[i] = (size_t)(index % radix[i]);
        index /= radix[i];
    }
    *out = (axes_digits){digit[0], digit[1], digit[2], digit[3], digit[4], digit[5], {0}};
    for (size_t i = 0; i < file->naxes; i++)
        out->axis[i] = digit[6 + i];
}
