#include "reference/skew.h"

#include <string.h>

bool skew_spans(const graph_op *op, uint32_t t, uint32_t d)
{
    const graph_operand *o = t < op->ninputs ? &op->input[t] : &op->output;
    for (uint32_t i = 0; i < o->naxes; i++)
        if (o->dim[i] == d)
            return true;
    return false;
}

void skew_coordinates(const skew *s, uint32_t core, uint32_t *at)
{
    for (uint32_t d = s->op->ndims; d-- > 0;) {
        at[d] = core % s->p->parts[d];
        core /= s->p->parts[d];
    }
}

/* Number of a core among the replicas of its tile, and of the tile. */
static uint32_t replica(const skew *s, uint32_t core, uint32_t t, uint32_t *group)
{
    uint32_t at[GRAPH_MAX_DIMS];
    uint32_t number = 0;
    *group = 0;
    skew_coordinates(s, core, at);
    for (uint32_t d = 0; d < s->op->ndims; d++) {
        uint32_t *which = skew_spans(s->op, t, d) ? group : &number;
        *which = *which * s->p->parts[d] + at[d];
    }
    return number;
}

/* The next larger number of parts that any operand has along the dim. */
static uint32_t next_parts(const skew *s, uint32_t d, uint32_t above)
{
    uint32_t next = s->steps[d];
    for (uint32_t t = 0; t <= s->op->ninputs; t++) {
        uint32_t parts = s->p->temporal[t][d];
        if (parts > above && parts < next)
            next = parts;
    }
    return next;
}

static void make_digits(skew *s)
{
    for (uint32_t i = 0; i < s->op->ndims; i++) {
        uint8_t d = s->p->loop[i];
        for (uint32_t parts = 1; parts < s->steps[d];) {
            uint32_t next = next_parts(s, d, parts);
            uint32_t k = s->digits++;
            s->radix[k] = next / parts;
            s->dim[k] = d;
            for (uint32_t t = 0; t <= s->op->ninputs; t++)
                s->uses[t][k] = s->p->temporal[t][d] >= next;
            parts = next;
        }
    }
}

static uint32_t piece_from(const skew *s, uint32_t t, const uint32_t *digit)
{
    uint32_t piece = 0;
    for (uint32_t d = 0; d < s->op->ndims; d++)
        for (uint32_t k = 0; k < s->digits; k++)
            if (s->dim[k] == d && s->uses[t][k])
                piece = piece * s->radix[k] + digit[k];
    return piece;
}

static void digits_at(const skew *s, uint32_t core, const uint32_t *counter, uint32_t *digit)
{
    for (uint32_t k = 0; k < s->digits; k++)
        digit[k] = (s->start[core][k] + counter[k]) % s->radix[k];
}

uint32_t skew_piece(const skew *s, uint32_t core, uint32_t t, const uint32_t *counter)
{
    uint32_t digit[SKEW_DIGITS];
    digits_at(s, core, counter, digit);
    return piece_from(s, t, digit);
}

void skew_steps(const skew *s, uint32_t core, const uint32_t *counter, uint32_t *step)
{
    uint32_t digit[SKEW_DIGITS];
    digits_at(s, core, counter, digit);
    memset(step, 0, GRAPH_MAX_DIMS * sizeof *step);
    for (uint32_t k = 0; k < s->digits; k++)
        step[s->dim[k]] = step[s->dim[k]] * s->radix[k] + digit[k];
}

void skew_split_piece(const skew *s, uint32_t t, uint32_t piece, uint32_t *pieces)
{
    for (uint32_t d = s->op->ndims; d-- > 0;) {
        pieces[d] = piece % s->p->temporal[t][d];
        piece /= s->p->temporal[t][d];
    }
}

bool skew_next(const skew *s, uint32_t *counter)
{
    for (uint32_t k = s->digits; k-- > 0;) {
        if (++counter[k] < s->radix[k])
            return true;
        counter[k] = 0;
    }
    return false;
}

static void cannon(const skew *s, uint32_t core, uint32_t *digit)
{
    memset(digit, 0, SKEW_DIGITS * sizeof *digit);
    for (uint32_t t = 0; t <= s->op->ninputs; t++) {
        uint32_t group = 0;
        uint32_t number = replica(s, core, t, &group) % s->ring[t];
        for (uint32_t k = s->digits; k-- > 0;)
            if (s->uses[t][k]) {
                digit[k] = (digit[k] + number) % s->radix[k];
                number /= s->radix[k];
            }
    }
}

/* How many cores before this one share its tile of `t` and start with the same piece. */
static uint32_t same_before(const skew *s, uint32_t core, uint32_t t)
{
    static const uint32_t at_start[SKEW_DIGITS] = {0};
    uint32_t group = 0;
    uint32_t same = 0;
    (void)replica(s, core, t, &group);
    for (uint32_t c = 0; c < core; c++) {
        uint32_t other = 0;
        (void)replica(s, c, t, &other);
        same += other == group && skew_piece(s, c, t, at_start) == skew_piece(s, core, t, at_start);
    }
    return same;
}

/* Each piece of a tile may start on as many cores as there are rings. */
static bool fits(const skew *s, uint32_t core)
{
    for (uint32_t t = 0; t <= s->op->ninputs; t++)
        if (same_before(s, core, t) >= s->replicas[t] / s->ring[t])
            return false;
    return true;
}

/* Starts of the cores from `core` on: Cannon's and then every other. */
static bool place(skew *s, uint32_t core, uint32_t *tries)
{
    if (core == s->p->cores)
        return true;
    uint32_t first[SKEW_DIGITS];
    uint32_t on[SKEW_DIGITS] = {0};
    cannon(s, core, first);
    do {
        for (uint32_t k = 0; k < s->digits; k++)
            s->start[core][k] = (first[k] + on[k]) % s->radix[k];
        if (fits(s, core) && place(s, core + 1, tries))
            return true;
    } while (*tries > 0 && --*tries > 0 && skew_next(s, on));
    return false;
}

uint32_t skew_ring(const skew *s, uint32_t core, uint32_t t)
{
    uint32_t group = 0;
    (void)replica(s, core, t, &group);
    return group * (s->replicas[t] / s->ring[t]) + same_before(s, core, t);
}

bool skew_consecutive(const skew *s)
{
    for (uint32_t t = 0; t <= s->op->ninputs; t++)
        for (uint32_t c = 0; c < s->p->cores; c++) {
            uint32_t group = 0;
            uint32_t number = replica(s, c, t, &group);
            if (skew_ring(s, c, t) != group * (s->replicas[t] / s->ring[t]) + number / s->ring[t])
                return false;
        }
    return true;
}

bool skew_find(const graph_op *op, const plan *p, skew *out)
{
    *out = (skew){.op = op, .p = p};
    for (uint32_t d = 0; d < GRAPH_MAX_DIMS; d++)
        out->steps[d] = 1;
    for (uint32_t t = 0; t <= op->ninputs; t++) {
        out->replicas[t] = 1;
        out->ring[t] = 1;
        for (uint32_t d = 0; d < op->ndims; d++) {
            out->replicas[t] *= skew_spans(op, t, d) ? 1 : p->parts[d];
            out->ring[t] *= p->temporal[t][d];
            out->steps[d] = p->temporal[t][d] > out->steps[d] ? p->temporal[t][d] : out->steps[d];
        }
    }
    make_digits(out);
    uint32_t tries = 100000;
    return place(out, 0, &tries);
}
