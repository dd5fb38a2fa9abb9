/* Progressive filling over sparse demands: all unblocked activities grow by the same share of their best rate until a
 * resource fills or a cap is met. */
#include "simulate/share.h"

#include <math.h>
#include <stdbool.h>

double share_alone(const double *capacity, const activity *a)
{
    double rate = a->cap;
    for (uint32_t i = 0; a->demand && i < a->demand->count; i++)
        rate = fmin(rate, capacity[a->demand->demands[i].resource] / a->demand->demands[i].amount);
    return rate;
}

/* One resource under all activities: what the blocked ones take, and what the others take per unit of share. */
typedef struct column {
    uint32_t resource;
    double fixed, growing;
    uint32_t users; /* bit a: activity a uses it */
} column;

/* The lowest-numbered resource not yet visited, gathered over the activities; false at the end. */
static bool next_column(uint32_t count, const activity *act, const double *best, const double *rate, uint32_t blocked,
                        uint32_t *at, column *out)
{
    *out = (column){.resource = UINT32_MAX};
    for (uint32_t a = 0; a < count; a++)
        if (act[a].demand && at[a] < act[a].demand->count && act[a].demand->demands[at[a]].resource < out->resource)
            out->resource = act[a].demand->demands[at[a]].resource;
    if (out->resource == UINT32_MAX)
        return false;
    for (uint32_t a = 0; a < count; a++) {
        if (!act[a].demand || at[a] == act[a].demand->count || act[a].demand->demands[at[a]].resource != out->resource)
            continue;
        double amount = act[a].demand->demands[at[a]++].amount;
        out->users |= UINT32_C(1) << a;
        if (blocked >> a & 1)
            out->fixed += amount * rate[a];
        else
            out->growing += amount * best[a];
    }
    return true;
}

/* The largest share that all unblocked activities can have, and which of them then are at a full resource. */
static double fill(const double *capacity, uint32_t count, const activity *act, const double *best, const double *rate,
                   uint32_t blocked, uint32_t *full)
{
    uint32_t at[SHARE_MAX_ACTIVITIES] = {0};
    double share = 1; /* at a share of 1 an activity is at its best rate: its cap or its own bottleneck */
    *full = 0;
    column c;
    while (next_column(count, act, best, rate, blocked, at, &c)) {
        if (c.growing <= 0)
            continue;
        double possible = fmax(0, capacity[c.resource] - c.fixed) / c.growing;
        if (possible < share) {
            share = possible;
            *full = 0;
        }
        if (possible <= share)
            *full |= c.users & ~blocked;
    }
    return share;
}

void share_rates(const double *capacity, uint32_t count, const activity *activities, double *rate)
{
    double best[SHARE_MAX_ACTIVITIES];
    uint32_t all = (UINT32_C(1) << count) - 1;
    uint32_t blocked = 0;
    for (uint32_t a = 0; a < count; a++) {
        best[a] = share_alone(capacity, &activities[a]);
        rate[a] = best[a];
    }
    while (blocked != all) {
        uint32_t full = 0;
        double share = fill(capacity, count, activities, best, rate, blocked, &full);
        if (full == 0)
            full = all & ~blocked;
        for (uint32_t a = 0; a < count; a++)
            if (full >> a & 1)
                rate[a] = share * best[a];
        blocked |= full;
    }
}
