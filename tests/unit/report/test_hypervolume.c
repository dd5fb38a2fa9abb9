/* Hypervolumes against the count of unit cells on a grid, knees against their definition on fronts drawn by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "report/hypervolume.h"

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* Whole numbers: a cell of the grid below the reference counts when some point is at most its lower corner. */
static double count_cells(const double *values, size_t count, size_t objectives, size_t size)
{
    size_t cells = 1, covered = 0;
    for (size_t k = 0; k < objectives; k++)
        cells *= size;
    for (size_t cell = 0; cell < cells; cell++) {
        bool hit = false;
        for (size_t i = 0; i < count && !hit; i++) {
            size_t rest = cell;
            hit = true;
            for (size_t k = 0; k < objectives; k++, rest /= size)
                hit = hit && values[i * objectives + k] <= (double)(rest % size);
        }
        covered += hit;
    }
    return (double)covered;
}

static void test_equals_grid(void **state)
{
    (void)state;
    uint64_t seed = 7;
    double values[5 * 24];
    for (int round = 0; round < 1500; round++) {
        size_t objectives = 1 + next_random(&seed) % 5, count = next_random(&seed) % 24;
        size_t size = 2 + next_random(&seed) % (objectives > 3 ? 5 : 9);
        double reference[5], got = -1;
        for (size_t k = 0; k < objectives; k++)
            reference[k] = (double)size;
        for (size_t i = 0; i < count * objectives; i++)
            values[i] = (double)(next_random(&seed) % (size + 2)); /* some are not below the reference */
        arena *a = arena_new();
        assert_true(hypervolume(values, count, objectives, reference, a, &got));
        assert_true(fabs(got - count_cells(values, count, objectives, size)) < 1e-9);
        arena_free(a);
    }
}

/* Points on x + y + z = 1, all on the front. Many of them fill the simplex: 1 - 1/6 of the unit cube is left above it.
 * Quadratic work on a million would take hours. */
static void test_many_points(void **state)
{
    (void)state;
    const size_t count = 1000000;
    const double reference[] = {1, 1, 1};
    uint64_t seed = 3;
    double *values = calloc(3 * count, sizeof *values), got = 0;
    arena *a = arena_new();
    assert_non_null(values);
    for (size_t i = 0; i < count; i++) {
        double u = (double)next_random(&seed) / 2147483648.0, v = (double)next_random(&seed) / 2147483648.0;
        if (u + v > 1) {
            u = 1 - u;
            v = 1 - v;
        }
        values[3 * i] = u;
        values[3 * i + 1] = v;
        values[3 * i + 2] = 1 - u - v;
    }
    clock_t start = clock();
    assert_true(hypervolume(values, count, 3, reference, a, &got));
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 20);
    assert_true(got < 5.0 / 6 && got > 5.0 / 6 - 0.005);
    arena_free(a);
    free(values);
}

static void test_too_many_slices(void **state)
{
    (void)state;
    const size_t count = 5000;
    const double reference[] = {1, 1, 1, 1};
    double *values = calloc(4 * count, sizeof *values), got = 0;
    arena *a = arena_new();
    assert_non_null(values);
    assert_true(hypervolume(values, count, 4, reference, a, &got));
    assert_true(isnan(got));
    arena_free(a);
    free(values);
}

static void test_knee(void **state)
{
    (void)state;
    const double bent[] = {0, 10, 1, 3, 4, 2, 10, 0};
    assert_int_equal(knee(bent, 4, 2), 1); /* scaled sums 1, 0.4, 0.6, 1 */
    const double straight[] = {0, 2, 1, 1, 2, 0};
    assert_int_equal(knee(straight, 3, 2), 3);
    const double bulging[] = {0, 10, 9, 9, 10, 0};
    assert_int_equal(knee(bulging, 3, 2), 3);
    const double two[] = {0, 1, 1, 0, 0, 1};
    assert_int_equal(knee(two, 3, 2), 3);
    const double space[] = {0, 9, 9, 9, 0, 9, 9, 9, 0, 3, 3, 3};
    assert_int_equal(knee(space, 4, 3), 3);
    const double one[] = {1, 2, 3};
    assert_int_equal(knee(one, 3, 1), 3);
    assert_int_equal(knee(NULL, 0, 2), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equals_grid),
        cmocka_unit_test(test_many_points),
        cmocka_unit_test(test_too_many_slices),
        cmocka_unit_test(test_knee),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
