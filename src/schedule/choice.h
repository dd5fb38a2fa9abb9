/* The program that follows from what a design has decided for each operator. */
#ifndef SCHEDULE_CHOICE_H
#define SCHEDULE_CHOICE_H

#include "schedule/design.h"

/* Add what operator `op` keeps of its output under plan `p` to live[j] of every later operator j that runs beside it:
 * up to the end of its last reader. `live` starts as zeros. */
void choice_keep(const graph *g, uint32_t op, const plan *p, uint64_t *live);

static inline uint64_t choice_preload_sram(const choice *c)
{
    return c->plan->npreloads > 0 ? c->plan->preloads[c->state].sram_bytes : 0;
}

/* The first operator beside which the preload of `op` may run: all that it loads is then in HBM. */
uint32_t choice_ready(const graph *g, uint32_t op);

/* Operators that preload, in the order of their preloads. */
typedef struct preload_queue {
    uint32_t count;
    uint32_t *op;
} preload_queue;

/* All that preload, in execute order; `op` has room for every operator. */
void choice_queue(const schedule_input *in, const choice *choices, preload_queue *out);

/* The program of these choices. `first[i]`: the preload of operator i may start when operator first[i] starts to
 * execute (i itself: only when operator i - 1 has ended; negative: from the start), and not before it is ready. Fills
 * out->program and, with a copy, out->choices. */
antler_status choice_program(const schedule_input *in, const choice *choices, const preload_queue *queue,
                             const int32_t *first, arena *a, schedule_output *out, antler_error *err);

/* The least execute state of any plan, whether it fits or not. */
uint64_t choice_least_sram(const plan_set *set);

/* `operator 'x' needs ... of a core's SRAM, ... are free: ... missing`: its least execute state does not fit beside
 * `kept` bytes of outputs that later operators read. */
antler_status choice_infeasible(const schedule_input *in, uint32_t op, uint64_t kept, antler_error *err);

#endif
