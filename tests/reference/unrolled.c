#include "reference/unrolled.h"

#include <math.h>

#include "simulate/share.h"

enum { PRELOAD, KERNEL, EXCHANGE, ACTIVITIES };

typedef struct course {
    const double *capacity;
    activity all[ACTIVITIES];
    double amount, loaded;
    double now;
} course;

/* Let those whose work is in `todo` go on, the preload beside them, until none of it is left. A wait is a time that
 * nothing shortens. */
static void go_on(course *c, double kernel, double exchange, double wait)
{
    double todo[ACTIVITIES] = {0, kernel, exchange};
    while (todo[KERNEL] > 0 || todo[EXCHANGE] > 0 || wait > 0) {
        activity active[ACTIVITIES];
        double rate[ACTIVITIES];
        int who[ACTIVITIES] = {ACTIVITIES};
        uint32_t count = 0;
        todo[PRELOAD] = fmax(0, c->amount - c->loaded);
        for (int i = 0; i < ACTIVITIES; i++)
            if (todo[i] > 0) {
                who[count] = i;
                active[count++] = c->all[i];
            }
        share_rates(c->capacity, count, active, rate);
        double dt = wait > 0 ? wait : INFINITY;
        for (uint32_t i = 0; i < count; i++)
            dt = fmin(dt, todo[who[i]] / rate[i]);
        for (uint32_t i = 0; i < count; i++)
            todo[who[i]] = todo[who[i]] / rate[i] <= dt ? 0 : todo[who[i]] - rate[i] * dt;
        if (who[0] == PRELOAD)
            c->loaded = todo[PRELOAD] > 0 ? c->loaded + rate[0] * dt : c->amount;
        wait = wait > 0 ? fmax(0, wait - dt) : 0;
        c->now += dt;
    }
}

static void run_steps(course *c, const machine *m, const timed_phase *ph)
{
    uint32_t steps = ph->steps > 0 ? ph->steps : 1;
    double kernel = ph->kernel_s > 0 ? 1.0 / steps : 0;
    double exchange = ph->exchange_s > 0 ? 1.0 / steps : 0;
    if (!machine_overlaps(m)) {
        for (uint32_t i = 0; i < steps; i++) {
            go_on(c, 0, 0, ph->wait_s / steps);
            go_on(c, kernel, 0, 0);
            go_on(c, 0, exchange, 0);
        }
        return;
    }
    go_on(c, 0, exchange, 0);
    for (uint32_t i = 1; i < steps; i++) {
        go_on(c, 0, 0, ph->wait_s / steps);
        go_on(c, kernel, exchange, 0);
    }
    go_on(c, 0, 0, ph->wait_s / steps);
    go_on(c, kernel, 0, 0);
}

unrolled unrolled_run(const machine *m, const timed_phase *ph, const timed_preload *preload, double amount)
{
    course c = {.capacity = machine_capacities(m),
                .all = {{.demand = &preload->load, .cap = INFINITY},
                        {.demand = &ph->kernel, .cap = 1 / ph->kernel_s},
                        {.demand = &ph->exchange, .cap = INFINITY}},
                .amount = amount};
    run_steps(&c, m, ph);
    return (unrolled){.seconds = c.now, .loaded = c.loaded};
}
