/* Slices of random operators: every element of every output is made once, and nothing is lost or counted twice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "support/chain.h"

typedef struct sliced {
    arena *a;
    graph *whole, *g;
    slicing s;
    uint32_t *origin;
} sliced;

static sliced open_case(uint64_t seed)
{
    sliced c = {.a = arena_new()};
    random_state r = random_seed(seed);
    antler_error err = {0};
    c.whole = chain_random(c.a, &r, (uint32_t)random_in(&r, 1, 10));
    c.s = chain_slicing(c.a, &r, c.whole);
    assert_int_equal(graph_slice_ops(c.whole, &c.s, c.a, &c.g, &c.origin, &err), ANTLER_OK);
    if (graph_check(c.g, &err) != ANTLER_OK)
        fail_msg("seed %llu: %s", (unsigned long long)seed, err.message);
    return c;
}

/* Count each element of the output that operator `op` makes, by its place in the whole. */
static void mark(const graph_op *op, uint8_t *made)
{
    uint64_t at[GRAPH_MAX_DIMS] = {0};
    for (;;) {
        uint64_t place = 0;
        for (uint8_t i = 0; i < op->output.naxes; i++) {
            uint8_t d = op->output.dim[i];
            place = place * graph_whole_size(op, d) + op->slice.first[d] + at[i];
        }
        made[place]++;
        uint8_t i = op->output.naxes;
        while (i > 0 && ++at[i - 1] == op->dim[op->output.dim[i - 1]].size)
            at[--i] = 0;
        if (i == 0)
            return;
    }
}

static void check_outputs(const sliced *c)
{
    for (uint32_t i = 0, at = 0; i < c->whole->nops; i++) {
        uint64_t elements = graph_tensor_elements(&c->whole->tensors[c->whole->ops[i].output.tensor]);
        uint8_t *made = calloc(elements, 1);
        assert_non_null(made);
        for (; at < c->g->nops && c->origin[at] == i; at++)
            mark(&c->g->ops[at], made);
        for (uint64_t e = 0; e < elements; e++)
            assert_int_equal(made[e], 1);
        free(made);
    }
}

/* Stores: those of the whole, and every spilled output once. Loads: no less than the whole's and every spilled operand.
 */
static void check_totals(const sliced *c)
{
    uint64_t spilled = 0, reloaded = 0;
    for (uint32_t i = 0; i < c->whole->nops; i++) {
        const graph_op *op = &c->whole->ops[i];
        if (c->s.spilled[op->output.tensor])
            spilled += graph_tensor_bytes(&c->whole->tensors[op->output.tensor]);
        for (uint8_t k = 0; k < op->ninputs; k++)
            if (c->s.spilled[op->input[k].tensor])
                reloaded += graph_operand_bytes(c->whole, op, &op->input[k]);
    }
    assert_true(graph_total_flops(c->g) == graph_total_flops(c->whole));
    assert_int_equal(graph_store_bytes(c->g), graph_store_bytes(c->whole) + spilled);
    assert_true(graph_hbm_bytes(c->g) >= graph_hbm_bytes(c->whole) + reloaded);
    assert_true(c->g->hbm_resident_bytes >= c->whole->hbm_resident_bytes);
    assert_true(c->g->hbm_resident_bytes <= c->whole->hbm_resident_bytes + spilled);
    if (c->g->nops == c->whole->nops)
        assert_int_equal(graph_hbm_bytes(c->g), graph_hbm_bytes(c->whole) + reloaded);
}

static void test_random(void **state)
{
    (void)state;
    uint32_t slices = 0;
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        sliced c = open_case(seed);
        check_outputs(&c);
        check_totals(&c);
        slices += c.g->nops > c.whole->nops;
        arena_free(c.a);
    }
    assert_true(slices > 500);
}

/* Graphs whose slices are broken are found out. */
typedef void breaker(graph_op *first);

static void out_of_order(graph_op *first)
{
    graph_op second = first[1];
    first[1] = first[0];
    first[0] = second;
}
static void overlapping(graph_op *first)
{
    for (uint8_t d = 0; d < first->ndims; d++)
        first[1].slice.first[d] = first[0].slice.first[d];
}
static void outside(graph_op *first)
{
    first[0].slice.first[0] = first[0].slice.whole[0];
}
static void too_many(graph_op *first)
{
    first[0].slice.count++;
}
static void of_a_larger_whole(graph_op *first)
{
    first[1].slice.whole[0]++;
}

static void test_broken(void **state)
{
    (void)state;
    breaker *const breakers[] = {out_of_order, overlapping, outside, too_many, of_a_larger_whole};
    for (uint64_t seed = 1; seed <= 200; seed++)
        for (size_t b = 0; b < sizeof breakers / sizeof *breakers; b++) {
            sliced c = open_case(seed);
            uint32_t i = 0;
            while (i < c.g->nops && c.g->ops[i].slice.count < 2)
                i++;
            if (i < c.g->nops) {
                antler_error err = {0};
                breakers[b](&c.g->ops[i]);
                assert_int_equal(graph_check(c.g, &err), ANTLER_BUG);
            }
            arena_free(c.a);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_broken)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
