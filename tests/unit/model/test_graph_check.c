/* graph_check accepts the graph of a tiny model and refuses it with any one thing broken, naming what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "model/graph.h"

static graph *tiny(arena *a)
{
    antler_model *model = NULL;
    antler_error err = {.message = ""};
    antler_workload w = {.batch = 2, .context = 16, .dtype = ANTLER_FP16};
    graph *g = NULL;
    if (antler_model_load(TEST_DATA "/tiny-llama.json", &model, &err) || graph_build(model, &w, a, &g, &err))
        fail_msg("%s", err.message);
    antler_model_free(model);
    return g;
}

static graph_op *op(graph *g, const char *name)
{
    for (uint32_t i = 0; i < g->nops; i++)
        if (strcmp(g->ops[i].name, name) == 0)
            return &g->ops[i];
    fail_msg("no operator %s", name);
    return NULL;
}

static graph_tensor *tensor(graph *g, const char *name)
{
    for (uint32_t i = 0; i < g->ntensors; i++)
        if (strcmp(g->tensors[i].name, name) == 0)
            return &g->tensors[i];
    fail_msg("no tensor %s", name);
    return NULL;
}

static void no_such_tensor(graph *g)
{
    op(g, "layer0.qkv")->input[1].tensor = 10000;
}

static void axis_out_of_range(graph *g)
{
    op(g, "layer0.qkv")->input[1].dim[1] = 3;
}

static void axis_twice(graph *g)
{
    op(g, "layer0.qkv")->input[1].dim[1] = op(g, "layer0.qkv")->input[1].dim[0];
}

static void wrong_size(graph *g)
{
    op(g, "layer0.down")->dim[1].size += 1;
}

static void view_past_the_end(graph *g)
{
    op(g, "layer0.silu_mul")->input[1].first += 1;
}

static void view_too_wide(graph *g)
{
    op(g, "layer0.silu_mul")->input[0].width += 1;
}

/* [batch, kv_head, head_dim] of columns k read as [kv_head, batch, head_dim]: sizes 2, 2, 16 hide nothing, so the
 * batch is made 3 first. */
static void view_across_rows(graph *g)
{
    graph_op *k = op(g, "layer0.k_rotary");
    graph_tensor *qkv = tensor(g, "layer0.qkv");
    qkv->size[0] = 3;
    k->dim[0].size = 3;
    uint8_t batch = k->input[0].dim[0];
    k->input[0].dim[0] = k->input[0].dim[1];
    k->input[0].dim[1] = batch;
}

static void gather_of_other_rows(graph *g)
{
    op(g, "embedding")->input[0].naxes = 1;
}

static void too_few_inputs(graph *g)
{
    op(g, "layer0.qkv")->ninputs = 1;
}

static void too_many_inputs(graph *g)
{
    op(g, "layer0.softmax_max")->ninputs = 2;
}

static void read_too_early(graph *g)
{
    op(g, "layer0.output")->input[0].tensor = op(g, "layer1.values")->output.tensor;
}

static void weight_with_producer(graph *g)
{
    tensor(g, "layer0.down.weight")->producer = 3;
}

static void wrong_producer(graph *g)
{
    tensor(g, "layer0.down")->producer = 3;
}

static void output_is_a_weight(graph *g)
{
    op(g, "layer1.down")->output.tensor = op(g, "layer0.down")->input[1].tensor;
}

static void output_is_a_view(graph *g)
{
    op(g, "layer0.down")->output.width = 64;
}

static void stores_too_much(graph *g)
{
    op(g, "layer0.k_rotary")->store_bytes = 257; /* 2 x 2 x 16 elements of at most four bytes are 256 */
}

static void made_for_nobody(graph *g)
{
    op(g, "layer0.k_rotary")->store_bytes = 0;
}

static void wrong_role(graph *g)
{
    op(g, "layer0.scores")->dim[0].role = ROLE_M;
}

