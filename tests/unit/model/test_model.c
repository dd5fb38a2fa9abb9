/* Names and contents of loaded models, and the printed graph. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/io.h"
#include "model/graph_text.h"
#include "model/model.h"

static const char config[] = "{\"model_type\": \"llama\", \"hidden_size\": 8, \"num_hidden_layers\": 1, "
                             "\"num_attention_heads\": 2, \"intermediate_size\": 4, \"vocab_size\": 3}";

static void expect_name(const char *path, const char *name)
{
    antler_model *model = NULL;
    antler_error err;
    assert_int_equal(model_parse(path, config, sizeof config - 1, &model, &err), ANTLER_OK);
    assert_string_equal(antler_model_name(model), name);
    antler_model_free(model);
}

static void names(void **state)
{
    (void)state;
    expect_name("models/llama2-13b.json", "llama2-13b");
    expect_name("/a/Llama-2-13b-hf/config.json", "Llama-2-13b-hf");
    expect_name("x/config.json", "x");
    expect_name("config.json", "config");
    expect_name("/config.json", "config");
    expect_name("other", "other");
}

static void contents(void **state)
{
    (void)state;
    antler_model *model = NULL;
    antler_error err;
    assert_int_equal(model_parse("x.json", config, sizeof config - 1, &model, &err), ANTLER_OK);
    assert_string_equal(antler_model_content(model),
                        "{\"family\":\"llama\",\"ffn\":4,\"head_dim\":4,\"heads\":2,\"hidden\":8,\"kv_heads\":2,"
                        "\"layers\":1,\"vocabulary\":3}");
    antler_model_free(model);
}

/* The text of the tiny model is kept in tests/data: any change of a shape, a byte or a name shows. */
static void printed_graph(void **state)
{
    (void)state;
    antler_model *model = NULL;
    antler_error err = {.message = ""};
    antler_workload w = {.batch = 2, .context = 16, .dtype = ANTLER_FP16};
    arena *a = arena_new();
    graph *g = NULL;
    char *text = NULL, *want = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(a);
    assert_non_null(out);
    assert_int_equal(antler_model_load(TEST_DATA "/tiny-llama.json", &model, &err), ANTLER_OK);
    assert_int_equal(graph_build(model, &w, a, &g, &err), ANTLER_OK);
    assert_int_equal(graph_print(g, out, &err), ANTLER_OK);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(io_read_text(TEST_DATA "/tiny-llama.graph", &want, &size, &err), ANTLER_OK);
    assert_string_equal(text, want);
    free(text);
    free(want);
    antler_model_free(model);
    arena_free(a);
}

static void a_full_disk_is_reported(void **state)
{
    (void)state;
    graph g = {.nops = 0};
    antler_error err;
    FILE *full = fopen("/dev/full", "w");
    if (!full)
        skip();
    setbuf(full, NULL);
    assert_int_equal(graph_print(&g, full, &err), ANTLER_IO);
    (void)fclose(full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names), cmocka_unit_test(contents),
                                       cmocka_unit_test(printed_graph), cmocka_unit_test(a_full_disk_is_reported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
