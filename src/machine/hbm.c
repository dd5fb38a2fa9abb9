#include "machine/hbm.h"

double hbm_rounded(const hbm *h, uint64_t bytes)
{
    uint64_t stripe = h->channels * h->burst; /* one burst of every channel */
    uint64_t stripes = bytes / stripe + (bytes % stripe != 0);
    return (double)stripes * (double)stripe;
}
