#include "schedule/prices.h"

#include <math.h>

#include "base/error.h"

enum { SYNCS_AN_EXCHANGE = 2 };

/* One operator's offers, column by column: choosing runs through all of them for every set of prices. */
typedef struct offers {
    uint32_t count;
    double smallest; /* execute state */
    double *fixed_s, *exchange_s, *execute, *preload;
    choice *choice;
} offers;

struct price_list {
    const schedule_input *in;
    offers *offers; /* by operator; alike ones share the first's columns */
};

static uint32_t count_offers(const plan_set *set)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->count; i++)
        count += set->plans[i].npreloads > 0 ? set->plans[i].npreloads : 1;
    return count;
}

static void add_offer(const machine *m, const plan *p, uint32_t state, offers *o)
{
    uint32_t i = o->count++;
    double sync_s = machine_sync_s(m);
    o->choice[i] = (choice){.plan = p, .state = state};
    o->fixed_s[i] = p->compute_s + p->syncs * sync_s;
    o->exchange_s[i] = p->time_s - o->fixed_s[i];
    o->execute[i] = (double)p->sram_bytes;
    if (p->npreloads == 0)
        return;
    const preload_state *ps = &p->preloads[state];
    o->preload[i] = (double)ps->sram_bytes;
    if (ps->redistribute_bytes == 0)
        return;
    o->exchange_s[i] += (double)ps->redistribute_bytes / machine_link_bps(m);
    o->fixed_s[i] += SYNCS_AN_EXCHANGE * sync_s;
}

static antler_status build_offers(const machine *m, const plan_set *set, arena *a, offers *out, antler_error *err)
{
    uint32_t count = count_offers(set);
    *out = (offers){.fixed_s = ARENA_ARRAY(a, double, count),
                    .exchange_s = ARENA_ARRAY(a, double, count),
                    .execute = ARENA_ARRAY(a, double, count),
                    .preload = ARENA_ARRAY(a, double, count),
                    .choice = ARENA_ARRAY(a, choice, count)};
    if (!out->fixed_s || !out->exchange_s || !out->execute || !out->preload || !out->choice)
        return err_no_memory(err);
    out->smallest = (double)set->plans[0].sram_bytes;
    for (uint32_t i = 0; i < set->count; i++) {
        const plan *p = &set->plans[i];
        for (uint32_t state = 0; state == 0 || state < p->npreloads; state++)
            add_offer(m, p, state, out);
    }
    return ANTLER_OK;
}

antler_status price_list_new(const schedule_input *in, arena *a, price_list **out, antler_error *err)
{
    price_list *l = ARENA_ARRAY(a, price_list, 1);
    if (!l)
        return err_no_memory(err);
    *l = (price_list){.in = in, .offers = ARENA_ARRAY(a, offers, in->g->nops)};
    antler_status st = l->offers ? ANTLER_OK : err_no_memory(err);
    for (uint32_t i = 0; i < in->g->nops && st == ANTLER_OK; i++)
        if (in->alike[i] == i)
            st = build_offers(in->m, in->plans[i], a, &l->offers[i], err);
    *out = l;
    return st;
}

static choice cheapest(const offers *o, const prices *p)
{
    double part = fmax((double)p->part, o->smallest);
    double least = INFINITY;
    choice best = {0};
    for (uint32_t i = 0; i < o->count; i++) {
        double cost =
            o->fixed_s[i] + p->exchange * o->exchange_s[i] + p->execute * o->execute[i] + p->preload * o->preload[i];
        if (cost < least && o->execute[i] <= part) {
            least = cost;
            best = o->choice[i];
        }
    }
    return best;
}

void price_list_choose(const price_list *l, const prices *p, choice *out)
{
    const schedule_input *in = l->in;
    for (uint32_t i = 0; i < in->g->nops; i++) {
        uint32_t first = in->alike[i];
        out[i] = first == i ? cheapest(&l->offers[i], p) : out[first];
    }
}
