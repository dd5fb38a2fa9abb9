/* What a design decides for each operator, and the program that follows from it. */
#ifndef SCHEDULE_CHOICE_H
#define SCHEDULE_CHOICE_H

#include "schedule/design.h"

typedef struct choice {
    const plan *plan;
    uint32_t state; /* index into plan->preloads; 0 when it has none */
} choice;

/* Bytes of kept outputs in a core while each operator runs, its own inputs included: from the end of the producer to
 * the end of the last reader. One entry an operator. */
void choice_live(const graph *g, const choice *choices, uint64_t *live);

static inline uint64_t choice_preload_sram(const choice *c)
{
    return c->plan->npreloads > 0 ? c->plan->preloads[c->state].sram_bytes : 0;
}

/* The program of these choices. `first[i]`: the preload of operator i may start when operator first[i] starts to
 * execute (i itself: only when operator i - 1 has ended; negative: from the start). Preloads in operator order. */
antler_status choice_program(const schedule_input *in, const choice *choices, const int32_t *first, arena *a,
                             program **out, antler_error *err);

/* `operator 'x' needs ... in a core, ... are there: ... missing`. */
antler_status choice_infeasible(const schedule_input *in, uint32_t op, uint64_t needs, uint64_t there,
                                antler_error *err);

#endif
