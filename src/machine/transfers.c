#include "machine/transfers.h"

#include <stdbool.h>

#include "base/error.h"

uint32_t transfers_core(const traffic *t, uint32_t core, uint32_t member)
{
    uint32_t result = 0;
    uint32_t stride = 1;
    for (uint8_t i = t->naxes; i-- > 0;) {
        uint32_t extent = t->axes[i].extent;
        uint32_t at = core % extent;
        core /= extent;
        if (t->axes[i].member) {
            at = member % extent;
            member /= extent;
        }
        result += at * stride;
        stride *= extent;
    }
    return result;
}

uint32_t transfers_member(const traffic *t, uint32_t core)
{
    uint32_t member = 0;
    uint32_t stride = 1;
    for (uint8_t i = t->naxes; i-- > 0;) {
        uint32_t extent = t->axes[i].extent;
        if (t->axes[i].member) {
            member += core % extent * stride;
            stride *= extent;
        }
        core /= extent;
    }
    return member;
}

uint32_t transfers_router(const traffic *t, uint32_t columns, uint32_t core)
{
    if (t->naxes == 0 || t->axes[0].side == SIDE_NONE)
        return core;
    uint32_t at[] = {[SIDE_X] = 0, [SIDE_Y] = 0};
    uint32_t stride[] = {[SIDE_X] = 1, [SIDE_Y] = 1};
    for (uint8_t i = t->naxes; i-- > 0;) {
        const traffic_axis *axis = &t->axes[i];
        at[axis->side] += core % axis->extent * stride[axis->side];
        stride[axis->side] *= axis->extent;
        core /= axis->extent;
    }
    return at[SIDE_Y] * columns + at[SIDE_X];
}

static void list_parts(const traffic *t, uint32_t size, uint32_t *cores)
{
    uint32_t count = traffic_cores(t);
    uint32_t listed = 0;
    for (uint32_t core = 0; size == 1 && core < count; core++)
        cores[core] = core;
    for (uint32_t core = 0; size > 1 && core < count; core++) {
        uint32_t member = transfers_member(t, core);
        for (uint32_t i = 0; member % size == 0 && i < size; i++)
            cores[listed++] = transfers_core(t, core, member + i);
    }
}

void transfers_list(const traffic *t, uint32_t size, uint32_t columns, uint32_t *cores)
{
    uint32_t count = traffic_cores(t);
    list_parts(t, size, cores);
    for (uint32_t i = 0; i < count; i++)
        cores[i] = transfers_router(t, columns, cores[i]);
}

uint32_t transfers_sharers(const traffic *t)
{
    double received = (double)t->bytes * traffic_cores(t);
    uint32_t sharers = t->ring;
    while (sharers > 1 && (t->ring % sharers != 0 || received < (double)t->unique * sharers))
        sharers--;
    return sharers > 0 ? sharers : 1;
}

/* Does every axis lie along a side, within full rows of cores? */
static bool lies_on_grid(const traffic *t, uint32_t cores, uint32_t columns)
{
    uint64_t along[] = {[SIDE_NONE] = 1, [SIDE_X] = 1, [SIDE_Y] = 1};
    for (uint8_t i = 0; i < t->naxes; i++) {
        if (t->axes[i].side == SIDE_NONE || t->axes[i].side > SIDE_Y)
            return false;
        along[t->axes[i].side] *= t->axes[i].extent;
    }
    return columns > 0 && along[SIDE_X] <= columns && along[SIDE_Y] <= cores / columns;
}

antler_status transfers_check(const traffic *t, uint32_t cores, uint32_t columns, antler_error *err)
{
    uint64_t all = 1;
    uint64_t members = 1;
    bool placed = false;
    for (uint8_t i = 0; i < t->naxes && all <= cores; i++) {
        all *= t->axes[i].extent;
        members *= t->axes[i].member ? t->axes[i].extent : 1;
        placed |= t->axes[i].side != SIDE_NONE;
    }
    if (all > 0 && all <= cores && placed && !lies_on_grid(t, cores, columns))
        return err_set(err, ANTLER_BUG, "traffic placed beyond the %u columns of %u cores", columns, cores);
    if (all == 0 || all > cores)
        return err_set(err, ANTLER_BUG, "traffic between %llu cores on a chip of %u", (unsigned long long)all, cores);
    if (t->ring > 1 && members % t->ring != 0)
        return err_set(err, ANTLER_BUG, "traffic in rings of %u does not fill its groups of %llu", t->ring,
                       (unsigned long long)members);
    return ANTLER_OK;
}
