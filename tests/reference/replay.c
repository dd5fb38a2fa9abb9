#include "reference/replay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/skew.h"
#include "support/random.h"

typedef struct tile {
    uint32_t piece;  /* which of its operand's */
    int64_t *values; /* row-major over the dims that the operand spans */
} tile;

typedef struct run {
    const graph *g;
    const graph_op *op;
    const shard *s;
    const plan *p;
    skew sk;
    uint64_t length[GRAPH_MAX_DIMS], share[GRAPH_MAX_DIMS];
    int64_t *tensor[SKEW_OPERANDS]; /* the whole of each */
    tile *held[SKEW_OPERANDS];      /* by core */
    uint32_t *ring_of[SKEW_OPERANDS];
    uint32_t counter[SKEW_DIGITS];
    uint8_t *done; /* by multiply-add */
    replay_counts counts;
} run;

static uint64_t up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

static uint64_t piece_length(const run *r, uint32_t t, uint32_t d)
{
    return up(r->share[d], r->p->temporal[t][d]);
}

static uint64_t piece_elements(const run *r, uint32_t t)
{
    uint64_t elements = 1;
    for (uint32_t d = 0; d < r->op->ndims; d++)
        if (skew_spans(r->op, t, d))
            elements *= piece_length(r, t, d);
    return elements;
}

static uint64_t bytes_of(const run *r, uint32_t t, uint64_t elements)
{
    const graph_operand *o = t < r->op->ninputs ? &r->op->input[t] : &r->op->output;
    return (uint64_t)ceil((double)elements * r->g->tensors[o->tensor].element_bytes);
}

/* Place of a global index in the whole tensor. */
static uint64_t tensor_place(const run *r, uint32_t t, const uint64_t *index)
{
    uint64_t place = 0;
    for (uint32_t d = 0; d < r->op->ndims; d++)
        if (skew_spans(r->op, t, d))
            place = place * r->length[d] + index[d];
    return place;
}

/* Place of a global index in the piece that a core holds; false when the core does not hold it. */
static bool piece_place(const run *r, uint32_t core, uint32_t t, const uint64_t *index, uint64_t *place)
{
    uint32_t at[GRAPH_MAX_DIMS];
    uint32_t pieces[GRAPH_MAX_DIMS];
    skew_coordinates(&r->sk, core, at);
    skew_split_piece(&r->sk, t, r->held[t][core].piece, pieces);
    *place = 0;
    for (uint32_t d = 0; d < r->op->ndims; d++) {
        if (!skew_spans(r->op, t, d))
            continue;
        uint64_t size = piece_length(r, t, d);
        uint64_t from = at[d] * r->share[d] + pieces[d] * size;
        if (index[d] < from || index[d] >= from + size)
            return false;
        *place = *place * size + index[d] - from;
    }
    return true;
}

/* Calls `each` for all global indices from..to-1. */
typedef const char *index_visit(run *r, uint32_t core, const uint64_t *index);
static const char *visit(run *r, uint32_t core, const uint64_t *from, const uint64_t *to, uint32_t d, uint64_t *index,
                         index_visit *each)
{
    if (d == r->op->ndims)
        return each(r, core, index);
    const char *wrong = NULL;
    for (index[d] = from[d]; index[d] < to[d] && !wrong; index[d]++)
        wrong = visit(r, core, from, to, d + 1, index, each);
    return wrong;
}

static const char *multiply_add(run *r, uint32_t core, const uint64_t *index)
{
    int64_t product = 1;
    uint64_t place = 0;
    for (uint32_t t = 0; t < r->op->ninputs; t++) {
        if (!piece_place(r, core, t, index, &place))
            return "a core computes with an input that it does not hold";
        product *= r->held[t][core].values[place];
    }
    uint32_t out = r->op->ninputs;
    if (!piece_place(r, core, out, index, &place))
        return "a core computes an output that it does not hold";
    r->held[out][core].values[place] += product;
    uint64_t at = 0;
    for (uint32_t d = 0; d < r->op->ndims; d++)
        at = at * r->length[d] + index[d];
    return r->done[at]++ ? "a multiply-add is done twice" : NULL;
}

