/* Every family over random shapes, phases and dtypes: the graph passes its check, and parameters, bytes and FLOPs are
 * those of sums written down weight by weight. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/arena.h"
#include "model/graph.h"
#include "model/model.h"
#include "model/workload.h"

enum { ROUNDS = 300 };

/* xorshift64*: the same numbers everywhere. */
static uint64_t draw(uint64_t *seed, uint64_t limit)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (*seed * 2685821657736338717u >> 32) % limit + 1;
}

static decoder_shape draw_shape(uint64_t *seed, const family *f)
{
    decoder_shape s = {.hidden = draw(seed, 100),
                       .layers = draw(seed, 5),
                       .kv_heads = draw(seed, 6),
                       .head_dim = 2 * draw(seed, 20),
                       .ffn = draw(seed, 150),
                       .vocabulary = draw(seed, 500),
                       .tied = draw(seed, 2) == 1};
    s.heads = s.kv_heads * draw(seed, 4);
    if (f == &opt_family)
        s.positions = draw(seed, 50);
    if (f == &gemma2_family) {
        s.window = draw(seed, 40);
        s.score_cap = draw(seed, 2) == 1;
        s.logit_cap = draw(seed, 2) == 1;
    }
    return s;
}

/* Elements of the weights of one layer that are multiplied by the tokens, and of the others. */
typedef struct layer_weights {
    uint64_t matmul, other;
} layer_weights;

static layer_weights weights_of(const family *f, const decoder_shape *s)
{
    uint64_t q = s->heads * s->head_dim, kv = s->kv_heads * s->head_dim;
    layer_weights w = {.matmul = s->hidden * q + 2 * s->hidden * kv + q * s->hidden};
    w.matmul += (f == &opt_family ? 2 : 3) * s->hidden * s->ffn;
    if (f == &llama_family)
        w.other = 2 * s->hidden;
    else if (f == &gemma2_family)
        w.other = 4 * s->hidden;
    else /* two norms of weight and bias; biases of q, k, v, output, both of the FFN */
        w.other = 4 * s->hidden + q + 2 * kv + s->hidden + s->ffn + s->hidden;
    return w;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t bytes_of(antler_dtype type)
{
    return (uint64_t)dtype_bytes(type);
}

static void check_sums(const family *f, const decoder_shape *s, const antler_workload *w, const graph *g)
{
    bool whole = w->phase != ANTLER_DECODE, train = w->phase == ANTLER_TRAIN_FORWARD;
    uint64_t tokens = w->batch * (whole ? (uint64_t)w->context : 1), context = w->context;
    uint64_t wide = bytes_of(workload_weights(w)), kv_wide = bytes_of(workload_kv(w));
    layer_weights layer = weights_of(f, s);
    uint64_t table = s->vocabulary * s->hidden, norm = (f == &opt_family ? 2 : 1) * s->hidden;
    uint64_t params = s->layers * (layer.matmul + layer.other) + norm + s->positions * s->hidden + table;
    assert_int_equal(g->parameters, params + (s->tied ? 0 : table));

    uint64_t kept = 0, attention = 0, width = s->kv_heads * s->head_dim;
    for (uint64_t i = 0; i < s->layers; i++) {
        uint64_t sees = s->window && i % 2 == 0 ? least(s->window, context) : context;
        kept += 2 * w->batch * sees * width;
        attention += 4 * tokens * (whole ? context : sees) * s->heads * s->head_dim;
    }
    uint64_t flops = 2 * tokens * s->layers * layer.matmul + attention + 2 * (train ? tokens : w->batch) * table;
    assert_true(graph_total_flops(g) == (double)flops);
    assert_int_equal(g->tokens, train ? tokens : w->batch);
    assert_int_equal(g->hbm_resident_bytes, wide * g->parameters + (train ? 0 : kv_wide * kept));
    uint64_t stored = train ? 0 : whole ? kept : 2 * s->layers * w->batch * width;
    assert_int_equal(graph_store_bytes(g), kv_wide * stored);

    uint64_t read = s->layers * (layer.matmul + layer.other) + norm + table;
    read += least(tokens, s->vocabulary) * s->hidden + least(tokens, s->positions) * s->hidden;
    assert_int_equal(graph_hbm_bytes(g), wide * read + (whole ? 0 : kv_wide * kept));
}

static void random_shapes(void **state)
{
    (void)state;
    uint64_t seed = 20251018;
    for (int round = 0; round < ROUNDS; round++) {
        const family *f = families[draw(&seed, 3) - 1];
        char name[] = "random", content[] = "";
        antler_model model = {.name = name, .content = content, .family = f, .shape = draw_shape(&seed, f)};
        antler_workload w = {.phase = (antler_phase)(draw(&seed, 3) - 1),
                             .batch = (uint32_t)draw(&seed, 9),
                             .context = (uint32_t)draw(&seed, 70),
                             .dtype = ANTLER_FP16,
                             .weights = (uint8_t)(draw(&seed, 6) - 1),
                             .kv = (uint8_t)(draw(&seed, 6) - 1)}; /* whole bytes */
        antler_error err = {.message = ""};
        arena *a = arena_new();
        graph *g = NULL;
        assert_non_null(a);
        if (graph_build(&model, &w, a, &g, &err))
            fail_msg("round %d: %s", round, err.message);
        check_sums(f, &model.shape, &w, g);
        arena_free(a);
    }
}

/* Operators of a layer and outside, as docs/MODEL.md lists them. */
static void operator_counts(void **state)
{
    (void)state;
    const struct {
        const char *name;
        uint32_t layers, each, outside;
    } want[] = {{"llama2-13b", 40, 19, 4}, {"opt-30b", 48, 24, 9}, {"gemma2-27b", 46, 24, 6}};
    for (size_t i = 0; i < 3; i++) {
        antler_model *model = NULL;
        antler_error err = {.message = ""};
        antler_workload w = {.batch = 1, .context = 1, .dtype = ANTLER_FP16};
        arena *a = arena_new();
        graph *g = NULL;
        assert_non_null(a);
        assert_int_equal(antler_model_load(want[i].name, &model, &err), ANTLER_OK);
        assert_int_equal(graph_build(model, &w, a, &g, &err), ANTLER_OK);
        assert_int_equal(g->nops, want[i].layers * want[i].each + want[i].outside);
        antler_model_free(model);
        arena_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_shapes), cmocka_unit_test(operator_counts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
