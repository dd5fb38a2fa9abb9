/* One operator on one chip, as the plan room works on it: lengths after the cut across chips, operands as sets of dims.
 */
#ifndef PLAN_PROBLEM_H
#define PLAN_PROBLEM_H

#include "plan/plan.h"

enum { PLAN_OPERANDS = GRAPH_MAX_OPERANDS + 1 };

typedef struct plan_operand {
    uint32_t spans; /* bit d: the operand spans dim d */
    double element_bytes;
    bool from_hbm;
    bool spilled;  /* the output, not kept on chip */
    bool gathered; /* an activation: collected from where its producer left it */
} plan_operand;

typedef struct plan_problem {
    op_kind kind;
    uint8_t ndims, noperands, output; /* operand `output` is the last */
    uint64_t length[GRAPH_MAX_DIMS];
    dim_role role[GRAPH_MAX_DIMS];
    uint32_t reduced; /* bit d: a reduction dim */
    plan_operand operand[PLAN_OPERANDS];
    uint32_t cores;
    uint64_t sram_bytes;
    const machine *m;
} plan_problem;

void problem_make(const graph *g, const graph_op *op, const shard *s, const machine *m, plan_problem *out);

static inline uint64_t ceil_div(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

/* P is canonical for a length when no part is all padding. */
static inline bool canonical_parts(uint64_t length, uint64_t parts)
{
    return parts <= length && ceil_div(length, ceil_div(length, parts)) == parts;
}

/* Are the pieces of the coarser cut of a tile made of whole pieces of the finer one? */
static inline bool pieces_nest(uint64_t tile, uint32_t a, uint32_t b)
{
    uint32_t finer = a > b ? a : b;
    uint32_t coarser = a > b ? b : a;
    if (coarser == 1 || a == b)
        return true;
    return finer % coarser == 0 && ceil_div(tile, coarser) == finer / coarser * ceil_div(tile, finer);
}

/* Elements of an operand that one chip works on. */
uint64_t problem_chip_elements(const plan_problem *pr, uint32_t operand);

/* Product over the operand's dims of the tile lengths ceil(length / parts); the same of its temporal pieces. */
uint64_t problem_tile_elements(const plan_problem *pr, const plan *p, uint32_t operand);
uint64_t problem_piece_elements(const plan_problem *pr, const plan *p, uint32_t operand);

/* Product over dims outside the operand of parts: cores that share one tile. */
uint32_t problem_replicas(const plan_problem *pr, const plan *p, uint32_t operand);

/* Product of the operand's temporal parts. */
uint32_t problem_ring(const plan_problem *pr, const plan *p, uint32_t operand);

/* Steps along a dim: the largest temporal part of any operand. */
uint32_t problem_steps(const plan_problem *pr, const plan *p, uint32_t dim);

uint64_t problem_bytes(const plan_problem *pr, uint32_t operand, uint64_t elements);

#endif
