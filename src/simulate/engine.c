/* The event-driven engine: two in-order queues, SRAM accounting, and time that advances from event to event. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "simulate/account.h"
#include "simulate/pace.h"
#include "simulate/prepare.h"

/* A queue position that has passed the last operator or preload. */
typedef struct engine {
    const program *p;
    const machine *m;
    const timed_op *ops;
    antler_error *err;
    double now;
    /* execute queue */
    uint32_t executing; /* next or running operator */
    bool running;
    uint8_t phase;
    double phase_left; /* of 1 */
    /* preload queue: `flowing` is the one whose data flow or will flow next, `issued` how many requests are out */
    uint32_t flowing, issued;
    double preload_left;
    double *data_from; /* by queue position: when first-access latency is over */
    bool *loaded;      /* by operator */
    uint64_t sram, sram_peak;
    uint64_t *released; /* by operator: held bytes freed at its end */
    account acc;
    pace_book *paces;
    sim_span *preload_spans, *execute_spans;
    uint64_t events;
} engine;

static antler_status take_sram(engine *e, uint64_t bytes, const char *what, uint32_t op)
{
    e->sram += bytes;
    if (e->sram > e->sram_peak)
        e->sram_peak = e->sram;
    if (e->sram <= machine_sram_bytes(e->m))
        return ANTLER_OK;
    return err_set(e->err, ANTLER_BUG, "program: %s of operator '%s' overflows a core's SRAM by %llu bytes", what,
                   e->p->ops[op].name, (unsigned long long)(e->sram - machine_sram_bytes(e->m)));
}

static bool gate_open(const engine *e, const gate *g)
{
    switch (g->kind) {
    case GATE_NONE:
        return true;
    case GATE_AFTER_START:
        return e->executing > g->op || (e->executing == g->op && e->running);
    case GATE_AFTER_END:
        return e->executing > g->op;
    }
    return false;
}

/* Requests go out in order, at most one ahead of the data, when the gate is open and SRAM is free. */
static void issue_requests(engine *e)
{
    while (e->issued < e->p->npreloads && e->issued <= e->flowing + 1) {
        uint32_t i = e->p->preload_order[e->issued];
        const program_op *op = &e->p->ops[i];
        if (!gate_open(e, &op->gate) || e->sram + op->preload_sram > machine_sram_bytes(e->m))
            return;
        e->sram += op->preload_sram;
        if (e->sram > e->sram_peak)
            e->sram_peak = e->sram;
        e->data_from[e->issued++] = e->now + e->ops[i].preload->first_s;
    }
}

static bool data_flow(const engine *e)
{
    return e->flowing < e->issued && e->data_from[e->flowing] <= e->now;
}

static antler_status start_execute(engine *e)
{
    uint32_t i = e->executing;
    const program_op *op = &e->p->ops[i];
    e->sram -= op->preload_sram;
    e->running = true;
    e->phase = 0;
    e->phase_left = 1;
    if (e->execute_spans)
        e->execute_spans[i].start_s = e->now;
    return take_sram(e, op->execute_sram, "execute state", i);
}

static antler_status end_execute(engine *e)
{
    uint32_t i = e->executing;
    const program_op *op = &e->p->ops[i];
    e->sram -= op->execute_sram + e->released[i];
    e->running = false;
    e->executing++;
    if (e->execute_spans)
        e->execute_spans[i].end_s = e->now;
    bool kept = op->hold_until != GRAPH_NONE && op->hold_until > (int32_t)i;
    return kept ? take_sram(e, op->hold_sram, "kept output", i) : ANTLER_OK;
}

/* Past phases in which nothing takes time. */
static void pass_empty_phases(engine *e)
{
    const timed_op *op = &e->ops[e->executing];
    while (e->phase < e->p->ops[e->executing].nphases && phase_is_empty(op->phases[e->phase]))
        e->phase++;
}

/* Everything that can happen at this instant, until nothing more can. */
static antler_status settle(engine *e)
{
    antler_status st = ANTLER_OK;
    bool moved = true;
    while (moved && st == ANTLER_OK) {
        moved = false;
        if (e->running)
            pass_empty_phases(e);
        if (e->running && e->phase == e->p->ops[e->executing].nphases) {
            st = end_execute(e);
            moved = true;
        } else if (!e->running && e->executing < e->p->nops && e->loaded[e->executing]) {
            st = start_execute(e);
            moved = true;
        }
    }
    if (st == ANTLER_OK)
        issue_requests(e);
    return st;
}

static const timed_phase *phase_now(const engine *e)
{
    return e->running ? e->ops[e->executing].phases[e->phase] : NULL;
}

static const timed_preload *preload_now(const engine *e)
{
    return data_flow(e) ? e->ops[e->p->preload_order[e->flowing]].preload : NULL;
}

