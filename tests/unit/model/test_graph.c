/* Graphs of the shipped models against published counts and closed forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "model/graph.h"
#include "model/model.h"

typedef struct fixture {
    arena *a;
    antler_model *model;
    graph *g;
} fixture;

static fixture build(const char *name, antler_phase phase, uint32_t batch, uint32_t context, antler_dtype dtype)
{
    fixture f = {.a = arena_new()};
    antler_error err = {.message = ""};
    antler_workload w = {.phase = phase, .batch = batch, .context = context, .dtype = dtype};
    assert_non_null(f.a);
    if (antler_model_load(name, &f.model, &err) || graph_build(f.model, &w, f.a, &f.g, &err))
        fail_msg("%s", err.message);
    return f;
}

static void end(fixture *f)
{
    antler_model_free(f->model);
    arena_free(f->a);
}

static const graph_op *op_named(const graph *g, const char *name)
{
    for (uint32_t i = 0; i < g->nops; i++)
        if (strcmp(g->ops[i].name, name) == 0)
            return &g->ops[i];
    fail_msg("no operator %s", name);
    return NULL;
}

/* Parameter counts as published with the checkpoints. */
static void parameters_are_the_published_ones(void **state)
{
    (void)state;
    const struct {
        const char *name;
        uint64_t parameters;
        uint32_t tokens; /* of an encoder; 0: a decoder */
    } published[] = {
        {"llama2-7b", 6738415616, 0},    {"llama2-13b", 13015864320, 0},   {"llama2-70b", 68976648192, 0},
        {"llama3.1-8b", 8030261248, 0},  {"llama3.1-70b", 70553706496, 0}, {"llama3.1-405b", 405853388800, 0},
        {"qwen2.5-72b", 72706203648, 0}, {"opt-30b", 29974540288, 0},      {"gpt2", 124439808, 0},
        {"gemma2-27b", 27227128320, 0},  {"bert-large", 335174458, 512},   {"vit-huge", 632404480, 257},
        {"dit-xl-2", 675129632, 256}};
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
        uint32_t tokens = published[i].tokens;
        fixture f =
            build(published[i].name, tokens ? ANTLER_PREFILL : ANTLER_DECODE, 1, tokens ? tokens : 1, ANTLER_FP16);
        assert_int_equal(f.g->parameters, published[i].parameters);
        end(&f);
    }
}

static uint64_t kv_bytes(const graph *g)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < g->ntensors; i++)
        bytes += g->tensors[i].kind == TENSOR_KV ? graph_tensor_bytes(&g->tensors[i]) : 0;
    return bytes;
}

/* Bytes of a decode step at batch 32, context 2048, fp16, from the dimensions in Elk's evaluation: GB, to 0.5%. */
static void hbm_bytes_of_elk_models(void **state)
{
    (void)state;
    const struct {
        const char *name;
        double weights, kv;
    } elk[] = {
        {"llama2-13b", 25.7, 53.7}, {"llama2-70b", 137.4, 21.5}, {"opt-30b", 59.9, 90.2}, {"gemma2-27b", 54.5, 24.7}};
    for (size_t i = 0; i < sizeof elk / sizeof elk[0]; i++) {
        fixture f = build(elk[i].name, ANTLER_DECODE, 32, 2048, ANTLER_FP16);
        double kv = (double)kv_bytes(f.g) / 1e9, all = (double)graph_hbm_bytes(f.g) / 1e9;
        assert_true(fabs(kv / elk[i].kv - 1) < 0.005);
        assert_true(fabs((all - kv) / elk[i].weights - 1) < 0.005);
        end(&f);
    }
}

/* Llama decode, batch B, context S: every multiply-add of a matmul counts two.
 *   projections and FFN: 2 B (parameters - embedding V h - norms (2 L + 1) h), the LM head among them
 *   attention:           2 x 2 B H D S in each of L layers */
static void llama_flops_are_the_closed_form(void **state)
{
    (void)state;
    const char *const names[] = {"llama2-7b", "llama2-13b", "llama2-70b"};
    for (size_t i = 0; i < 3; i++) {
        fixture f = build(names[i], ANTLER_DECODE, 32, 2048, ANTLER_FP16);
        const decoder_shape *s = &f.model->shape;
        uint64_t matmul = f.g->parameters - s->vocabulary * s->hidden - (2 * s->layers + 1) * s->hidden;
        uint64_t flops = 2 * 32 * matmul + 4 * 32 * s->heads * s->head_dim * 2048 * s->layers;
        assert_true(graph_total_flops(f.g) == (double)flops);
        end(&f);
    }
}

