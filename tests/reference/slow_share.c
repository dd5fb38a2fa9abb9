#include "reference/slow_share.h"

#include <math.h>
#include <string.h>

#define EPSILON 1e-9 /* relative */

/* An instance as a table, and a guess: resource or `resources` (its cap) as bottleneck of each activity. */
typedef struct guess {
    uint32_t resources, count;
    const double *capacity;
    double need[SLOW_ACTIVITIES][SLOW_RESOURCES];
    double cap[SLOW_ACTIVITIES];
    uint32_t bottleneck[SLOW_ACTIVITIES];
    double rate[SLOW_ACTIVITIES];
} guess;

/* Unknowns: units that each activity bound by resource r gets there. Row r: all that r serves adds up to its capacity.
 */
typedef struct equations {
    double row[SLOW_RESOURCES][SLOW_RESOURCES + 1];
} equations;

static equations state_equations(const guess *g)
{
    equations e = {0};
    for (uint32_t r = 0; r < g->resources; r++) {
        bool binds = false;
        for (uint32_t a = 0; a < g->count; a++)
            binds |= g->bottleneck[a] == r;
        if (!binds) {
            e.row[r][r] = 1;
            continue;
        }
        e.row[r][g->resources] = g->capacity[r];
        for (uint32_t a = 0; a < g->count; a++) {
            uint32_t b = g->bottleneck[a];
            if (b == g->resources)
                e.row[r][g->resources] -= g->need[a][r] * g->cap[a];
            else
                e.row[r][b] += g->need[a][r] / g->need[a][b];
        }
    }
    return e;
}

/* Gauss-Jordan with pivoting; false when singular. */
static bool solve(equations *e, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t pivot = i;
        for (uint32_t k = i + 1; k < n; k++)
            if (fabs(e->row[k][i]) > fabs(e->row[pivot][i]))
                pivot = k;
        if (fabs(e->row[pivot][i]) < 1e-12)
            return false;
        equations old = *e;
        memcpy(e->row[i], old.row[pivot], sizeof e->row[i]);
        memcpy(e->row[pivot], old.row[i], sizeof e->row[i]);
        for (uint32_t k = 0; k < n; k++) {
            double times = k == i ? 0 : e->row[k][i] / e->row[i][i];
            for (uint32_t j = 0; j <= n; j++)
                e->row[k][j] -= times * e->row[i][j];
        }
    }
    return true;
}

/* Within capacities and caps, and nobody has more at anybody's bottleneck? */
static bool sound(const guess *g)
{
    for (uint32_t r = 0; r < g->resources; r++) {
        double used = 0;
        for (uint32_t a = 0; a < g->count; a++)
            used += g->need[a][r] * g->rate[a];
        if (used > g->capacity[r] * (1 + EPSILON))
            return false;
    }
    for (uint32_t a = 0; a < g->count; a++) {
        uint32_t b = g->bottleneck[a];
        if (!(g->rate[a] > 0) || g->rate[a] > g->cap[a] * (1 + EPSILON))
            return false;
        for (uint32_t other = 0; b < g->resources && other < g->count; other++)
            if (g->need[other][b] * g->rate[other] > g->need[a][b] * g->rate[a] * (1 + EPSILON))
                return false;
    }
    return true;
}

static bool holds_true(guess *g)
{
    for (uint32_t a = 0; a < g->count; a++)
        if (g->bottleneck[a] < g->resources && g->need[a][g->bottleneck[a]] <= 0)
            return false;
    equations e = state_equations(g);
    if (!solve(&e, g->resources))
        return false;
    for (uint32_t a = 0; a < g->count; a++) {
        uint32_t b = g->bottleneck[a];
        g->rate[a] = b == g->resources ? g->cap[a] : e.row[b][g->resources] / e.row[b][b] / g->need[a][b];
    }
    return sound(g);
}

static bool next_guess(guess *g)
{
    for (uint32_t a = 0; a < g->count; a++) {
        if (++g->bottleneck[a] <= g->resources)
            return true;
        g->bottleneck[a] = 0;
    }
    return false;
}

bool slow_share_agrees(const double *capacity, uint32_t resources, uint32_t count, const activity *activities,
                       const double *rate, double tolerance, uint32_t *holds)
{
    guess g = {.resources = resources, .count = count, .capacity = capacity};
    bool agrees = false;
    *holds = 0;
    for (uint32_t a = 0; a < count; a++) {
        g.cap[a] = activities[a].cap;
        for (uint32_t i = 0; i < activities[a].demand->count; i++)
            g.need[a][activities[a].demand->demands[i].resource] = activities[a].demand->demands[i].amount;
    }
    do {
        if (!holds_true(&g))
            continue;
        (*holds)++;
        bool same = true;
        for (uint32_t a = 0; a < count; a++)
            same &= fabs(g.rate[a] - rate[a]) <= tolerance * rate[a];
        agrees |= same;
    } while (next_guess(&g));
    return agrees;
}