static void matmul_of_no_kind(graph *g)
{
    op(g, "layer0.softmax_sum")->dim[0].role = ROLE_K;
}

static void wrong_flops(graph *g)
{
    op(g, "layer0.scores")->flops += 2;
}

static void wrong_reader(graph *g)
{
    tensor(g, "layer0.attention_residual")->last_reader -= 1;
}

static void same_name(graph *g)
{
    op(g, "layer0.qkv")->name = "lm_head";
}

static void empty_tensor(graph *g)
{
    tensor(g, "layer0.k_cache")->size[2] = 0;
}

static void no_element_size(graph *g)
{
    tensor(g, "layer0.k_cache")->element_bytes = 0;
}

static void too_little_resident(graph *g)
{
    g->hbm_resident_bytes -= 1;
}

static void no_dims(graph *g)
{
    op(g, "layer0.qkv")->ndims = 0;
}

static const struct {
    void (*harm)(graph *g);
    const char *message;
} cases[] = {
    {no_such_tensor, "layer0.qkv: an operand names tensor 10000 of 64"},
    {axis_out_of_range, "layer0.qkv: operand layer0.qkv.weight: axis 1 spans a dim that is not there, or one twice"},
    {axis_twice, "layer0.qkv: operand layer0.qkv.weight: axis 1 spans a dim that is not there, or one twice"},
    {wrong_size, "layer0.down: the axes of operand layer0.silu_mul do not make up its tensor"},
    {view_past_the_end, "layer0.silu_mul: view up reaches behind the 192 columns of layer0.gate_up"},
    {view_too_wide, "layer0.silu_mul: the axes of operand layer0.gate_up do not make up its tensor"},
    {view_across_rows, "layer0.qkv: the axes of operand layer0.qkv do not make up its tensor"},
    {gather_of_other_rows, "embedding: embedding.weight cannot be picked from by row"},
    {too_few_inputs, "layer0.qkv: 1 inputs do not suit its kind"},
    {too_many_inputs, "layer0.softmax_max: 2 inputs do not suit its kind"},
    {read_too_early, "layer0.output: layer1.values is read before it is there"},
    {weight_with_producer, "tensor layer0.down.weight: producer 3 does not make it"},
    {wrong_producer, "tensor layer0.down: producer 3 does not make it"},
    {output_is_a_weight, "tensor layer1.down: producer 37 does not make it"},
    {output_is_a_view, "layer0.down: does not make all of an activation of its own"},
    {stores_too_much, "layer0.k_rotary: stores 257 bytes and makes 64 elements"},
    {made_for_nobody, "layer0.k_rotary: what it makes is neither read nor stored"},
    {wrong_role, "layer0.scores: dim batch has a role that its operands do not give it"},
    {matmul_of_no_kind, "layer0.softmax_sum: dim batch has a role that its operands do not give it"},
    {wrong_flops, "layer0.scores: counts 4098 FLOPs"},
    {wrong_reader, "tensor layer0.attention_residual: last reader is 19 and not 18"},
    {same_name, "two operators are named lm_head"},
    {empty_tensor, "tensor layer0.k_cache is empty along axis 2"},
    {no_element_size, "tensor 12 has no name, axes or element size"},
    {too_little_resident, "213631 bytes resident, but weights and KV cache have 213632"},
    {no_dims, "layer0.qkv: 0 dims"},
};

static void harm_is_found(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        arena *a = arena_new();
        antler_error err = {.message = ""};
        assert_non_null(a);
        graph *g = tiny(a);
        assert_int_equal(graph_check(g, &err), ANTLER_OK);
        cases[i].harm(g);
        antler_status status = graph_check(g, &err);
        if (status != ANTLER_BUG || strcmp(err.message, cases[i].message) != 0) {
            print_error("want %s\n got %s\n", cases[i].message, err.message);
            wrong++;
        }
        arena_free(a);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(harm_is_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
