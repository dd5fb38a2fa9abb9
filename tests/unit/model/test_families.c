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

enum { ROUNDS = 1500 };

/* xorshift64*: the same numbers everywhere. */
static uint64_t draw(uint64_t *seed, uint64_t limit)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (*seed * 2685821657736338717u >> 32) % limit + 1;
}

static bool flip(uint64_t *seed)
{
    return draw(seed, 2) == 1;
}

/* How a family's blocks hang together. */
typedef enum stack { GATED, CLASSIC, PARALLEL } stack;

static const struct {
    const family *family;
    stack stack;
} decoders[] = {{&llama_family, GATED},  {&mistral_family, GATED},     {&qwen2_family, GATED},
                {&qwen3_family, GATED},  {&phi3_family, GATED},        {&gemma_family, GATED},
                {&gemma2_family, GATED}, {&gemma3_family, GATED},      {&opt_family, CLASSIC},
                {&gpt2_family, CLASSIC}, {&gpt_neox_family, PARALLEL}, {&falcon_family, PARALLEL}};
enum { DECODERS = sizeof decoders / sizeof *decoders };

/* Any member may be set in any family of the stack that knows it. */
static decoder_shape draw_shape(uint64_t *seed, stack how)
{
    decoder_shape s = {.hidden = draw(seed, 100),
                       .layers = draw(seed, 5),
                       .kv_heads = draw(seed, 6),
                       .head_dim = 2 * draw(seed, 20),
                       .ffn = draw(seed, 150),
                       .vocabulary = draw(seed, 500),
                       .tied = flip(seed),
                       .gelu = flip(seed),
                       .bias = how == CLASSIC || (how == PARALLEL && flip(seed)),
                       .one_norm = how == PARALLEL && flip(seed)};
    s.heads = s.kv_heads * draw(seed, 4);
    if (how == CLASSIC)
        s.positions = draw(seed, 50);
    if (flip(seed)) {
        s.window = draw(seed, 40);
        s.window_from = draw(seed, 3) - 1;
        s.global_every = draw(seed, 4) - 1;
    }
    if (how == GATED) {
        s.score_cap = flip(seed);
        s.logit_cap = flip(seed);
        s.qkv_bias = flip(seed);
        s.qk_norm = flip(seed);
        s.post_norm = flip(seed);
        s.scaled_embedding = flip(seed);
    }
    return s;
}

/* Elements of the weights of one layer that are multiplied by the tokens, and of the others. */
typedef struct layer_weights {
    uint64_t matmul, other;
} layer_weights;