/* Llama-2-70B: 64 heads of 128 over 8 KV heads, so 8 queries read each; the context stays a dim of the softmax. */
static void attention_has_its_true_shapes(void **state)
{
    (void)state;
    fixture f = build("llama2-70b", ANTLER_DECODE, 32, 2048, ANTLER_FP16);
    const graph_op *scores = op_named(f.g, "layer79.scores");
    const graph_dim want[] = {{"batch", 32, ROLE_BATCH},
                              {"heads", 8, ROLE_BATCH},
                              {"query", 8, ROLE_M},
                              {"head_dim", 128, ROLE_K},
                              {"context", 2048, ROLE_N}};
    assert_int_equal(scores->ndims, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_string_equal(scores->dim[i].axis, want[i].axis);
        assert_int_equal(scores->dim[i].size, want[i].size);
        assert_int_equal(scores->dim[i].role, want[i].role);
    }
    assert_int_equal(f.g->tensors[scores->input[1].tensor].kind, TENSOR_KV);
    const graph_op *max = op_named(f.g, "layer79.softmax_max");
    assert_int_equal(graph_operand_bytes(f.g, max, &max->input[0]), 2ull * 32 * 64 * 2048);
    assert_int_equal(graph_operand_bytes(f.g, max, &max->output), 2ull * 32 * 64);
    const graph_op *values = op_named(f.g, "layer79.values");
    assert_true(values->flops == 2.0 * 32 * 64 * 128 * 2048);
    end(&f);
}

/* The fused projection of 13B has 3 x 5120 columns: q first, then k, then v, which no operator reads again. */
static void views_cut_the_fused_projection(void **state)
{
    (void)state;
    fixture f = build("llama2-13b", ANTLER_DECODE, 32, 2048, ANTLER_FP16);
    const graph_op *qkv = op_named(f.g, "layer3.qkv"), *q = op_named(f.g, "layer3.q_rotary");
    const graph_op *k = op_named(f.g, "layer3.k_rotary"), *mul = op_named(f.g, "layer3.silu_mul");
    assert_int_equal(q->input[0].tensor, qkv->output.tensor);
    assert_int_equal(k->input[0].tensor, qkv->output.tensor);
    assert_int_equal(q->input[0].first, 0);
    assert_int_equal(k->input[0].first, 5120);
    assert_int_equal(graph_operand_bytes(f.g, q, &q->input[0]), 2 * 32 * 5120);
    assert_string_equal(k->input[0].view, "k");
    assert_int_equal(f.g->tensors[qkv->output.tensor].last_reader, k - f.g->ops);
    assert_int_equal(mul->input[0].tensor, mul->input[1].tensor);
    assert_int_equal(mul->input[1].first, 13824);
    end(&f);
}

/* One new key and value of each sequence, KV head and layer: 2 L B G D elements, nothing else is written. */
static void a_step_stores_its_kv_entries(void **state)
{
    (void)state;
    const char *const names[] = {"llama2-70b", "opt-30b", "gemma2-27b"};
    for (size_t i = 0; i < 3; i++) {
        fixture f = build(names[i], ANTLER_DECODE, 32, 2048, ANTLER_FP16);
        const decoder_shape *s = &f.model->shape;
        assert_int_equal(graph_store_bytes(f.g), 2 * 2 * s->layers * 32 * s->kv_heads * s->head_dim);
        end(&f);
    }
}

/* Only as many rows of the embedding are read as there are sequences, and never more than the table has. */
static void embedding_reads_the_rows_picked(void **state)
{
    (void)state;
    fixture f = build("llama2-13b", ANTLER_DECODE, 32, 1, ANTLER_FP16);
    const graph_op *op = op_named(f.g, "embedding");
    assert_int_equal(graph_operand_bytes(f.g, op, &op->input[0]), 32 * 5120 * 2);
    end(&f);
    f = build("llama2-13b", ANTLER_DECODE, 40000, 1, ANTLER_FP16);
    op = op_named(f.g, "embedding");
    assert_int_equal(graph_operand_bytes(f.g, op, &op->input[0]), 32000ull * 5120 * 2);
    assert_int_equal(graph_operand_bytes(f.g, op, &op->input[1]), 40000 * 4);
    end(&f);
}

