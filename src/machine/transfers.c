#include "machine/transfers.h"

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

void transfers_walk(const traffic *t, transfer_sink *sink, void *self)
{
    uint32_t cores = traffic_cores(t);
    if (t->ring < 2)
        return;
    for (uint32_t core = 0; core < cores; core++) {
        uint32_t member = transfers_member(t, core);
        uint32_t base = member / t->ring * t->ring;
        if (t->pattern == TRAFFIC_SHIFT) {
            sink(self, core, transfers_core(t, core, base + (member + 1 - base) % t->ring), (double)t->bytes);
            continue;
        }
        for (uint32_t other = base; other < base + t->ring; other++)
            if (other != member)
                sink(self, core, transfers_core(t, core, other), (double)t->bytes / (t->ring - 1));
    }
}
