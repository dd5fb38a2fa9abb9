/* Between events a phase's kernels, exchanges and waits take turns many times, once a step, so that its course is that
 * of their mean: in each state the resources are shared by what is active in it, and the phase takes the sum of the
 * states' times.
 *
 * With core.overlap dma a phase of s steps is a pipeline: the first exchange alone, then s - 1 times a kernel beside
 * the next step's exchange until the shorter ends and the longer goes on alone, at last a kernel alone. Undisturbed
 * that is max(K, E) + min(K, E)/s; with one step, and on core.overlap none, K + E. */
#include "simulate/pace.h"

#include <math.h>

#include "simulate/share.h"

enum { BOOK_BITS = 10 };

typedef struct book_entry {
    uint32_t phase, preload; /* ids; 0: none. An entry of zeros is right for none and none */
    pace pace;
} book_entry;

struct pace_book {
    const machine *m;
    book_entry known[1U << BOOK_BITS];
};

/* Seconds of a whole phase by what it does, and how much of a preload arrives meanwhile. */
typedef struct course {
    double compute_s, exchange_s, wait_s;
    double loaded;
} course;

typedef struct runner {
    const machine *m;
    const timed_phase *ph;
    activity preload; /* demand NULL: none */
} runner;

/* Rate of the preload beside `count` others, whose rates go to `rate`. */
static double share_with_preload(const runner *r, uint32_t count, const activity *others, double *rate)
{
    activity all[3] = {r->preload};
    double rates[3] = {0};
    for (uint32_t i = 0; i < count; i++)
        all[i + 1] = others[i];
    uint32_t first = r->preload.demand ? 0 : 1;
    share_rates(machine_capacities(r->m), count + 1 - first, all + first, rates + first);
    for (uint32_t i = 0; i < count; i++)
        rate[i] = rates[i + 1];
    return rates[0];
}

/* `share` of an activity with nothing but the preload beside it; its seconds. */
static double run_single(const runner *r, activity what, double share, course *c)
{
    double rate = 0;
    double preload = share_with_preload(r, 1, &what, &rate);
    c->loaded += preload * share / rate;
    return share / rate;
}

/* `share` of the phase's kernels beside as much of its exchange: both until one ends, then the rest of the other. */
static void run_pair(const runner *r, const activity *kernel, const activity *exchange, double share, course *c)
{
    double rate[2] = {0};
    double preload = share_with_preload(r, 2, (activity[]){*kernel, *exchange}, rate);
    double both = share / fmax(rate[0], rate[1]);
    c->loaded += preload * both;
    c->compute_s += both;
    if (rate[0] < rate[1])
        c->compute_s += run_single(r, *kernel, share - both * rate[0], c);
    if (rate[1] < rate[0])
        c->exchange_s += run_single(r, *exchange, share - both * rate[1], c);
}

static course run_phase(const runner *r)
{
    const timed_phase *ph = r->ph;
    course c = {.wait_s = ph->wait_s};
    double paired = 0;
    activity kernel = {.demand = &ph->kernel, .cap = 1 / ph->kernel_s};
    activity exchange = {.demand = &ph->exchange, .cap = INFINITY};
    if (ph->wait_s > 0 && r->preload.demand)
        c.loaded = ph->wait_s * share_alone(machine_capacities(r->m), &r->preload);
    if (machine_overlaps(r->m) && ph->kernel_s > 0 && ph->exchange_s > 0) {
        paired = (ph->steps - 1) / (double)ph->steps;
        if (paired > 0)
            run_pair(r, &kernel, &exchange, paired, &c);
    }
    if (ph->kernel_s > 0)
        c.compute_s += run_single(r, kernel, 1 - paired, &c);
    if (ph->exchange_s > 0)
        c.exchange_s += run_single(r, exchange, 1 - paired, &c);
    return c;
}

static pace find(pace_book *b, const timed_phase *ph, const timed_preload *preload)
{
    runner r = {.m = b->m, .ph = ph, .preload = {.demand = preload ? &preload->load : NULL, .cap = INFINITY}};
    if (!ph)
        return (pace){.preload = preload ? share_alone(machine_capacities(b->m), &r.preload) : 0};
    course c = run_phase(&r);
    double total = c.compute_s + c.exchange_s + c.wait_s;
    pace found = {.phase = 1 / total,
                  .preload = c.loaded / total,
                  .compute_share = c.compute_s / total,
                  .exchange_share = c.exchange_s / total,
                  .wait_share = c.wait_s / total};
    found.phase_alone = preload ? pace_find(b, ph, NULL).phase : found.phase;
    return found;
}

pace_book *pace_book_new(const machine *m, arena *a)
{
    pace_book *b = ARENA_ARRAY(a, pace_book, 1);
    if (b)
        b->m = m;
    return b;
}

pace pace_find(pace_book *b, const timed_phase *ph, const timed_preload *preload)
{
    uint64_t key = (uint64_t)(ph ? ph->id : 0) << 32 | (preload ? preload->id : 0);
    book_entry *e = &b->known[key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - BOOK_BITS)];
    if (e->phase != key >> 32 || e->preload != (uint32_t)key) {
        pace found = find(b, ph, preload);
        *e = (book_entry){.phase = (uint32_t)(key >> 32), .preload = (uint32_t)key, .pace = found};
    }
    return e->pace;
}
