#include "schedule/order.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "schedule/gates.h"

enum { MOST_HEAVY = 6 }; /* 720 orders (Elk's H) */

/* One preload of a layer; operators by their place in the layer. */
typedef struct loader {
    uint32_t op;
    bool heavy;
    uint64_t bytes;  /* of its state in each core */
    uint64_t unique; /* from HBM */
} loader;

typedef struct search {
    contest *c;
    const period *layers;
    uint32_t effort;
    const choice *choices;              /* by operator */
    uint64_t *used;                     /* by place in the layer: what runs and is kept there */
    double *rest_s;                     /* by place: executes from there to the end of the layer, alone */
    uint32_t count;                     /* loaders of a layer */
    loader *loaders;                    /* in execute order */
    uint32_t nheavy, heavy[MOST_HEAVY]; /* places in `loaders` */
    uint32_t *order;                    /* by place in the queue: which loader; filled from the last */
    uint32_t *places;                   /* the same as operators' places in the layer */
    bool *placed;                       /* by loader: is it in `order` yet? */
    uint32_t distance;                  /* places that a heavy loader may move, counted among the heavy ones */
    uint32_t moved;                     /* the farthest that one placed has moved */
    preload_queue queue;                /* of the whole graph */
} search;

static void describe(search *s, uint32_t place)
{
    const schedule_input *in = s->c->in;
    uint32_t op = s->layers->first + place;
    const choice *ch = &s->choices[op];
    traffic preload;
    traffic redistribute;
    plan_preload_traffic(in->g, &in->g->ops[op], &in->shards[op], ch->plan, ch->state, in->m, &preload, &redistribute);
    loader *l = &s->loaders[s->count++];
    *l = (loader){.op = place, .bytes = choice_preload_sram(ch), .unique = preload.unique};
}

/* Heavy: it loads more than the mean operator of the layer (Elk: more than model size / operators). */
static void find_heavy(search *s)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < s->count; i++)
        total += s->loaders[i].unique;
    for (uint32_t i = 0; i < s->count && s->nheavy < MOST_HEAVY; i++) {
        s->loaders[i].heavy = s->loaders[i].unique * s->layers->length > total;
        if (s->loaders[i].heavy)
            s->heavy[s->nheavy++] = i;
    }
}

static antler_status prepare(search *s, arena *a)
{
    const schedule_input *in = s->c->in;
    uint32_t length = s->layers->length;
    uint64_t *live = ARENA_ARRAY(a, uint64_t, in->g->nops);
    s->used = ARENA_ARRAY(a, uint64_t, length);
    s->rest_s = ARENA_ARRAY(a, double, length + 1);
    s->loaders = ARENA_ARRAY(a, loader, length);
    s->order = ARENA_ARRAY(a, uint32_t, length);
    s->places = ARENA_ARRAY(a, uint32_t, length);
    s->placed = ARENA_ARRAY(a, bool, length);
    s->queue.op = ARENA_ARRAY(a, uint32_t, in->g->nops);
    if (!live || !s->used || !s->rest_s || !s->loaders || !s->order || !s->places || !s->placed || !s->queue.op)
        return err_no_memory(s->c->err);
    for (uint32_t i = 0; i < in->g->nops; i++)
        choice_keep(in->g, i, s->choices[i].plan, live);
    for (uint32_t place = length; place-- > 0;) {
        uint32_t op = s->layers->first + place;
        s->used[place] = s->choices[op].plan->sram_bytes + live[op];
        s->rest_s[place] = s->rest_s[place + 1] + s->choices[op].plan->time_s;
    }
    for (uint32_t place = 0; place < length; place++)
        if (s->choices[s->layers->first + place].plan->npreloads > 0)
            describe(s, place);
    find_heavy(s);
    return ANTLER_OK;
}

static bool within(const period *p, uint32_t op)
{
    return op >= p->first && op < p->first + p->count * p->length;
}

/* Put every layer's loaders of a queue in execute order into the order of `count` operators of the layer that begins at
 * `base`. */
static void order_layers(const period *p, const uint32_t *ops, uint32_t base, uint32_t count, preload_queue *to)
{
    uint32_t q = 0;
    while (q < to->count) {
        if (!within(p, to->op[q])) {
            q++;
            continue;
        }
        uint32_t begin = to->op[q] - (to->op[q] - p->first) % p->length;
        for (uint32_t i = 0; i < count; i++)
            to->op[q++] = begin + ops[i] - base;
    }
}

