#include "schedule/contest.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "schedule/gates.h"

/* Room for one candidate of any kind. */
static antler_status candidate_new(const schedule_input *in, arena *a, candidate *out, antler_error *err)
{
    *out = (candidate){.choices = ARENA_ARRAY(a, choice, in->g->nops),
                       .queue.op = ARENA_ARRAY(a, uint32_t, in->g->nops),
                       .seconds = INFINITY};
    return out->choices && out->queue.op ? ANTLER_OK : err_no_memory(err);
}

antler_status contest_open(contest *c, const schedule_input *in, uint32_t depth, arena *a, antler_error *err)
{
    *c = (contest){.in = in, .depth = depth, .a = a, .err = err};
    return candidate_new(in, a, &c->best, err);
}

static bool fits_beside(const schedule_input *in, const choice *choices, const uint64_t *live)
{
    for (uint32_t i = 0; i < in->g->nops; i++)
        if (choices[i].plan->sram_bytes + live[i] > machine_sram_bytes(in->m))
            return false;
    return true;
}

/* out->program stays NULL when the choices do not run. */
static antler_status make_program(const contest *c, const choice *choices, const preload_queue *queue, arena *a,
                                  schedule_output *out)
{
    uint32_t n = c->in->g->nops;
    uint64_t *live = ARENA_ARRAY(a, uint64_t, n);
    uint64_t *used = ARENA_ARRAY(a, uint64_t, n);
    int32_t *first = ARENA_ARRAY(a, int32_t, n);
    if (!live || !used || !first)
        return err_no_memory(c->err);
    for (uint32_t i = 0; i < n; i++)
        choice_keep(c->in->g, i, choices[i].plan, live);
    if (!fits_beside(c->in, choices, live) || !gates_earliest(c->in, choices, live, queue, c->depth, used, first))
        return ANTLER_OK;
    return choice_program(c->in, choices, queue, first, a, out, c->err);
}

static antler_status judge_choices(contest *c, const choice *choices, const preload_queue *queue, double *seconds)
{
    arena *scratch = arena_new();
    if (!scratch)
        return err_no_memory(c->err);
    schedule_output tried = {0};
    *seconds = INFINITY;
    antler_status st = make_program(c, choices, queue, scratch, &tried);
    if (st == ANTLER_OK && tried.program) {
        st = c->in->judge.latency(c->in->judge.self, c->in->m, tried.program, seconds, c->err);
        c->judged++;
    }
    arena_free(scratch);
    return st;
}

static void keep(contest *c, const choice *choices, const preload_queue *queue, double seconds)
{
    memcpy(c->best.choices, choices, c->in->g->nops * sizeof *choices);
    memcpy(c->best.queue.op, queue->op, queue->count * sizeof *queue->op);
    c->best.queue.count = queue->count;
    c->best.seconds = seconds;
}

antler_status contest_enter(contest *c, const choice *choices, const preload_queue *queue, double *seconds)
{
    preload_queue in_order = {.op = ARENA_ARRAY(c->a, uint32_t, queue ? 0 : c->in->g->nops)};
    if (!in_order.op)
        return err_no_memory(c->err);
    if (!queue) {
        choice_queue(c->in, choices, &in_order);
        queue = &in_order;
    }
    double judged = INFINITY;
    antler_status st = judge_choices(c, choices, queue, &judged);
    if (st == ANTLER_OK && judged < c->best.seconds)
        keep(c, choices, queue, judged);
    if (seconds)
        *seconds = judged;
    return st;
}

antler_status contest_program(const contest *c, const candidate *winner, arena *a, schedule_output *out)
{
    antler_status st = make_program(c, winner->choices, &winner->queue, a, out);
    if (st == ANTLER_OK && !out->program)
        st = err_set(c->err, ANTLER_BUG, "schedule: the chosen candidate does not run");
    return st;
}