/* Seconds to the next event under this pace; INFINITY when nothing will ever happen. */
static double next_event(const engine *e, const pace *pc)
{
    double dt = INFINITY;
    if (pc->phase > 0)
        dt = fmin(dt, e->phase_left / pc->phase);
    if (pc->preload > 0)
        dt = fmin(dt, e->preload_left / pc->preload);
    if (e->flowing < e->issued && e->data_from[e->flowing] > e->now)
        dt = fmin(dt, e->data_from[e->flowing] - e->now);
    return dt;
}

static void finish_preload(engine *e)
{
    uint32_t op = e->p->preload_order[e->flowing];
    e->loaded[op] = true;
    if (e->preload_spans)
        e->preload_spans[op].end_s = e->now;
    e->flowing++;
    e->preload_left = 1;
}

/* The event that set `dt` is over exactly: what remains of it by rounding is dropped. */
static void advance(engine *e, const pace *pc, double dt)
{
    bool phase_ends = pc->phase > 0 && e->phase_left / pc->phase <= dt;
    bool preload_ends = pc->preload > 0 && e->preload_left / pc->preload <= dt;
    bool data_begin = e->flowing < e->issued && e->data_from[e->flowing] - e->now <= dt;
    if (e->preload_spans && pc->preload > 0 && e->preload_left == 1)
        e->preload_spans[e->p->preload_order[e->flowing]].start_s = e->now;
    e->phase_left = fmax(0, e->phase_left - pc->phase * dt);
    e->preload_left = fmax(0, e->preload_left - pc->preload * dt);
    e->now = data_begin && e->data_from[e->flowing] > e->now ? e->data_from[e->flowing] : e->now + dt;
    if (preload_ends)
        finish_preload(e);
    if (phase_ends) {
        e->phase++;
        e->phase_left = 1;
    }
}

static antler_status stuck(const engine *e)
{
    return err_set(e->err, ANTLER_BUG, "program: operator '%s' waits for ever for its preload (%s)",
                   e->p->ops[e->executing].name,
                   e->issued == e->flowing ? "its gate stays shut or its SRAM is never free" : "its data never flow");
}

static antler_status run(engine *e)
{
    antler_status st = settle(e);
    while (st == ANTLER_OK && e->executing < e->p->nops) {
        const timed_phase *ph = phase_now(e);
        const timed_preload *preload = preload_now(e);
        pace pc = pace_find(e->paces, ph, preload);
        double dt = next_event(e, &pc);
        if (!isfinite(dt))
            return stuck(e);
        account_interval(&e->acc, ph, preload ? &preload->load : NULL, &pc, dt);
        advance(e, &pc, dt);
        e->events++;
        st = settle(e);
    }
    return st;
}

static antler_status allocate(engine *e, bool spans, arena *a)
{
    const program *p = e->p;
    e->paces = pace_book_new(e->m, a);
    e->data_from = ARENA_ARRAY(a, double, p->npreloads);
    e->loaded = ARENA_ARRAY(a, bool, p->nops);
    e->released = ARENA_ARRAY(a, uint64_t, p->nops);
    if (spans) {
        e->preload_spans = ARENA_ARRAY(a, sim_span, p->nops);
        e->execute_spans = ARENA_ARRAY(a, sim_span, p->nops);
    }
    if (!e->paces || !e->data_from || !e->loaded || !e->released || (spans && (!e->preload_spans || !e->execute_spans)))
        return err_no_memory(e->err);
    for (uint32_t i = 0; i < p->nops; i++) {
        e->loaded[i] = !program_preloads(&p->ops[i]);
        if (p->ops[i].hold_until > (int32_t)i)
            e->released[p->ops[i].hold_until] += p->ops[i].hold_sram;
    }
    return ANTLER_OK;
}

antler_status simulate(const program *p, const machine *m, bool spans, arena *a, sim_result *out, antler_error *err)
{
    engine e = {.p = p, .m = m, .err = err, .preload_left = 1, .phase_left = 1};
    timed_op *ops = NULL;
    antler_status st = prepare(p, m, a, &ops, err);
    e.ops = ops;
    if (st == ANTLER_OK)
        st = allocate(&e, spans, a);
    if (st == ANTLER_OK)
        st = account_open(&e.acc, m, a, err);
    if (st == ANTLER_OK)
        st = run(&e);
    if (st == ANTLER_OK)
        st = account_close(&e.acc, p, ops, m, e.now, err);
    if (st != ANTLER_OK)
        return st;
    *out = e.acc.result;
    out->sram_peak = e.sram_peak;
    out->events = e.events;
    out->preload = e.preload_spans;
    out->execute = e.execute_spans;
    return ANTLER_OK;
}