static void spread(search *s)
{
    choice_queue(s->c->in, s->choices, &s->queue);
    for (uint32_t i = 0; i < s->count; i++)
        s->places[i] = s->loaders[s->order[i]].op;
    order_layers(s->layers, s->places, 0, s->count, &s->queue);
}

bool order_apply(const period *from_layers, const preload_queue *from, const period *to_layers, preload_queue *to)
{
    uint32_t begin = 0;
    while (begin < from->count && !within(from_layers, from->op[begin]))
        begin++;
    uint32_t end = begin;
    bool moved = false;
    while (end < from->count && from->op[end] < from_layers->first + from_layers->length &&
           from->op[end] >= from_layers->first) {
        moved |= end > begin && from->op[end] < from->op[end - 1];
        end++;
    }
    if (moved)
        order_layers(to_layers, from->op + begin, from_layers->first, end - begin, to);
    return moved;
}

/* When loader `l` is the last of those not placed, all others of them that run after it are resident beside it. */
static bool fits(const search *s, uint32_t l)
{
    uint64_t bytes = s->used[s->loaders[l].op];
    for (uint32_t i = l + 1; i < s->count; i++)
        bytes += s->placed[i] ? 0 : s->loaders[i].bytes;
    return bytes <= machine_sram_bytes(s->c->in->m);
}

/* In the last layer: all loads up to this one through HBM alone, then all executes from its operator on. Nothing with
 * this order takes less. */
static bool can_win(const search *s, uint32_t l)
{
    uint64_t loaded = 0;
    uint64_t layer = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        layer += s->loaders[i].unique;
        loaded += s->placed[i] ? 0 : s->loaders[i].unique;
    }
    loaded += (s->layers->count - 1) * layer;
    return (double)loaded / machine_hbm_bps(s->c->in->m) + s->rest_s[s->loaders[l].op] < s->c->best.seconds;
}

static antler_status judge_order(search *s)
{
    if (s->moved != s->distance) /* judged at a smaller distance */
        return ANTLER_OK;
    s->effort--;
    spread(s);
    return contest_enter(s->c, s->choices, &s->queue, NULL);
}

static antler_status fill(search *s, uint32_t places, uint32_t heavy);

/* Loader `l` in the last place that is free. */
static antler_status fill_with(search *s, uint32_t l, uint32_t places, uint32_t heavy)
{
    if (!fits(s, l) || !can_win(s, l))
        return ANTLER_OK;
    s->order[places - 1] = l;
    s->placed[l] = true;
    antler_status st = fill(s, places - 1, heavy);
    s->placed[l] = false;
    return st;
}

/* Fill the first `places` places of the queue, the last first; `heavy` of them are for heavy loaders. */
static antler_status fill(search *s, uint32_t places, uint32_t heavy)
{
    if (places == 0)
        return judge_order(s);
    if (!s->loaders[places - 1].heavy)
        return fill_with(s, places - 1, places, heavy);
    antler_status st = ANTLER_OK;
    for (uint32_t h = s->nheavy; h-- > 0 && st == ANTLER_OK && s->effort > 0;) {
        uint32_t move = h + 1 > heavy ? h + 1 - heavy : heavy - (h + 1);
        if (s->placed[s->heavy[h]] || move > s->distance)
            continue;
        uint32_t moved = s->moved;
        s->moved = move > moved ? move : moved;
        st = fill_with(s, s->heavy[h], places, heavy - 1);
        s->moved = moved;
    }
    return st;
}

antler_status order_search(contest *c, const period *layers, uint32_t effort)
{
    search s = {.c = c, .layers = layers, .effort = effort};
    choice *choices = ARENA_ARRAY(c->a, choice, c->in->g->nops);
    if (!choices)
        return err_no_memory(c->err);
    memcpy(choices, c->best.choices, c->in->g->nops * sizeof *choices);
    s.choices = choices;
    antler_status st = prepare(&s, c->a);
    for (s.distance = 1; st == ANTLER_OK && s.distance < s.nheavy && s.effort > 0; s.distance++)
        st = fill(&s, s.count, s.nheavy);
    return st;
}
