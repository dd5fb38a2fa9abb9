/* Plans of matmuls run step by step on the pieces themselves: every core has what its step needs, each ring holds its
 * tile once at every step, and the pieces that change hands are those that the plan is charged for.
 *
 * Core (i_m, i_n, i_k) is number j = (replica index mod ring) of each operand's ring, j in mixed radix over the
 * operand's rotating dims. Along dim d it starts at step o_d = sum over operands of j_d * S_d / T_d (Cannon's skew),
 * and goes round. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "plan/cost.h"
#include "reference/brute_plans.h"
#include "support/one_line.h"
#include "support/random.h"

enum { DIMS = 3, OPERANDS = 3, MOST_CORES = 64 };

typedef struct replay {
    const plan_problem *pr;
    const plan *p;
    uint32_t steps[DIMS];
    uint32_t cores;
} replay;

static void coordinates(const plan *p, uint32_t core, uint32_t *at)
{
    for (int d = DIMS - 1; d >= 0; d--) {
        at[d] = core % p->parts[d];
        core /= p->parts[d];
    }
}

/* The core's number within its operand's replicas: its coordinates along the dims that the operand does not span. */
static uint32_t replica(const replay *r, const uint32_t *at, uint32_t t)
{
    uint32_t number = 0;
    for (uint32_t d = 0; d < DIMS; d++)
        if (!(r->pr->operand[t].spans >> d & 1))
            number = number * r->p->parts[d] + at[d];
    return number;
}

/* Step offset of a core along each dim. */
static void offsets(const replay *r, uint32_t core, uint32_t *offset)
{
    uint32_t at[DIMS];
    coordinates(r->p, core, at);
    memset(offset, 0, DIMS * sizeof *offset);
    for (uint32_t t = 0; t < OPERANDS; t++) {
        uint32_t j = replica(r, at, t) % problem_ring(r->pr, r->p, t);
        for (int d = DIMS - 1; d >= 0; d--) {
            uint32_t pieces = r->p->temporal[t][d];
            offset[d] += j % pieces * (r->steps[d] / pieces);
            j /= pieces;
        }
    }
}

/* Piece of operand `t` that a core works on in step `step`: mixed radix over the dims. */
static uint32_t piece_at(const replay *r, const uint32_t *offset, const uint32_t *step, uint32_t t)
{
    uint32_t piece = 0;
    for (uint32_t d = 0; d < DIMS; d++) {
        uint32_t x = (step[d] + offset[d]) % r->steps[d];
        piece = piece * r->p->temporal[t][d] + x * r->p->temporal[t][d] / r->steps[d];
    }
    return piece;
}

/* Members of one ring hold different pieces: the tile once. */
static void check_rings(const replay *r, uint32_t offset[][DIMS], const uint32_t *step)
{
    for (uint32_t t = 0; t < OPERANDS; t++) {
        uint32_t ring = problem_ring(r->pr, r->p, t);
        for (uint32_t a = 0; a < r->cores && ring > 1; a++)
            for (uint32_t b = a + 1; b < r->cores; b++) {
                uint32_t at_a[DIMS];
                uint32_t at_b[DIMS];
                coordinates(r->p, a, at_a);
                coordinates(r->p, b, at_b);
                bool same_tile = true;
                for (uint32_t d = 0; d < DIMS; d++)
                    same_tile &= !(r->pr->operand[t].spans >> d & 1) || at_a[d] == at_b[d];
                if (same_tile && replica(r, at_a, t) / ring == replica(r, at_b, t) / ring)
                    assert_int_not_equal(piece_at(r, offset[a], step, t), piece_at(r, offset[b], step, t));
            }
    }
}

/* The next step in the plan's loop order; false after the last. */
static bool next_step(const replay *r, uint32_t *step)
{
    for (int i = DIMS - 1; i >= 0; i--) {
        uint32_t d = r->p->loop[i];
        if (++step[d] < r->steps[d])
            return true;
        step[d] = 0;
    }
    return false;
}

static void run(void *self, const plan *p)
{
    const plan_problem *pr = self;
    replay r = {.pr = pr, .p = p, .cores = p->cores};
    for (uint32_t d = 0; d < DIMS; d++)
        r.steps[d] = problem_steps(pr, p, d);
    uint32_t offset[MOST_CORES][DIMS];
    uint64_t changes[MOST_CORES][OPERANDS] = {{0}};
    for (uint32_t c = 0; c < r.cores; c++)
        offsets(&r, c, offset[c]);
    uint32_t step[DIMS] = {0};
    uint32_t before[DIMS] = {0};
    do {
        check_rings(&r, offset, step);
        for (uint32_t c = 0; c < r.cores; c++)
            for (uint32_t t = 0; t < OPERANDS; t++)
                changes[c][t] += piece_at(&r, offset[c], before, t) != piece_at(&r, offset[c], step, t);
        memcpy(before, step, sizeof before);
    } while (next_step(&r, step));
    for (uint32_t t = 0; t < OPERANDS; t++) {
        uint64_t most = 0;
        for (uint32_t c = 0; c < r.cores; c++)
            most = changes[c][t] > most ? changes[c][t] : most;
        assert_int_equal(most, plan_changes(pr, p, t));
    }
}

static void test_matmuls_replay(void **state)
{
    (void)state;
    random_state r = random_seed(7);
    arena *a = arena_new();
    machine *m = machine_from(a, "chip.cores=16; core.sram=1 MiB");
    for (int i = 0; i < 60; i++) {
        plan_problem pr = {.kind = OP_MATMUL,
                           .ndims = DIMS,
                           .noperands = OPERANDS,
                           .output = 2,
                           .length = {random_in(&r, 1, 8), random_in(&r, 1, 8), random_in(&r, 1, 8)},
                           .role = {ROLE_M, ROLE_N, ROLE_K},
                           .reduced = 4,
                           .operand = {{.spans = 5, .element_bytes = 2, .gathered = true},
                                       {.spans = 6, .element_bytes = 2, .from_hbm = true},
                                       {.spans = 3, .element_bytes = 2}},
                           .cores = (uint32_t)random_in(&r, 2, 16),
                           .sram_bytes = machine_sram_bytes(m),
                           .m = m};
        brute_plans(&pr, run, &pr);
    }
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_matmuls_replay)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
