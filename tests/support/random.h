/* Seeded random numbers for property tests: the same everywhere (SplitMix64). */
#ifndef SUPPORT_RANDOM_H
#define SUPPORT_RANDOM_H

#include <stdint.h>

typedef struct random_state {
    uint64_t value;
} random_state;

static inline random_state random_seed(uint64_t seed)
{
    return (random_state){seed};
}

static inline uint64_t random_next(random_state *r)
{
    uint64_t z = (r->value += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* from..to, both included */
static inline uint64_t random_in(random_state *r, uint64_t from, uint64_t to)
{
    return from + random_next(r) % (to - from + 1);
}

#endif
