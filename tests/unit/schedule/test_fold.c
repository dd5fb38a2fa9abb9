/* Repeated layers and their stand-in: a folded graph is the graph of a model with fewer layers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "schedule/fold.h"
#include "support/chain.h"
#include "support/layers.h"

static double latency(const schedule_input *in, const char *design, arena *a)
{
    schedule_output out = {0};
    antler_error err = {0};
    double seconds = 0;
    if (design_find(design, NULL)->schedule(in, a, &out, &err) != ANTLER_OK ||
        in->judge.latency(in->judge.self, in->m, out.program, &seconds, &err) != ANTLER_OK)
        fail_msg("%s: %s", design, err.message);
    return seconds;
}

/* Layers begin behind the embedding; every layer of a Llama has 18 operators: see tests/data/tiny-llama.graph. */
static void test_period_of_llama(void **state)
{
    (void)state;
    arena *a = arena_new();
    const schedule_input *in = layers_input(a, 9, layers_machine(a));
    period p = {0};
    assert_true(period_find(in, &p));
    assert_int_equal(p.count, 9);
    assert_string_equal(in->g->ops[p.first].role, in->g->ops[p.first + p.length].role);
    assert_int_equal(in->g->ops[p.first + p.length].layer, in->g->ops[p.first].layer + 1);
    arena_free(a);
}

static void test_nothing_repeats(void **state)
{
    (void)state;
    arena *a = arena_new();
    random_state r = random_seed(5);
    const machine *m = chain_machine(a, &r);
    const schedule_input *in = chain_plans(a, chain_random(a, &r, 9), m);
    period p = {0};
    assert_false(period_find(in, &p));
    folded f;
    assert_int_equal(fold(in, a, &f, NULL), ANTLER_OK);
    assert_ptr_equal(f.in.g, in->g);
    assert_int_equal(f.layers.count, 1);
    assert_int_equal(f.layers.length, in->g->nops);
    arena_free(a);
}

/* The same operators, wiring and lives as the model that has FOLD_LAYERS layers: the same latency, to the bit. */
static void test_stand_in_is_shorter_model(void **state)
{
    (void)state;
    arena *a = arena_new();
    const machine *m = layers_machine(a);
    const schedule_input *whole = layers_input(a, 31, m);
    const schedule_input *few = layers_input(a, FOLD_LAYERS, m);
    folded f;
    assert_int_equal(fold(whole, a, &f, NULL), ANTLER_OK);
    assert_int_equal(f.in.g->nops, few->g->nops);
    for (uint32_t i = 0; i < few->g->nops; i++) {
        const graph_op *x = &f.in.g->ops[i];
        const graph_op *y = &few->g->ops[i];
        assert_string_equal(x->role, y->role);
        assert_int_equal(f.in.alike[i], few->alike[i]);
        assert_int_equal(f.in.g->tensors[x->output.tensor].last_reader, few->g->tensors[y->output.tensor].last_reader);
        for (uint8_t k = 0; k < x->ninputs; k++)
            assert_int_equal(f.in.g->tensors[x->input[k].tensor].producer,
                             few->g->tensors[y->input[k].tensor].producer);
    }
    assert_true(latency(&f.in, "basic", a) == latency(few, "basic", a));
    assert_true(latency(&f.in, "static", a) == latency(few, "static", a));
    arena_free(a);
}

/* Every operator is stood for by one that is alike. */
static void test_map(void **state)
{
    (void)state;
    arena *a = arena_new();
    const schedule_input *in = layers_input(a, 20, layers_machine(a));
    folded f;
    assert_int_equal(fold(in, a, &f, NULL), ANTLER_OK);
    for (uint32_t i = 0; i < in->g->nops; i++)
        assert_string_equal(in->g->ops[i].role, f.in.g->ops[f.of[i]].role);
    assert_int_equal(f.of[0], 0);
    assert_int_equal(f.of[in->g->nops - 1], f.in.g->nops - 1);
    assert_int_equal(f.whole_layers.count, 20);
    assert_int_equal(f.layers.count, FOLD_LAYERS);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_period_of_llama), cmocka_unit_test(test_nothing_repeats),
                                       cmocka_unit_test(test_stand_in_is_shorter_model), cmocka_unit_test(test_map)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
