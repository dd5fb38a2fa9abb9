#include "schedule/allocate.h"

#include <math.h>

/* Bytes freed for each second added by the best of the steps that remain: a bidder may pass over steps that free
 * little, so that a poor step does not hide a good one behind it. */
static double best_step(const bidder *b, uint32_t *to)
{
    double best = -1;
    for (uint32_t step = b->at + 1; step < b->count; step++) {
        double freed = (double)(b->sram[b->at] - b->sram[step]);
        double added = b->seconds[step] - b->seconds[b->at];
        double rate = added > 0 ? freed / added : INFINITY;
        if (freed > 0 && rate > best) {
            best = rate;
            *to = step;
        }
    }
    return best;
}

bool allocate_sram(bidder *bidders, uint32_t count, uint64_t room)
{
    uint64_t used = 0;
    for (uint32_t i = 0; i < count; i++)
        used += bidders[i].sram[bidders[i].at];
    while (used > room) {
        uint32_t who = count;
        uint32_t where = 0;
        double best = -1;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t to = 0;
            double rate = best_step(&bidders[i], &to);
            if (rate > best) {
                best = rate;
                who = i;
                where = to;
            }
        }
        if (who == count)
            return false;
        used -= bidders[who].sram[bidders[who].at] - bidders[who].sram[where];
        bidders[who].at = where;
    }
    return true;
}
