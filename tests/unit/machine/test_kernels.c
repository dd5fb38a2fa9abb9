/* Kernel times against the worked numbers of Elk's published formulas, closed forms, and the property that pruning
 * needs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include "support/one_line.h"
#include "support/random.h"

static double cycles(const machine *m, op_kind kind, uint64_t batch, uint64_t rows, uint64_t n, uint64_t k)
{
    kernel_call call = {.kind = kind, .batch = batch, .m = rows, .n = n, .k = k, .element_bytes = 2};
    return round(machine_kernel_s(m, &call) * 1e9 * 1e6) / 1e6; /* at 1 GHz */
}

static void test_ipu_mk2(void **state)
{
    arena *a = arena_new();
    const machine *m = machine_from(a, "core.kernels=ipu-mk2");
    (void)state;
    /* m 120, n 16, k 223: 24 x 20 x 14 x 1 + 514 x 14 + 113 + 173 = 6,720 + 7,196 + 286 = 14,202 */
    assert_true(cycles(m, OP_MATMUL, 1, 16, 120, 223) == 14202);
    assert_true(cycles(m, OP_MATMUL, 1, 120, 16, 223) == 14202);
    /* the output projection's step, m 56, n 16, k 80: 24 x 10 x 5 + 514 x 5 + 286 = 4,056 */
    assert_true(cycles(m, OP_MATMUL, 1, 16, 56, 80) == 4056);
    /* both at most 16: the shorter is m: m 2, n 16, k 16: 24 + 514 + 286 = 824; times the batch */
    assert_true(cycles(m, OP_MATMUL, 3, 16, 2, 16) == 3 * 824);
    /* 23 partial sums of 1,920 / 23 = 84 outputs, padded to 96: 0.25 x 96 x 23 + 175 = 727 */
    assert_true(cycles(m, OP_REDUCE, 1, 84, 1, 23) == 727);
    /* small reductions: min(295.25, 1.5 x 4 x 3 + 175) = 193, padded from 3 outputs to 4 */
    assert_true(cycles(m, OP_REDUCE, 1, 3, 1, 3) == 193);
    assert_true(cycles(m, OP_BINARY, 1, 1000, 1, 1) == 0.75 * 1000 + 290);
    assert_true(cycles(m, OP_BINARY, 1, 16432, 1, 1) == 8517);
    assert_true(cycles(m, OP_BINARY, 1, 20000, 1, 1) == 0.5 * 20000 + 300);
    assert_true(cycles(m, OP_UNARY, 2, 100, 1, 1) == 300);
    /* 8 rows of 10: 300 + 8 ceil(10 / 2) + 8 */
    assert_true(cycles(m, OP_GATHER, 1, 8, 10, 1) == 348);
    arena_free(a);
}

static const char parametric[] =
    "core.kernels=parametric; core.matrix_m=32; core.matrix_n=32; core.matrix_k=32; core.matrix_cycles=64;"
    "core.matrix_fill=10; core.vector_lanes=16; core.vector_issue=20; core.sram_bandwidth=64 B/cycle";

static void test_parametric(void **state)
{
    arena *a = arena_new();
    const machine *m = machine_from(a, parametric);
    (void)state;
    /* 33 x 32 x 64 is 2 x 1 x 2 tiles: 10 + 4 x 64 = 266. A is read once, B for both rows of tiles: 2 (33x64 + 2x64x32
     * + 33x32) = 14,528 B, 227 cycles of the port: less */
    assert_true(cycles(m, OP_MATMUL, 1, 33, 32, 64) == 266);
    /* a vector: 20 + 1,600 / 16 = 120 cycles, but 3 x 2 x 1,600 B through 64 B a cycle take 150 */
    assert_true(cycles(m, OP_BINARY, 1, 1600, 1, 1) == 150);
    /* one row against many columns: 8 tiles, 10 + 8 x 64 = 522; B alone has 2 x 256 x 32 = 16,384 B, A is read 8 times:
     * 512 B, the result 512 B: 272 cycles of the port; through 16 B a cycle 1,088 */
    assert_true(cycles(m, OP_MATMUL, 1, 1, 256, 32) == 522);
    char line[512];
    (void)snprintf(line, sizeof line, "%s; core.sram_bandwidth=16 B/cycle", parametric);
    assert_true(cycles(machine_from(a, line), OP_MATMUL, 1, 1, 256, 32) == 1088);
    arena_free(a);
}