static layer_weights weights_of(stack how, const decoder_shape *s)
{
    uint64_t q = s->heads * s->head_dim, kv = s->kv_heads * s->head_dim;
    layer_weights w = {.matmul = s->hidden * q + 2 * s->hidden * kv + q * s->hidden};
    w.matmul += (how == GATED ? 3 : 2) * s->hidden * s->ffn;
    if (how == GATED)
        w.other = (s->post_norm ? 4 : 2) * s->hidden + (s->qk_norm ? 2 * s->head_dim : 0);
    else /* norms of weight and bias */
        w.other = (s->one_norm ? 2 : 4) * s->hidden;
    if (s->bias) /* of q, k, v, output, both of the FFN */
        w.other += q + 2 * kv + s->hidden + s->ffn + s->hidden;
    else if (s->qkv_bias)
        w.other += q + 2 * kv;
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

static void check_sums(stack how, const decoder_shape *s, const antler_workload *w, const graph *g)
{
    bool whole = w->phase != ANTLER_DECODE, train = w->phase == ANTLER_TRAIN_FORWARD;
    uint64_t tokens = w->batch * (whole ? (uint64_t)w->context : 1), context = w->context;
    uint64_t wide = bytes_of(workload_weights(w)), kv_wide = bytes_of(workload_kv(w));
    layer_weights layer = weights_of(how, s);
    uint64_t table = s->vocabulary * s->hidden, norm = (how == GATED ? 1 : 2) * s->hidden;
    uint64_t params = s->layers * (layer.matmul + layer.other) + norm + s->positions * s->hidden + table;
    assert_int_equal(g->parameters, params + (s->tied ? 0 : table));

    uint64_t kept = 0, attention = 0, width = s->kv_heads * s->head_dim;
    for (uint64_t i = 0; i < s->layers; i++) {
        bool global = s->global_every && i % s->global_every == s->global_every - 1;
        bool local = s->window && i >= s->window_from && !global;
        uint64_t sees = local ? least(s->window, context) : context;
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
        uint64_t which = draw(&seed, DECODERS) - 1;
        char name[] = "random", content[] = "";
        antler_model model = {.name = name,
                              .content = content,
                              .family = decoders[which].family,
                              .shape = draw_shape(&seed, decoders[which].stack)};
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
        check_sums(decoders[which].stack, &model.shape, &w, g);
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
    } want[] = {{"llama2-13b", 40, 19, 4},
                {"qwen2.5-72b", 80, 20, 4},
                {"opt-30b", 48, 24, 9},
                {"gpt2", 12, 24, 9},
                {"gemma2-27b", 46, 24, 6}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
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

/* Models that are not shipped, by the fields of their published configs, and their published parameter counts. */
static void other_published_models(void **state)
{
    (void)state;
    const struct {
        const char *name, *config;
        uint64_t parameters;
    } published[] = {
        {"mistral-7b-v0.1",
         "{\"model_type\": \"mistral\", \"hidden_size\": 4096, \"intermediate_size\": 14336, \"num_attention_heads\": "
         "32,"
         "\"num_hidden_layers\": 32, \"num_key_value_heads\": 8, \"sliding_window\": 4096, \"vocab_size\": 32000}",
         7241732096},
        {"qwen3-8b",
         "{\"model_type\": \"qwen3\", \"hidden_size\": 4096, \"intermediate_size\": 12288, \"num_attention_heads\": 32,"
         "\"num_hidden_layers\": 36, \"num_key_value_heads\": 8, \"head_dim\": 128, \"vocab_size\": 151936,"
         "\"attention_bias\": false, \"sliding_window\": null, \"use_sliding_window\": false}",
         8190735360},
        {"phi-3-mini-4k",
         "{\"model_type\": \"phi3\", \"hidden_size\": 3072, \"intermediate_size\": 8192, \"num_attention_heads\": 32,"
         "\"num_hidden_layers\": 32, \"num_key_value_heads\": 32, \"sliding_window\": 2047, \"vocab_size\": 32064}",
         3821079552},
        {"gemma-7b",
         "{\"model_type\": \"gemma\", \"hidden_size\": 3072, \"intermediate_size\": 24576, \"num_attention_heads\": 16,"
         "\"num_hidden_layers\": 28, \"num_key_value_heads\": 16, \"head_dim\": 256, \"vocab_size\": 256000,"
         "\"hidden_act\": \"gelu\", \"hidden_activation\": null}",
         8537680896},
        {"gemma-3-1b",
         "{\"model_type\": \"gemma3_text\", \"hidden_size\": 1152, \"intermediate_size\": 6912, "
         "\"num_attention_heads\": 4,"
         "\"num_hidden_layers\": 26, \"num_key_value_heads\": 1, \"head_dim\": 256, \"vocab_size\": 262144,"
         "\"hidden_activation\": \"gelu_pytorch_tanh\", \"sliding_window\": 512, \"sliding_window_pattern\": 6}",
         999885952},
        {"gpt-neox-20b",
         "{\"model_type\": \"gpt_neox\", \"hidden_size\": 6144, \"intermediate_size\": 24576, \"num_attention_heads\": "
         "64,"
         "\"num_hidden_layers\": 44, \"vocab_size\": 50432, \"hidden_act\": \"gelu_fast\", \"rotary_pct\": 0.25}",
         20554567680},
        {"falcon-7b",
         "{\"model_type\": \"falcon\", \"hidden_size\": 4544, \"num_attention_heads\": 71, \"num_hidden_layers\": 32,"
         "\"vocab_size\": 65024, \"alibi\": false, \"bias\": false, \"multi_query\": true, \"parallel_attn\": true,"
         "\"new_decoder_architecture\": false, \"num_kv_heads\": 71}",
         6921720704},
        {"falcon-40b",
         "{\"model_type\": \"falcon\", \"hidden_size\": 8192, \"num_attention_heads\": 128, \"num_hidden_layers\": 60,"
         "\"vocab_size\": 65024, \"alibi\": false, \"bias\": false, \"new_decoder_architecture\": true, "
         "\"num_kv_heads\": 8}",
         41303293952}};
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        antler_model *model = NULL;
        antler_error err = {.message = ""};
        antler_workload w = {.batch = 2, .context = 8192, .dtype = ANTLER_FP16};
        arena *a = arena_new();
        graph *g = NULL;
        assert_non_null(a);
        const char *config = published[i].config;
        if (model_parse(published[i].name, config, strlen(config), &model, &err) || graph_build(model, &w, a, &g, &err))
            fail_msg("%s: %s", published[i].name, err.message);
        assert_int_equal(g->parameters, published[i].parameters);
        antler_model_free(model);
        arena_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_shapes), cmocka_unit_test(operator_counts),
                                       cmocka_unit_test(other_published_models)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
