/* What the search prunes by: no plan's kernels undercut plan_floor_s, however the tile is cut into steps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "plan/cost.h"
#include "support/one_line.h"
#include "support/random.h"

static const dim_role roles[] = {ROLE_BATCH, ROLE_M, ROLE_N, ROLE_K};

/* Kinds use the roles that graph.h gives them. */
static uint64_t random_length(op_kind kind, dim_role role, random_state *r)
{
    bool used = kind == OP_MATMUL || role == ROLE_M || (kind == OP_REDUCE && role == ROLE_K) ||
                (kind == OP_GATHER && role == ROLE_N);
    uint64_t most = random_in(r, 0, 2) ? 64 : 20000;
    return used ? random_in(r, 1, most) : 1;
}

static void check_floor(const machine *m, op_kind kind, random_state *r)
{
    plan_problem pr = {.kind = kind, .ndims = 4, .noperands = 1, .operand = {{.element_bytes = 2}}, .m = m};
    uint32_t parts[GRAPH_MAX_DIMS] = {1, 1, 1, 1, 1, 1};
    uint32_t steps[GRAPH_MAX_DIMS] = {1, 1, 1, 1, 1, 1};
    uint32_t finer[GRAPH_MAX_DIMS] = {1, 1, 1, 1, 1, 1};
    double total = 1;
    for (uint32_t d = 0; d < 4; d++) {
        pr.role[d] = roles[d];
        pr.length[d] = random_length(kind, roles[d], r);
        uint64_t most = pr.length[d] < 40 ? pr.length[d] : 40;
        steps[d] = (uint32_t)random_in(r, 1, most);
        finer[d] = steps[d] * (uint32_t)random_in(r, 1, pr.length[d] / steps[d] < 5 ? pr.length[d] / steps[d] : 5);
        total *= finer[d];
    }
    kernel_call call = plan_kernel(&pr, parts, finer);
    double seconds = total * machine_kernel_s(m, &call);
    assert_true(plan_floor_s(&pr, parts, steps) <= seconds);
}

static void test_no_cut_is_faster(void **state)
{
    (void)state;
    static const char *const kernels[] = {
        "core.kernels=ipu-mk2", "core.kernels=parametric; core.matrix_m=4; core.matrix_n=16; core.matrix_k=8; "
                                "core.matrix_cycles=16; core.vector_lanes=8; core.vector_issue=5; core.matrix_fill=9"};
    static const op_kind kinds[] = {OP_MATMUL, OP_BINARY, OP_UNARY, OP_REDUCE, OP_GATHER};
    arena *a = arena_new();
    random_state r = random_seed(11);
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        machine *m = machine_from(a, kernels[i]);
        for (int n = 0; n < 50000; n++)
            check_floor(m, kinds[n % 5], &r);
    }
    arena_free(a);
}

/* Two calls of 13 sums of 100 pad to 16 outputs each, one of 25 to 48: 2 (0.25 x 1600 + 175) = 1150 cycles against
 * 1375. */
static void test_padded_sums(void **state)
{
    (void)state;
    arena *a = arena_new();
    machine *m = machine_from(a, "chip.clock=1 GHz; core.kernels=ipu-mk2");
    kernel_call whole = {.kind = OP_REDUCE, .batch = 1, .m = 25, .n = 1, .k = 100, .element_bytes = 2};
    kernel_call half = {.kind = OP_REDUCE, .batch = 1, .m = 13, .n = 1, .k = 100, .element_bytes = 2};
    assert_true(2 * machine_kernel_s(m, &half) < machine_kernel_s(m, &whole));
    assert_true(machine_kernel_floor_s(m, &whole) <= 2 * machine_kernel_s(m, &half));
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_cut_is_faster), cmocka_unit_test(test_padded_sums)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