/* Figures are for 16-bit elements: four bytes take two passes, one byte is no faster but moves less. */
static void test_element_sizes(void **state)
{
    arena *a = arena_new();
    char line[512];
    (void)snprintf(line, sizeof line, "%s; core.sram_bandwidth=256 B/cycle", parametric); /* never the limit */
    const machine *m = machine_from(a, line);
    (void)state;
    kernel_call call = {.kind = OP_MATMUL, .batch = 1, .m = 32, .n = 32, .k = 3200, .element_bytes = 2};
    double two = machine_kernel_s(m, &call);
    double bytes = machine_kernel_sram_bytes(m, &call);
    call.element_bytes = 4;
    assert_true(fabs(machine_kernel_s(m, &call) - (2 * two - 10e-9)) < 1e-15); /* the fill is paid once */
    assert_true(machine_peak_flops(m, 4) == machine_peak_flops(m, 2) / 2);
    call.element_bytes = 1;
    assert_true(machine_kernel_s(m, &call) == two && machine_kernel_sram_bytes(m, &call) == bytes / 2);
    const machine *ipu = machine_from(a, "core.kernels=ipu-mk2");
    assert_true(machine_supports(ipu, 2) && !machine_supports(ipu, 1) && !machine_supports(ipu, 4));
    /* a kernel has the whole port: 16 B a cycle */
    call.element_bytes = 2;
    assert_true(fabs(machine_kernel_sram_bytes(ipu, &call) / (machine_kernel_s(ipu, &call) * 16e9) - 1) < 1e-12);
    arena_free(a);
}

/* What the plan search's pruning relies on: no equal cut is quicker in all than the floor of the whole. */
static void test_floor(void **state)
{
    static const op_kind kinds[] = {OP_MATMUL, OP_BINARY, OP_UNARY, OP_REDUCE, OP_GATHER};
    arena *a = arena_new();
    const machine *models[] = {machine_from(a, "core.kernels=ipu-mk2"), machine_from(a, parametric)};
    random_state r = random_seed(11);
    (void)state;
    for (int i = 0; i < 20000; i++) {
        const machine *m = models[i % 2];
        kernel_call whole = {.kind = kinds[random_in(&r, 0, 4)],
                             .batch = random_in(&r, 1, 5),
                             .m = random_in(&r, 1, 200),
                             .n = random_in(&r, 1, 200),
                             .k = random_in(&r, 1, 200),
                             .element_bytes = 2};
        if (whole.kind != OP_MATMUL)
            whole.n = 1;
        if (whole.kind != OP_MATMUL && whole.kind != OP_REDUCE)
            whole.k = 1;
        uint64_t cut[4] = {random_in(&r, 1, 4), random_in(&r, 1, 9), random_in(&r, 1, 9), random_in(&r, 1, 9)};
        kernel_call step = whole;
        step.batch = (whole.batch + cut[0] - 1) / cut[0];
        step.m = (whole.m + cut[1] - 1) / cut[1];
        step.n = (whole.n + cut[2] - 1) / cut[2];
        step.k = (whole.k + cut[3] - 1) / cut[3];
        double steps = (double)(cut[0] * cut[1] * cut[2] * cut[3]);
        assert_true(steps * machine_kernel_s(m, &step) >= machine_kernel_floor_s(m, &whole) * (1 - 1e-12));
    }
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ipu_mk2), cmocka_unit_test(test_parametric),
                                       cmocka_unit_test(test_element_sizes), cmocka_unit_test(test_floor)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