/* The ranges of all dims that a core works on in this step; padding is cut off. */
static void step_ranges(const run *r, uint32_t core, uint64_t *from, uint64_t *to)
{
    uint32_t at[GRAPH_MAX_DIMS];
    uint32_t step[GRAPH_MAX_DIMS];
    skew_coordinates(&r->sk, core, at);
    skew_steps(&r->sk, core, r->counter, step);
    for (uint32_t d = 0; d < r->op->ndims; d++) {
        uint64_t size = up(r->share[d], r->sk.steps[d]);
        uint64_t end = at[d] * r->share[d] + r->share[d];
        end = end < r->length[d] ? end : r->length[d];
        from[d] = at[d] * r->share[d] + step[d] * size;
        to[d] = from[d] + size < end ? from[d] + size : end;
    }
}

static uint32_t piece_needed(const run *r, uint32_t core, uint32_t t)
{
    return skew_piece(&r->sk, core, t, r->counter);
}

/* All cores whose piece of `t` changes get it at once, each from a member of its ring that passes it on once. */
static const char *shift(run *r, uint32_t t)
{
    uint32_t cores = r->p->cores;
    tile *next = calloc(cores, sizeof *next);
    bool *passed = calloc(cores, sizeof *passed);
    const char *wrong = next && passed ? NULL : "out of memory";
    uint32_t moved = 0;
    for (uint32_t c = 0; c < cores && !wrong; c++) {
        uint32_t from = 0;
        while (from < cores && !(r->ring_of[t][from] == r->ring_of[t][c] && !passed[from] &&
                                 r->held[t][from].piece == piece_needed(r, c, t)))
            from++;
        if (from == cores) {
            wrong = "no member of the ring holds the piece that a core needs";
            break;
        }
        passed[from] = true;
        next[c] = r->held[t][from];
        moved += from != c;
    }
    if (!wrong && moved != 0 && moved != cores)
        wrong = "some cores change their piece and others do not";
    if (!wrong) {
        memcpy(r->held[t], next, cores * sizeof *next);
        r->counts.shifts += moved > 0;
        r->counts.shift_bytes += moved > 0 ? bytes_of(r, t, piece_elements(r, t)) : 0;
    }
    free(next);
    free(passed);
    return wrong;
}

static const char *compute(run *r)
{
    const char *wrong = NULL;
    for (uint32_t c = 0; c < r->p->cores && !wrong; c++) {
        uint64_t from[GRAPH_MAX_DIMS];
        uint64_t to[GRAPH_MAX_DIMS];
        uint64_t index[GRAPH_MAX_DIMS];
        step_ranges(r, c, from, to);
        wrong = visit(r, c, from, to, 0, index, multiply_add);
    }
    r->counts.steps++;
    return wrong;
}

static const char *run_steps(run *r)
{
    const char *wrong = NULL;
    bool more = true;
    while (more && !wrong) {
        for (uint32_t t = 0; t <= r->op->ninputs && !wrong; t++)
            wrong = shift(r, t);
        if (!wrong)
            wrong = compute(r);
        more = skew_next(&r->sk, r->counter);
    }
    return wrong;
}

static const char *add_up(run *r, uint32_t core, const uint64_t *index)
{
    uint64_t place = 0;
    uint32_t out = r->op->ninputs;
    if (piece_place(r, core, out, index, &place))
        r->tensor[out][tensor_place(r, out, index)] -= r->held[out][core].values[place];
    return NULL;
}

/* What the cores hold adds up to the result: `tensor` of the output, computed directly, minus all partial sums is 0. A
 * core keeps its share of its piece and receives that of each other copy. */
static const char *reduce(run *r)
{
    uint32_t out = r->op->ninputs;
    uint64_t from[GRAPH_MAX_DIMS] = {0};
    uint64_t to[GRAPH_MAX_DIMS];
    uint64_t index[GRAPH_MAX_DIMS];
    uint64_t elements = 1;
    for (uint32_t d = 0; d < r->op->ndims; d++) {
        bool spans = skew_spans(r->op, out, d);
        to[d] = spans ? r->length[d] : 1;
        elements *= to[d];
    }
    for (uint32_t c = 0; c < r->p->cores; c++)
        (void)visit(r, c, from, to, 0, index, add_up);
    for (uint64_t i = 0; i < elements; i++)
        if (r->tensor[out][i] != 0)
            return "the result is not that of the operator";
    uint64_t copies = r->sk.replicas[out] / r->sk.ring[out];
    uint64_t share = bytes_of(r, out, up(piece_elements(r, out), copies));
    r->counts.hold_bytes = share;
    r->counts.reduce_bytes = (copies - 1) * share;
    return NULL;
}

