#include "schedule/price_search.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "schedule/prices.h"

/* Coordinates of the grid. Traffic is priced at 2^(k/3) seconds a byte, at most four times and at least 0.8 times what
 * it takes alone; SRAM at these parts of what a byte of traffic costs; execute states are cut at sixteenths of SRAM. */
enum { TRAFFIC, PART, PRELOAD, EXECUTE, COORDINATES };
enum { TRAFFIC_LEVELS = 7, PARTS = 16, PRELOAD_LEVELS = 7, EXECUTE_LEVELS = 4, MOST_ROUNDS = 3 };
static const int levels[COORDINATES] = {TRAFFIC_LEVELS, PARTS, PRELOAD_LEVELS, EXECUTE_LEVELS};

/* Where to start from: SRAM shared evenly; much of it for preload states; much for execute states and the least preload
 * states, which is best where the NoC is slower than HBM. Each lies in the basin of another optimum. */
enum { STARTS = 3 };
static const int starts[STARTS][COORDINATES] = {{2, 7, 2, 1}, {4, 4, 4, 1}, {5, 12, 0, 3}};

static const double preload_parts[PRELOAD_LEVELS] = {0, 0.02, 0.05, 0.1, 0.2, 0.4, 1};
static const double execute_parts[EXECUTE_LEVELS] = {0, 0.01, 0.03, 0.1};

/* Choices seen before, by a hash: many prices lead to the same ones. */
typedef struct seen {
    uint64_t hash;
    double seconds;
} seen;

typedef struct search {
    contest *c;
    const price_list *list;
    choice *choices;
    double traffic_s; /* what a second of traffic costs at level 0 */
    seen *seen;
    uint32_t nseen;
} search;

enum { MOST_SEEN = STARTS * MOST_ROUNDS * (TRAFFIC_LEVELS + PARTS + PRELOAD_LEVELS + EXECUTE_LEVELS) + 1 };

/* Level 0 lies on the grid of 2^(k/3) seconds a byte, just below what a byte takes on this machine. */
static double traffic_level_0(double link_bps)
{
    double exact = 3 * log2(1 / link_bps);
    return exp2((floor(exact) - exact) / 3);
}

static prices prices_at(const search *s, const int *at)
{
    double exchange = s->traffic_s * exp2(at[TRAFFIC] / 3.0);
    double byte_s = exchange / machine_link_bps(s->c->in->m);
    return (prices){.exchange = exchange,
                    .preload = preload_parts[at[PRELOAD]] * byte_s,
                    .execute = execute_parts[at[EXECUTE]] * byte_s,
                    .part = machine_sram_bytes(s->c->in->m) * (uint64_t)(at[PART] + 1) / PARTS};
}

/* FNV-1a over what is chosen, not where it lies. */
static uint64_t hash_choices(const search *s)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    const schedule_input *in = s->c->in;
    for (uint32_t i = 0; i < in->g->nops; i++) {
        if (in->alike[i] != i)
            continue;
        uint64_t which = (uint64_t)(s->choices[i].plan - in->plans[i]->plans);
        hash = (hash ^ which) * UINT64_C(1099511628211);
        hash = (hash ^ s->choices[i].state) * UINT64_C(1099511628211);
    }
    return hash;
}

static antler_status try_prices(search *s, const int *at, double *seconds)
{
    prices p = prices_at(s, at);
    *seconds = INFINITY;
    price_list_choose(s->list, &p, s->choices);
    uint64_t hash = hash_choices(s);
    for (uint32_t i = 0; i < s->nseen; i++)
        if (s->seen[i].hash == hash) {
            *seconds = s->seen[i].seconds;
            return ANTLER_OK;
        }
    antler_status st = contest_enter(s->c, s->choices, NULL, seconds);
    s->seen[s->nseen++] = (seen){.hash = hash, .seconds = *seconds};
    return st;
}

/* The best level of one coordinate, the others fixed. */
static antler_status best_level(search *s, int *at, int coordinate, double *least)
{
    int best = at[coordinate];
    antler_status st = ANTLER_OK;
    for (int level = 0; level < levels[coordinate] && st == ANTLER_OK; level++) {
        double seconds = 0;
        at[coordinate] = level;
        st = try_prices(s, at, &seconds);
        if (seconds < *least) {
            *least = seconds;
            best = level;
        }
    }
    at[coordinate] = best;
    return st;
}

/* Coordinate by coordinate until none gains. */
static antler_status descend(search *s, const int *from)
{
    int at[COORDINATES];
    memcpy(at, from, sizeof at);
    double least = INFINITY;
    double before = 0;
    antler_status st = ANTLER_OK;
    for (int round = 0; round < MOST_ROUNDS && least != before && st == ANTLER_OK; round++) {
        before = least;
        for (int i = 0; i < COORDINATES && st == ANTLER_OK; i++)
            st = best_level(s, at, i, &least);
    }
    return st;
}

antler_status price_search(contest *c)
{
    search s = {.c = c,
                .choices = ARENA_ARRAY(c->a, choice, c->in->g->nops),
                .seen = ARENA_ARRAY(c->a, seen, MOST_SEEN),
                .traffic_s = traffic_level_0(machine_link_bps(c->in->m))};
    if (!s.choices || !s.seen)
        return err_no_memory(c->err);
    price_list *list = NULL;
    antler_status st = price_list_new(c->in, c->a, &list, c->err);
    s.list = list;
    for (int i = 0; i < STARTS && st == ANTLER_OK; i++)
        st = descend(&s, starts[i]);
    return st;
}
