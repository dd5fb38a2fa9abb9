/* Two steps. First all start at their best rate alone, and the most overloaded resource cuts those above its fair
 * level, until none is overloaded: where one resource decides, that is the answer. Where several do, a later cut may
 * leave room at an earlier one; so then each in turn takes the most that its resources would serve it, until nobody
 * moves.
 *
 * With two activities the turns converge to the one answer: what one takes falls as the other's rate grows, by less
 * than the other's rise (at the bottleneck of each it has more units than the other). With more no proof is known to
 * us; the tests find none that does not converge, and the cut at the end keeps the rates within capacity whatever
 * happens. */
#include "simulate/share.h"

#include <math.h>
#include <stdbool.h>

#define SETTLED    1e-13 /* relative change of a rate that is rounding */
#define MOST_TURNS 10000 /* the longest of a million random instances took 600 */

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
        if (!(load > worst)) /* also where capacity is infinite and so is what is asked */
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

/* Cut where there is overload; rates only fall. How many resources have cut. */
static int cut(const double *capacity, uint32_t count, const activity *activities, double *rate)
{
    int cuts = 0;
    column c;
    for (; most_overloaded(capacity, count, activities, rate, &c); cuts++) {
        double level = fair_level(&c, count, capacity[c.resource]);
        for (uint32_t a = 0; a < count; a++)
            if (c.asked[a] > level)
                rate[a] *= level / c.asked[a];
    }
    return cuts;
}

/* The best rate of activity `me` if the arbiters serve the others at their present rates, or less. */
static double best_response(const double *capacity, uint32_t count, const activity *act, const double *rate,
                            uint32_t me)
{
    double best = act[me].cap;
    uint32_t at[SHARE_MAX_ACTIVITIES] = {0};
    column c;
    while (next_column(count, act, rate, at, &c)) {
        if (c.asked[me] <= 0)
            continue;
        double units = c.asked[me] / rate[me];
        c.asked[me] = INFINITY;
        best = fmin(best, fair_level(&c, count, capacity[c.resource]) / units);
    }
    return best;
}

/* Each in turn takes the most that its resources would serve it, until nobody moves. */
static void take_turns(const double *capacity, uint32_t count, const activity *activities, double *rate)
{
    double moved = INFINITY;
    for (int turn = 0; moved > SETTLED && turn < MOST_TURNS; turn++) {
        moved = 0;
        for (uint32_t a = 0; a < count; a++) {
            double best = best_response(capacity, count, activities, rate, a);
            if (best < INFINITY)
                moved = fmax(moved, fabs(best - rate[a]) / best);
            rate[a] = best;
        }
    }
}

void share_rates(const double *capacity, uint32_t count, const activity *activities, double *rate)
{
    for (uint32_t a = 0; a < count; a++)
        rate[a] = share_alone(capacity, &activities[a]);
    if (cut(capacity, count, activities, rate) < 2)
        return;
    take_turns(capacity, count, activities, rate);
    (void)cut(capacity, count, activities, rate);
}
