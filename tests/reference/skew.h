/* Where each core of a plan starts its loops, so that the members of every ring hold different pieces at every step.
 *
 * Along a dim the temporal parts of the operands divide one another: 1 | T1 | T2 | ... = S. A step of the dim is a
 * number of mixed radix with a digit for each ratio; an operand of T1 pieces along the dim depends on the first digit,
 * one of T2 on the first two. All cores count through the digits alike, each digit round from where the core starts. */
#ifndef REFERENCE_SKEW_H
#define REFERENCE_SKEW_H

#include "plan/plan.h"

enum { SKEW_OPERANDS = GRAPH_MAX_OPERANDS + 1, SKEW_DIGITS = 12, SKEW_CORES = 64 };

typedef struct skew {
    const graph_op *op;
    const plan *p;
    uint32_t steps[GRAPH_MAX_DIMS];
    uint32_t replicas[SKEW_OPERANDS], ring[SKEW_OPERANDS];
    uint32_t digits;
    uint32_t radix[SKEW_DIGITS]; /* outermost loop first */
    uint8_t dim[SKEW_DIGITS];
    bool uses[SKEW_OPERANDS][SKEW_DIGITS]; /* the operand's piece depends on the digit */
    uint32_t start[SKEW_CORES][SKEW_DIGITS];
} skew;

bool skew_spans(const graph_op *op, uint32_t t, uint32_t d);

/* False when there is no start that works. Cannon's skew is tried first: a core's number in each of its rings is added
 * to the digits of that ring's operand. */
bool skew_find(const graph_op *op, const plan *p, skew *out);

/* A core's coordinates along the spatial parts. */
void skew_coordinates(const skew *s, uint32_t core, uint32_t *at);

/* Rings of one operand are numbered; members hold different pieces. */
uint32_t skew_ring(const skew *s, uint32_t core, uint32_t t);

/* Are all rings runs of consecutive replicas, as plan_exchanges states them? */
bool skew_consecutive(const skew *s);

/* The piece of `t` and the step of each dim that a core is at when all digits have been counted on by `counter`. */
uint32_t skew_piece(const skew *s, uint32_t core, uint32_t t, const uint32_t *counter);
void skew_steps(const skew *s, uint32_t core, const uint32_t *counter, uint32_t *step);

/* Piece number -> piece along each dim. */
void skew_split_piece(const skew *s, uint32_t t, uint32_t piece, uint32_t *pieces);

/* Count on, innermost digit first; false after the last step. */
bool skew_next(const skew *s, uint32_t *counter);

#endif
