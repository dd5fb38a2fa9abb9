/* Between events a phase's kernels, exchanges and waits alternate many times, once a step, so that its course is that
 * of their mean: in each of the three states the resources are shared by what is active in it, and the phase takes the
 * sum of the times. With core.overlap dma kernels and exchanges are one state, and one step stays exposed. */
#include "simulate/pace.h"

#include <math.h>

#include "simulate/share.h"

/* Seconds that a part of a phase takes with (or without) the preload beside it, and the preload's rate meanwhile. */
typedef struct part {
    double seconds;
    double preload;
} part;

static part run_part(const machine *m, const footprint *asked, double alone_s, const footprint *preload)
{
    const double *capacity = machine_capacities(m);
    activity both[2] = {{.demand = preload, .cap = INFINITY}, {.demand = asked, .cap = 1 / alone_s}};
    double rate[2] = {0, 0};
    if (alone_s <= 0) {
        if (preload)
            rate[0] = share_alone(capacity, &both[0]);
        return (part){.seconds = 0, .preload = rate[0]};
    }
    if (preload) {
        share_rates(capacity, 2, both, rate);
        return (part){.seconds = 1 / rate[1], .preload = rate[0]};
    }
    return (part){.seconds = 1 / share_alone(capacity, &both[1])};
}

static double exchange_alone_s(const machine *m, const footprint *exchange)
{
    activity a = {.demand = exchange, .cap = INFINITY};
    return exchange->count > 0 ? 1 / share_alone(machine_capacities(m), &a) : 0;
}

/* Kernels and exchanges side by side: all but one step of the shorter hides behind the longer. */
static part run_overlapped(const machine *m, const timed_phase *ph, double exchange_s, const footprint *preload,
                           double *exposed)
{
    activity all[3] = {{.demand = preload, .cap = INFINITY},
                       {.demand = &ph->kernel, .cap = 1 / ph->kernel_s},
                       {.demand = &ph->exchange, .cap = 1 / exchange_s}};
    double rate[3] = {0, 0, 0};
    const activity *first = preload ? all : all + 1;
    share_rates(machine_capacities(m), preload ? 3 : 2, first, preload ? rate : rate + 1);
    double kernel = 1 / rate[1];
    double exchange = 1 / rate[2];
    *exposed = fmin(kernel, exchange) / ph->steps;
    return (part){.seconds = fmax(kernel, exchange) + *exposed, .preload = rate[0]};
}

/* Total time of the phase, split by what it does; the preload's mean rate over it. */
static void run_phase(const machine *m, const timed_phase *ph, const footprint *preload, pace *out)
{
    double exchange_s = exchange_alone_s(m, &ph->exchange);
    part wait = run_part(m, NULL, ph->wait_s, preload);
    part kernel;
    part exchange = {0};
    double exposed = 0;
    if (machine_overlaps(m) && ph->steps > 1 && exchange_s > 0) {
        kernel = run_overlapped(m, ph, exchange_s, preload, &exposed);
    } else {
        kernel = run_part(m, &ph->kernel, ph->kernel_s, preload);
        exchange = run_part(m, &ph->exchange, exchange_s, preload);
    }
    double total = wait.seconds + kernel.seconds + exchange.seconds;
    out->phase = 1 / total;
    out->compute_share = (kernel.seconds - exposed) / total;
    out->exchange_share = (exchange.seconds + exposed) / total;
    out->wait_share = wait.seconds / total;
    out->preload =
        (wait.seconds * wait.preload + kernel.seconds * kernel.preload + exchange.seconds * exchange.preload) / total;
}

void pace_find(const machine *m, const timed_phase *ph, const footprint *preload, pace *out)
{
    *out = (pace){0};
    if (!ph) {
        activity alone = {.demand = preload, .cap = INFINITY};
        out->preload = preload ? share_alone(machine_capacities(m), &alone) : 0;
        return;
    }
    pace by_itself = {0};
    run_phase(m, ph, NULL, &by_itself);
    run_phase(m, ph, preload, out);
    out->phase_alone = by_itself.phase;
}