/* Even layers of Gemma 2 see and keep 4096 tokens; odd ones all 8192. 46 layers x (K, V) x 16 heads x 128. */
static void gemma_alternates_local_layers(void **state)
{
    (void)state;
    fixture f = build("gemma2-27b", ANTLER_DECODE, 1, 8192, ANTLER_INT8);
    assert_int_equal(kv_bytes(f.g), 23ull * 2 * 16 * 128 * (4096 + 8192));
    assert_int_equal(op_named(f.g, "layer0.scores")->dim[4].size, 4096);
    assert_int_equal(op_named(f.g, "layer1.scores")->dim[4].size, 8192);
    end(&f);
}

/* A tied LM head reads the embedding's tensor; it counts once as parameters and as resident. */
static void tied_head_is_one_tensor(void **state)
{
    (void)state;
    fixture f = build("opt-30b", ANTLER_DECODE, 2, 16, ANTLER_FP16);
    assert_int_equal(op_named(f.g, "lm_head")->input[1].tensor, op_named(f.g, "embedding")->input[0].tensor);
    assert_int_equal(f.g->hbm_resident_bytes, 2 * f.g->parameters + kv_bytes(f.g));
    end(&f);
}

static void dtypes_scale_bytes(void **state)
{
    (void)state;
    const struct {
        antler_dtype dtype;
        uint64_t bytes_x2;
    } sizes[] = {{ANTLER_FP32, 8}, {ANTLER_FP16, 4}, {ANTLER_BF16, 4},
                 {ANTLER_FP8, 2},  {ANTLER_INT8, 2}, {ANTLER_INT4, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        fixture f = build("llama2-7b", ANTLER_DECODE, 2, 64, sizes[i].dtype);
        /* weights without the embedding, two rows of it, and K and V of 2 x 64 tokens in 32 layers */
        uint64_t elements = 6738415616 - 32000 * 4096 + 2 * 4096 + 32ull * 2 * 2 * 64 * 4096;
        assert_int_equal(graph_hbm_bytes(f.g), elements * sizes[i].bytes_x2 / 2);
        end(&f);
    }
}

/* Prefill of B sequences of T tokens: T times the rows, T x T scores of each head, the head on the last rows only. */
static void prefill_is_the_closed_form(void **state)
{
    (void)state;
    fixture f = build("llama2-70b", ANTLER_PREFILL, 2, 512, ANTLER_FP16);
    const decoder_shape *s = &f.model->shape;
    uint64_t head = s->vocabulary * s->hidden;
    uint64_t layers = f.g->parameters - 2 * head - (2 * s->layers + 1) * s->hidden;
    uint64_t flops = 2 * 2 * 512 * layers + 2 * 2 * head + 4 * 2 * 512 * 512 * s->heads * s->head_dim * s->layers;
    assert_true(graph_total_flops(f.g) == (double)flops);
    assert_int_equal(graph_store_bytes(f.g), 2 * 2 * s->layers * 2 * 512 * s->kv_heads * s->head_dim);
    assert_int_equal(f.g->hbm_resident_bytes, 2 * f.g->parameters + kv_bytes(f.g));
    /* no cache is read: weights, less the embedding's rows that no token picked */
    assert_int_equal(graph_hbm_bytes(f.g), 2 * (f.g->parameters - head + 2 * 512 * s->hidden));
    assert_int_equal(f.g->tokens, 2);
    end(&f);
}

/* Layers differ in nothing but their number, so that plans of one serve all. */
static void layers_are_alike(void **state)
{
    (void)state;
    fixture f = build("llama2-13b", ANTLER_DECODE, 32, 2048, ANTLER_FP16);
    uint32_t first = (uint32_t)(op_named(f.g, "layer0.attention_norm_sum") - f.g->ops);
    uint32_t each = (uint32_t)(op_named(f.g, "layer1.attention_norm_sum") - f.g->ops) - first;
    assert_int_equal(f.g->nops, first + 40 * each + 3);
    for (uint32_t i = 0; i < 40 * each; i++) {
        const graph_op *op = &f.g->ops[first + i], *model = &f.g->ops[first + i % each];
        assert_string_equal(op->role, model->role);
        assert_int_equal(op->layer, i / each);
        assert_int_equal(op->ndims, model->ndims);
        for (uint8_t d = 0; d < op->ndims; d++)
            assert_int_equal(op->dim[d].size, model->dim[d].size);
    }
    end(&f);
}

/* Prefill without a cache: nothing of it is resident, read or written, and the LM head works on every token. */
static void a_training_pass_keeps_no_cache(void **state)
{
    (void)state;
    fixture prefill = build("llama2-7b", ANTLER_PREFILL, 2, 512, ANTLER_FP16);
    fixture train = build("llama2-7b", ANTLER_TRAIN_FORWARD, 2, 512, ANTLER_FP16);
    assert_int_equal(train.g->nops, prefill.g->nops - 1); /* no last_token */
    assert_int_equal(train.g->parameters, prefill.g->parameters);
    assert_int_equal(kv_bytes(train.g), 0);
    assert_int_equal(graph_store_bytes(train.g), 0);
    assert_int_equal(train.g->hbm_resident_bytes, 2 * train.g->parameters);
    assert_int_equal(graph_hbm_bytes(train.g), graph_hbm_bytes(prefill.g));
    double head = 2.0 * 32000 * 4096;
    assert_true(graph_total_flops(train.g) == graph_total_flops(prefill.g) + (2 * 512 - 2) * head);
    assert_int_equal(train.g->tokens, 2 * 512);
    end(&prefill);
    end(&train);
}

/* Multiply-adds of one image, to 0.1%: ViT-H/14 167.29 G (torchvision's vit_h_14), DiT-XL/2 118.64 G (its paper). */
static void encoders_do_the_published_work(void **state)
{
    (void)state;
    const struct {
        const char *name;
        uint32_t tokens;
        double macs;
    } published[] = {{"vit-huge", 257, 167.29e9}, {"dit-xl-2", 256, 118.64e9}};
    for (size_t i = 0; i < 2; i++) {
        fixture f = build(published[i].name, ANTLER_PREFILL, 3, published[i].tokens, ANTLER_FP16);
        assert_true(fabs(graph_total_flops(f.g) / (3 * 2 * published[i].macs) - 1) < 0.001);
        assert_int_equal(kv_bytes(f.g), 0);
        assert_int_equal(f.g->tokens, 3 * published[i].tokens);
        end(&f);
    }
}

/* Encoders take all tokens at once, and images have as many as their config says. */
static void encoders_refuse_what_they_cannot(void **state)
{
    (void)state;
    antler_model *model = NULL;
    antler_error err;
    arena *a = arena_new();
    graph *g = NULL;
    assert_non_null(a);
    assert_int_equal(antler_model_load("dit-xl-2", &model, &err), ANTLER_OK);
    antler_workload w = {.batch = 1, .context = 256};
    assert_int_equal(graph_build(model, &w, a, &g, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "dit-xl-2: has no decode, it takes all tokens at once; "
                                     "use phase prefill or train-forward");
    w.phase = ANTLER_TRAIN_FORWARD;
    w.context = 257;
    assert_int_equal(graph_build(model, &w, a, &g, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "dit-xl-2: context is 257; its images have 256 tokens");
    assert_null(g);
    antler_model_free(model);
    arena_free(a);
}

static void refusals(void **state)
{
    (void)state;
    antler_model *model = NULL;
    antler_error err;
    arena *a = arena_new();
    graph *g = NULL;
    assert_non_null(a);
    assert_int_equal(antler_model_load("llama2-13b", &model, &err), ANTLER_OK);
    antler_workload w = {.batch = 0, .context = 1};
    assert_int_equal(graph_build(model, &w, a, &g, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "batch is 0; it must be at least 1");
    w = (antler_workload){.batch = UINT32_MAX, .context = UINT32_MAX};
    assert_int_equal(graph_build(model, &w, a, &g, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "llama2-13b: layer0.k_cache would have more than 2^48 elements; "
                                     "give a smaller model, batch or context");
    assert_null(g);
    antler_model_free(model);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_are_the_published_ones), cmocka_unit_test(hbm_bytes_of_elk_models),
        cmocka_unit_test(llama_flops_are_the_closed_form),   cmocka_unit_test(attention_has_its_true_shapes),
        cmocka_unit_test(views_cut_the_fused_projection),    cmocka_unit_test(a_step_stores_its_kv_entries),
        cmocka_unit_test(embedding_reads_the_rows_picked),   cmocka_unit_test(gemma_alternates_local_layers),
        cmocka_unit_test(tied_head_is_one_tensor),           cmocka_unit_test(dtypes_scale_bytes),
        cmocka_unit_test(prefill_is_the_closed_form),        cmocka_unit_test(layers_are_alike),
        cmocka_unit_test(a_training_pass_keeps_no_cache),    cmocka_unit_test(encoders_do_the_published_work),
        cmocka_unit_test(encoders_refuse_what_they_cannot),  cmocka_unit_test(refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
