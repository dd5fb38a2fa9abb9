/* Fronts against the definition of dominance, word for word, on random points with many ties. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "report/front.h"

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static bool dominates(const double *x, const double *y, size_t objectives)
{
    bool less = false;
    for (size_t k = 0; k < objectives; k++) {
        if (x[k] > y[k])
            return false;
        less |= x[k] < y[k];
    }
    return less;
}

static void check(const double *values, size_t count, size_t objectives)
{
    arena *a = arena_new();
    bool *marks = calloc(count + 1, sizeof *marks);
    assert_non_null(a);
    assert_non_null(marks);
    assert_true(front_mark(values, count, objectives, a, marks));
    for (size_t i = 0; i < count; i++) {
        bool beaten = false;
        for (size_t k = 0; k < count; k++)
            beaten |= dominates(&values[k * objectives], &values[i * objectives], objectives);
        assert_int_equal(marks[i], !beaten);
    }
    free(marks);
    arena_free(a);
}

static void test_equals_definition(void **state)
{
    (void)state;
    uint64_t seed = 1;
    double values[6 * 60];
    for (int round = 0; round < 2000; round++) {
        size_t objectives = 1 + next_random(&seed) % 6, count = next_random(&seed) % 60;
        uint64_t range = 1 + next_random(&seed) % 12; /* few values: ties and duplicates are common */
        for (size_t i = 0; i < count * objectives; i++)
            values[i] = (double)(next_random(&seed) % range) - 3;
        check(values, count, objectives);
    }
}

static void test_equal_points_stand_together(void **state)
{
    (void)state;
    const double values[] = {1, 2, 1, 2, 2, 1, 2, 2, 1, 2};
    bool marks[5] = {0};
    arena *a = arena_new();
    assert_true(front_mark(values, 5, 2, a, marks));
    assert_true(marks[0] && marks[1] && marks[2] && !marks[3] && marks[4]);
    arena_free(a);
}

/* A staircase of 200,000 points that are all on the front: quadratic work would be 2e10 comparisons. */
static void test_many_points(void **state)
{
    (void)state;
    const size_t count = 200000;
    double *values = calloc(3 * count, sizeof *values);
    bool *marks = calloc(count, sizeof *marks);
    arena *a = arena_new();
    assert_non_null(values);
    assert_non_null(marks);
    for (size_t i = 0; i < count; i++) {
        values[3 * i] = (double)i;
        values[3 * i + 1] = (double)(count - i);
        values[3 * i + 2] = 0;
    }
    clock_t start = clock();
    assert_true(front_mark(values, count, 3, a, marks));
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 5);
    for (size_t i = 0; i < count; i++)
        assert_true(marks[i]);
    arena_free(a);
    free(marks);
    free(values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equals_definition),
        cmocka_unit_test(test_equal_points_stand_together),
        cmocka_unit_test(test_many_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
