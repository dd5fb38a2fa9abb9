#include "machine/transfers.h"

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

void transfers_list(const traffic *t, uint32_t size, uint32_t *cores)
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

uint32_t transfers_sharers(const traffic *t)
{
    double received = (double)t->bytes * traffic_cores(t);
    uint32_t sharers = t->ring;
    while (sharers > 1 && (t->ring % sharers != 0 || received < (double)t->unique * sharers))
        sharers--;
    return sharers > 0 ? sharers : 1;
}

antler_status transfers_check(const traffic *t, uint32_t cores, antler_error *err)
{
    uint64_t all = 1;
    uint64_t members = 1;
    for (uint8_t i = 0; i < t->naxes && all <= cores; i++) {
        all *= t->axes[i].extent;
        members *= t->axes[i].member ? t->axes[i].extent : 1;
    }
    if (all == 0 || all > cores)
        return err_set(err, ANTLER_BUG, "traffic between %llu cores on a chip of %u", (unsigned long long)all, cores);
    if (t->ring > 1 && members % t->ring != 0)
        return err_set(err, ANTLER_BUG, "traffic in rings of %u does not fill its groups of %llu", t->ring,
                       (unsigned long long)members);
    return ANTLER_OK;
}
