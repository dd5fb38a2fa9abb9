/* Water-filling, the most overloaded resource first. */
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

/* One resource under all activities: units that each asks for at its present rate. */
typedef struct column {
    uint32_t resource;
    double asked[SHARE_MAX_ACTIVITIES];
    double total;
} column;

/* The lowest-numbered resource not yet visited, gathered over the activities; false at the end. */
static bool next_column(uint32_t count, const activity *act, const double *rate, uint32_t *at, column *out)
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
        out->asked[a] = act[a].demand->demands[at[a]++].amount * rate[a];
        out->total += out->asked[a];
    }
    return true;
}

/* The resource that is asked for most beyond its capacity; false when none is. */
static bool most_overloaded(const double *capacity, uint32_t count, const activity *act, const double *rate,
                            column *out)
{
    uint32_t at[SHARE_MAX_ACTIVITIES] = {0};
    double worst = 1 + 1e-12; /* rounding is no overload */
    bool found = false;
    column c;
    while (next_column(count, act, rate, at, &c)) {
        double load = c.total / capacity[c.resource];
        if (load <= worst)
            continue;
        worst = load;
        *out = c;
        found = true;
    }
    return found;
}

/* The level to which all are cut that ask for more: sum of min(asked, level) = capacity. */
static double fair_level(const column *c, uint32_t count, double capacity)
{
    double level = 0;
    double left = capacity;
    bool settled[SHARE_MAX_ACTIVITIES] = {false};
    for (uint32_t open = count; open > 0;) {
        level = left / open;
        uint32_t before = open;
        for (uint32_t a = 0; a < count; a++) {
            if (settled[a] || c->asked[a] > level)
                continue;
            settled[a] = true;
            left -= c->asked[a];
            open--;
        }
        if (open == before)
            break;
    }
    return level;
}

void share_rates(const double *capacity, uint32_t count, const activity *activities, double *rate)
{
    for (uint32_t a = 0; a < count; a++)
        rate[a] = share_alone(capacity, &activities[a]);
    column c;
    while (most_overloaded(capacity, count, activities, rate, &c)) {
        double level = fair_level(&c, count, capacity[c.resource]);
        for (uint32_t a = 0; a < count; a++)
            if (c.asked[a] > level)
                rate[a] *= level / c.asked[a];
    }
}
