/* Off-chip memory: what a load costs its channels. */
#ifndef MACHINE_HBM_H
#define MACHINE_HBM_H

#include <stdint.h>

typedef struct hbm {
    uint32_t channels; /* of one chip */
    uint64_t burst;    /* bytes a channel moves at least */
} hbm;

/* Bytes that the channels could have moved while they move `bytes`: interleaved evenly, in whole bursts. At least
 * `bytes`, and less than one burst a channel above. Source of the burst: access granularity of 32 or 64 bytes, JEDEC
 * JESD235 (HBM2) and JESD238 (HBM3). */
double hbm_rounded(const hbm *h, uint64_t bytes);

#endif
