/* One chosen plan as an operator of the program. */
#ifndef SCHEDULE_LOWER_H
#define SCHEDULE_LOWER_H

#include "plan/plan.h"
#include "program/program.h"

/* Fill preload_sram, preload, execute_sram, hold_sram, phases, name, layer, flops and inputs of `out` for operator
 * `index` under plan `p` and preload state `state` (an index into p->preloads, ignored when it has none). Leaves the
 * gate and hold_until to the design. The phases lie in `a`. ANTLER_NO_MEMORY at worst. */
antler_status lower_op(const graph *g, uint32_t index, const shard *s, const plan *p, uint32_t state, const machine *m,
                       arena *a, program_op *out, antler_error *err);

/* The same from an operator alike that was lowered under the same plan and state; shares its phases. */
void lower_twin(const graph *g, uint32_t index, const program_op *twin, program_op *out);

#endif
