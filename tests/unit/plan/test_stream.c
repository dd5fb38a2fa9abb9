/* What is cut and spilled: a worked matmul, and limits kept on random chains. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plan/problem.h"
#include "plan/stream.h"
#include "support/chain.h"

static slicing decide(arena *a, const graph *g, const machine *m, uint64_t limit, shard **shards)
{
    slicing s;
    antler_error err = {0};
    uint32_t *alike = ARENA_ARRAY(a, uint32_t, g->nops);
    assert_non_null(alike);
    for (uint32_t i = 0; i < g->nops; i++)
        alike[i] = i;
    stream_limits limits = {.operator_bytes = limit, .held_bytes = limit};
    assert_int_equal(shard_graph(g, m, a, shards, &err), ANTLER_OK);
    assert_int_equal(stream_decide(g, m, *shards, alike, &limits, a, &s, &err), ANTLER_OK);
    return s;
}

/* C[64,32] = A[64,16] x B[16,32], 2 bytes an element, A given on chip, B from HBM, on 4 cores of one chip. Whole, a
 * core has at least (2048 + 1024 + 4096) / 4 = 1792 B. Within 600 B: B must not be read again, so N is cut and not M.
 * In halves (2048 + 512 + 2048) / 4 = 1152, in 4 (2048 + 256 + 1024) / 4 = 832, in 8 (2048 + 128 + 512) / 4 = 672, in
 * 16 (2048 + 64 + 256) / 4 = 592: 16 slices of two columns. */
static void test_worked(void **state)
{
    (void)state;
    arena *a = arena_new();
    graph_tensor tensors[3] = {
        {.name = "a", .kind = TENSOR_INPUT, .naxes = 2, .size = {64, 16}, .producer = GRAPH_NONE},
        {.name = "b", .kind = TENSOR_WEIGHT, .naxes = 2, .size = {16, 32}, .producer = GRAPH_NONE},
        {.name = "c", .kind = TENSOR_ACTIVATION, .naxes = 2, .size = {64, 32}, .last_reader = GRAPH_NONE}};
    for (int i = 0; i < 3; i++)
        tensors[i].element_bytes = 2;
    graph_op op = {.name = "mm",
                   .role = "mm",
                   .layer = -1,
                   .kind = OP_MATMUL,
                   .ndims = 3,
                   .dim = {{"m", 64, ROLE_M}, {"n", 32, ROLE_N}, {"k", 16, ROLE_K}},
                   .ninputs = 2,
                   .input = {{.tensor = 0, .naxes = 2, .dim = {0, 2}}, {.tensor = 1, .naxes = 2, .dim = {2, 1}}},
                   .output = {.tensor = 2, .naxes = 2, .dim = {0, 1}},
                   .flops = 2.0 * 64 * 32 * 16};
    graph g = {.nops = 1, .ops = &op, .ntensors = 3, .tensors = tensors, .element_bytes = 2};
    g.hbm_resident_bytes = 1024;
    antler_error err = {0};
    assert_int_equal(graph_check(&g, &err), ANTLER_OK);
    const machine *m = machine_from(a, "chips=1; chip.cores=4");
    shard *shards = NULL;
    slicing s = decide(a, &g, m, 600, &shards);
    assert_int_equal(s.length[0][0], 64);
    assert_int_equal(s.length[0][1], 2);
    assert_int_equal(s.length[0][2], 16);
    /* 100 B cannot be had without reading B again: 16 x 32 slices of 4 x 1 have (128 + 32 + 8) / 4 = 42 B, all of A
     * and one column 2048 / 4 B. Of M, at least 16 pieces: (128 + 32 n + 8 n) / 4 <= 100 for n <= 6. */
    s = decide(a, &g, m, 100, &shards);
    uint64_t rows = s.length[0][0], columns = s.length[0][1];
    assert_true((rows * 32 + columns * 32 + rows * columns * 2) / 4 <= 100);
    /* 16 B cannot be had at all: one row and one column of 16 have (32 + 32 + 2) / 4 > 16. It stays whole. */
    s = decide(a, &g, m, 16, &shards);
    assert_int_equal(slicing_count(&op, s.length[0]), 1);
    arena_free(a);
}

static double operand_bytes(const graph *g, const shard *sh, const graph_operand *o, const uint64_t *length)
{
    double bytes = g->tensors[o->tensor].element_bytes;
    for (uint8_t i = 0; i < o->naxes; i++)
        bytes *= (double)ceil_div(length[o->dim[i]], sh->parts[o->dim[i]]);
    return bytes;
}

/* Every operator is within the limit, or whole because no cut is. */
static void check_operators(const graph *g, const machine *m, const shard *shards, const slicing *s, uint64_t limit)
{
    for (uint32_t i = 0; i < g->nops; i++) {
        const graph_op *op = &g->ops[i];
        double bytes = 0, least = 0;
        uint64_t ones[GRAPH_MAX_DIMS];
        for (uint8_t d = 0; d < op->ndims; d++) {
            assert_true(op->dim[d].role != ROLE_K || s->length[i][d] == op->dim[d].size);
            ones[d] = op->dim[d].role == ROLE_K ? op->dim[d].size : 1;
        }
        for (uint8_t k = 0; k <= op->ninputs; k++) {
            const graph_operand *o = k < op->ninputs ? &op->input[k] : &op->output;
            bytes += operand_bytes(g, &shards[i], o, s->length[i]);
            least += operand_bytes(g, &shards[i], o, ones);
        }
        double most = (double)limit * machine_cores(m);
        assert_true(bytes <= most || (slicing_count(op, s->length[i]) == 1 && least > most));
    }
}

/* Outputs that stay on chip are within the limit beside every operator. */
static void check_kept(const graph *g, const machine *m, const shard *shards, const slicing *s, uint64_t limit)
{
    for (uint32_t op = 0; op < g->nops; op++) {
        double kept = 0;
        for (uint32_t from = 0; from < op; from++) {
            const graph_tensor *t = &g->tensors[g->ops[from].output.tensor];
            if (t->last_reader >= (int32_t)op && !s->spilled[g->ops[from].output.tensor]) {
                uint64_t whole[GRAPH_MAX_DIMS];
                for (uint8_t d = 0; d < g->ops[from].ndims; d++)
                    whole[d] = g->ops[from].dim[d].size;
                kept += operand_bytes(g, &shards[from], &g->ops[from].output, whole);
            }
        }
        assert_true(kept / machine_cores(m) <= (double)limit);
    }
}

static void test_random(void **state)
{
    (void)state;
    uint32_t spilled = 0, cut = 0;
    for (uint64_t seed = 1; seed <= 500; seed++) {
        arena *a = arena_new();
        random_state r = random_seed(seed);
        const machine *m = chain_machine(a, &r);
        graph *g = chain_random(a, &r, (uint32_t)random_in(&r, 1, 10));
        uint64_t limit = random_in(&r, 4, 200);
        shard *shards = NULL;
        slicing s = decide(a, g, m, limit, &shards);
        check_operators(g, m, shards, &s, limit);
        check_kept(g, m, shards, &s, limit);
        for (uint32_t t = 0; t < g->ntensors; t++)
            spilled += s.spilled[t];
        for (uint32_t i = 0; i < g->nops; i++)
            cut += slicing_count(&g->ops[i], s.length[i]) > 1;
        arena_free(a);
    }
    assert_true(spilled > 50 && cut > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_worked), cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
