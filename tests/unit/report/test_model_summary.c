/* The summary of a model: rows times layers are the totals, work is that of the active parameters and attention, and KV
 * bytes are exact. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <antler/report.h>

#include "report/model_summary.h"

typedef struct fixture {
    arena *a;
    antler_model *model;
    antler_workload w;
    model_summary s;
} fixture;

/* Fills `f`, whose workload the summary keeps pointing to. */
static void summarize(fixture *f, const char *name, uint32_t batch)
{
    antler_error err = {.message = ""};
    *f = (fixture){.a = arena_new()};
    assert_non_null(f->a);
    assert_int_equal(antler_model_load(name, &f->model, &err), ANTLER_OK);
    f->w = antler_model_workload(f->model);
    f->w.batch = batch;
    if (model_summarize(f->model, &f->w, f->a, &f->s, &err))
        fail_msg("%s", err.message);
}

static void end(fixture *f)
{
    antler_model_free(f->model);
    arena_free(f->a);
}

static const char *const shipped[] = {"llama2-7b",     "llama2-70b",  "llama3.1-8b", "llama3.1-70b",
                                      "llama3.1-405b", "qwen2.5-72b", "gemma2-27b",  "opt-30b",
                                      "gpt2",          "bert-large",  "vit-huge",    "dit-xl-2"};
enum { SHIPPED = sizeof shipped / sizeof *shipped };

static void rows_times_layers_are_the_totals(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHIPPED; i++) {
        fixture f;
        summarize(&f, shipped[i], 3);
        uint64_t parameters = 0, bytes = 0;
        double flops = 0;
        for (uint32_t r = 0; r < f.s.nrows; r++) {
            const model_row *row = &f.s.rows[r];
            uint32_t times = row->layers ? row->layers : 1;
            parameters += times * row->parameters;
            bytes += times * row->hbm_bytes;
            flops += times * f.s.g->ops[row->op].flops;
        }
        assert_int_equal(parameters, f.s.g->parameters);
        assert_int_equal(bytes, graph_hbm_bytes(f.s.g) + graph_store_bytes(f.s.g));
        assert_true(flops == graph_total_flops(f.s.g));
        end(&f);
    }
}

/* Every second layer of Gemma 2 is local, but sees all of a short context; 46 layers are 23 of each kind. */
static void layers_alike_are_shown_once(void **state)
{
    (void)state;
    fixture f;
    summarize(&f, "gemma2-27b", 1);
    assert_int_equal(f.s.nrows, 6 + 24);
    end(&f);
    arena *a = arena_new();
    antler_model *model = NULL;
    antler_error err;
    model_summary s;
    antler_workload w = {.batch = 1, .context = 8192, .dtype = ANTLER_FP16};
    assert_non_null(a);
    assert_int_equal(antler_model_load("gemma2-27b", &model, &err), ANTLER_OK);
    assert_int_equal(model_summarize(model, &w, a, &s, &err), ANTLER_OK);
    assert_int_equal(s.nrows, 6 + 2 * 24);
    for (uint32_t i = 0; i < s.nrows; i++)
        assert_true(s.rows[i].layers == 0 || s.rows[i].layers == 23);
    antler_model_free(model);
    arena_free(a);
}

/* A decode step multiplies every active parameter once, and q with K, the weights with V. */
static void work_is_that_of_active_parameters_and_attention(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHIPPED; i++) {
        fixture f;
        summarize(&f, shipped[i], 1);
        const decoder_shape *s = &f.model->shape;
        if (!f.model->family->encoder) {
            double attention = 4.0 * (double)(s->layers * s->heads * s->head_dim) * f.w.context;
            double want = 2 * (double)f.s.g->active_parameters + attention;
            assert_true(fabs(graph_total_flops(f.s.g) / want - 1) < 0.02);
        }
        end(&f);
    }
}

static void kv_bytes_are_exact(void **state)
{
    (void)state;
    const struct {
        const char *name;
        uint64_t bytes;
    } want[] = {{"llama2-7b", 2 * 32 * 32 * 128 * 2},  {"llama2-70b", 2 * 80 * 8 * 128 * 2},
                {"gemma2-27b", 2 * 46 * 16 * 128 * 2}, {"opt-30b", 2 * 48 * 56 * 128 * 2},
                {"gpt2", 2 * 12 * 12 * 64 * 2},        {"bert-large", 0}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        fixture f;
        summarize(&f, want[i].name, 5);
        assert_int_equal(f.s.kv_bytes_per_token, want[i].bytes);
        end(&f);
    }
}

static void a_full_disk_is_reported(void **state)
{
    (void)state;
    antler_model *model = NULL;
    antler_error err;
    FILE *full = fopen("/dev/full", "w");
    if (!full)
        skip();
    setbuf(full, NULL);
    assert_int_equal(antler_model_load("gpt2", &model, &err), ANTLER_OK);
    antler_workload w = antler_model_workload(model);
    for (int view = ANTLER_MODEL_TABLE; view <= ANTLER_MODEL_DOT; view++)
        assert_int_equal(antler_model_print(model, &w, (antler_model_view)view, full, &err), ANTLER_IO);
    antler_model_free(model);
    (void)fclose(full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_times_layers_are_the_totals),
                                       cmocka_unit_test(layers_alike_are_shown_once),
                                       cmocka_unit_test(work_is_that_of_active_parameters_and_attention),
                                       cmocka_unit_test(kv_bytes_are_exact), cmocka_unit_test(a_full_disk_is_reported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