static const char *direct(run *r, uint32_t core, const uint64_t *index)
{
    (void)core;
    int64_t product = 1;
    for (uint32_t t = 0; t < r->op->ninputs; t++)
        product *= r->tensor[t][tensor_place(r, t, index)];
    r->tensor[r->op->ninputs][tensor_place(r, r->op->ninputs, index)] += product;
    return NULL;
}

static const char *load_piece(run *r, uint32_t core, uint32_t t)
{
    tile *held = &r->held[t][core];
    held->piece = piece_needed(r, core, t);
    held->values = calloc(piece_elements(r, t), sizeof *held->values);
    if (!held->values)
        return "out of memory";
    if (t == r->op->ninputs)
        return NULL;
    uint64_t elements = 1;
    for (uint32_t d = 0; d < r->op->ndims; d++)
        elements *= skew_spans(r->op, t, d) ? r->length[d] : 1;
    for (uint64_t i = 0; i < elements; i++) {
        uint64_t index[GRAPH_MAX_DIMS] = {0};
        uint64_t rest = i;
        uint64_t place = 0;
        for (uint32_t d = r->op->ndims; d-- > 0;) {
            if (!skew_spans(r->op, t, d))
                continue;
            index[d] = rest % r->length[d];
            rest /= r->length[d];
        }
        if (piece_place(r, core, t, index, &place))
            held->values[place] = r->tensor[t][i];
    }
    return NULL;
}

static const char *set_up(run *r, uint64_t seed)
{
    random_state random = random_seed(seed);
    uint64_t work = 1;
    for (uint32_t d = 0; d < r->op->ndims; d++) {
        r->length[d] = up(r->op->dim[d].size, r->s->parts[d]);
        r->share[d] = up(r->length[d], r->p->parts[d]);
        work *= r->length[d];
    }
    r->done = calloc(work, 1);
    for (uint32_t t = 0; t <= r->op->ninputs; t++) {
        uint64_t elements = 1;
        for (uint32_t d = 0; d < r->op->ndims; d++)
            elements *= skew_spans(r->op, t, d) ? r->length[d] : 1;
        r->tensor[t] = calloc(elements, sizeof *r->tensor[t]);
        r->held[t] = calloc(r->p->cores, sizeof *r->held[t]);
        r->ring_of[t] = calloc(r->p->cores, sizeof *r->ring_of[t]);
        if (!r->done || !r->tensor[t] || !r->held[t] || !r->ring_of[t])
            return "out of memory";
        for (uint64_t i = 0; t < r->op->ninputs && i < elements; i++)
            r->tensor[t][i] = (int64_t)random_in(&random, 0, 18) - 9;
        for (uint32_t c = 0; c < r->p->cores; c++)
            r->ring_of[t][c] = skew_ring(&r->sk, c, t);
    }
    uint64_t from[GRAPH_MAX_DIMS] = {0};
    uint64_t index[GRAPH_MAX_DIMS];
    return visit(r, 0, from, r->length, 0, index, direct);
}

static const char *everything_done(const run *r)
{
    uint64_t work = 1;
    for (uint32_t d = 0; d < r->op->ndims; d++)
        work *= r->length[d];
    for (uint64_t i = 0; i < work; i++)
        if (!r->done[i])
            return "a multiply-add is never done";
    return NULL;
}

static void clean_up(run *r)
{
    for (uint32_t t = 0; t <= r->op->ninputs; t++) {
        for (uint32_t c = 0; r->held[t] && c < r->p->cores; c++)
            free(r->held[t][c].values);
        free(r->held[t]);
        free(r->ring_of[t]);
        free(r->tensor[t]);
    }
    free(r->done);
}

const char *replay(const graph *g, const graph_op *op, const shard *s, const plan *p, uint64_t seed, replay_counts *out)
{
    run r = {.g = g, .op = op, .s = s, .p = p};
    if (!skew_find(op, p, &r.sk))
        return "no start of the cores gives every ring its tile";
    r.counts.consecutive = skew_consecutive(&r.sk);
    const char *wrong = set_up(&r, seed);
    for (uint32_t t = 0; t <= op->ninputs && !wrong; t++)
        for (uint32_t c = 0; c < p->cores && !wrong; c++)
            wrong = load_piece(&r, c, t);
    if (!wrong)
        wrong = run_steps(&r);
    if (!wrong)
        wrong = everything_done(&r);
    if (!wrong)
        wrong = reduce(&r);
    *out = r.counts;
    clean_up(&r);
    return wrong;
}
