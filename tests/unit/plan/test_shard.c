/* Cuts over chips: charges by closed form and recomputed, and no single operator's cut could be better. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plan/shard.h"
#include "support/chain.h"
#include "support/one_line.h"
#include "support/random.h"

static machine *machine_of(arena *a, uint32_t chips, const char *link)
{
    char line[256];
    (void)snprintf(line, sizeof line,
                   "chips=%u; chip.cores=4; inter_chip.bandwidth=%s; hbm.bandwidth=10 GB/s; core.kernels=ipu-mk2",
                   chips, link);
    return machine_from(a, line);
}

/* A projection from 16 columns to 256 and one back, for 8 tokens. */
enum { TOKENS = 8, HIDDEN = 16, FFN = 256 };

typedef struct pair {
    graph_tensor tensors[5];
    graph_op ops[2];
    graph g;
} pair;

static void make_pair(pair *p)
{
    memset(p, 0, sizeof *p);
    for (int i = 0; i < 5; i++)
        p->tensors[i] = (graph_tensor){.kind = TENSOR_ACTIVATION,
                                       .naxes = 2,
                                       .size = {TOKENS, i == 2 ? FFN : HIDDEN},
                                       .element_bytes = 2,
                                       .producer = i / 2 - 1,
                                       .last_reader = i == 2 ? 1 : GRAPH_NONE};
    p->tensors[0].kind = TENSOR_INPUT;
    for (int i = 0; i < 2; i++) {
        graph_dim hidden = {"hidden", HIDDEN, i == 0 ? ROLE_K : ROLE_N};
        graph_dim ffn = {"ffn", FFN, i == 0 ? ROLE_N : ROLE_K};
        graph_tensor *weight = &p->tensors[1 + 2 * i];
        weight->kind = TENSOR_WEIGHT;
        weight->size[0] = i == 0 ? FFN : HIDDEN;
        weight->size[1] = i == 0 ? HIDDEN : FFN;
        weight->producer = GRAPH_NONE;
        p->ops[i] = (graph_op){
            .name = "op",
            .kind = OP_MATMUL,
            .ndims = 3,
            .dim = {{"tokens", TOKENS, ROLE_M}, i == 0 ? ffn : hidden, i == 0 ? hidden : ffn},
            .ninputs = 2,
            .input = {{.tensor = 2 * i, .naxes = 2, .dim = {0, 2}}, {.tensor = 2 * i + 1, .naxes = 2, .dim = {1, 2}}},
            .output = {.tensor = 2 * i + 2, .naxes = 2, .dim = {0, 1}}};
    }
    p->g = (graph){.nops = 2, .ops = p->ops, .ntensors = 5, .tensors = p->tensors, .element_bytes = 2};
}

static void test_one_chip(void **state)
{
    (void)state;
    arena *a = arena_new();
    pair p;
    make_pair(&p);
    shard *s = NULL;
    antler_error err = {0};
    assert_int_equal(shard_graph(&p.g, machine_of(a, 1, "1 GB/s"), a, &s, &err), ANTLER_OK);
    static const shard alone = {.parts = {1, 1, 1, 1, 1, 1}};
    assert_memory_equal(&s[0], &alone, sizeof alone);
    assert_memory_equal(&s[1], &alone, sizeof alone);
    arena_free(a);
}

/* The pair that tensor parallelism is made of: the first cut along its columns, the second along its sums. Weights are
 * read where they are used; only the 8 x 16 partial sums of the second are exchanged, each chip receives 3/4 of a copy.
 */
static void test_column_then_row(void **state)
{
    (void)state;
    arena *a = arena_new();
    pair p;
    make_pair(&p);
    shard *s = NULL;
    antler_error err = {0};
    assert_int_equal(shard_graph(&p.g, machine_of(a, 4, "10 GB/s"), a, &s, &err), ANTLER_OK);
    assert_int_equal(s[0].parts[1], 4);
    assert_int_equal(s[1].parts[2], 4);
    assert_int_equal(s[0].preload_chip_bytes + s[1].preload_chip_bytes, 0);
    assert_int_equal(s[0].reduce_chip_bytes + s[0].relayout_chip_bytes + s[1].relayout_chip_bytes, 0);
    assert_int_equal(s[1].reduce_chip_bytes, TOKENS * HIDDEN * 2 * 3 / 4);
    arena_free(a);
}

/* --- the costs of shard.h, written down again --- */

static double tile_bytes(const graph *g, const graph_op *op, const graph_operand *o, const uint32_t *parts)
{
    double bytes = g->tensors[o->tensor].element_bytes;
    for (uint32_t i = 0; i < o->naxes; i++)
        bytes *= ceil((double)op->dim[o->dim[i]].size / parts[o->dim[i]]);
    return bytes;
}

static uint32_t along(const graph_op *op, const graph_operand *o, const uint32_t *parts, const char *axis)
{
    uint32_t n = 1;
    for (uint32_t i = 0; i < o->naxes; i++)
        n *= strcmp(op->dim[o->dim[i]].axis, axis) == 0 ? parts[o->dim[i]] : 1;
    return n;
}

static double preload_of(const graph *g, const graph_op *op, const uint32_t *parts, uint32_t chips, double *links)
{
    double hbm = 0;
    *links = 0;
    for (uint32_t i = 0; i < op->ninputs; i++) {
        tensor_kind kind = g->tensors[op->input[i].tensor].kind;
        double used = tile_bytes(g, op, &op->input[i], parts);
        double read = used;
        for (uint32_t d = 0; d < op->input[i].naxes; d++)
            read *= parts[op->input[i].dim[d]];
        read /= chips;
        if (kind == TENSOR_WEIGHT || kind == TENSOR_KV) {
            hbm += read;
            *links += used - read;
        }
    }
    return hbm;
}

static uint32_t copies_of(const graph_op *op, const uint32_t *parts)
{
    uint32_t copies = 1;
    for (uint32_t d = 0; d < op->ndims; d++)
        copies *= op->dim[d].role == ROLE_K ? parts[d] : 1;
    return copies;
}

static double relayout_of(const graph *g, const shard *s, uint32_t reader, uint32_t input, uint32_t chips)
{
    const graph_op *to = &g->ops[reader];
    const graph_operand *in = &to->input[input];
    const graph_tensor *t = &g->tensors[in->tensor];
    if (t->kind != TENSOR_ACTIVATION)
        return 0;
    const graph_op *from = &g->ops[t->producer];
    const uint32_t *made = s[t->producer].parts;
    const uint32_t *read = s[reader].parts;
    bool whole = copies_of(from, made) == 1;
    bool same = whole;
    for (uint32_t d = 0; d < from->ndims; d++)
        same &= along(from, &from->output, made, from->dim[d].axis) == along(to, in, read, from->dim[d].axis);
    for (uint32_t d = 0; d < to->ndims; d++)
        same &= along(from, &from->output, made, to->dim[d].axis) == along(to, in, read, to->dim[d].axis);
    for (uint32_t i = 0; i < from->output.naxes; i++)
        whole &= made[from->output.dim[i]] == 1;
    return same || whole ? 0 : tile_bytes(g, to, in, read) * (chips - 1) / chips;
}

/* Everything an operator costs itself but for changes of cut. */
static double own_s(const graph *g, const shard *s, uint32_t i, const machine *m)
{
    const graph_op *op = &g->ops[i];
    uint32_t chips = machine_chips(m);
    double links = 0;
    double hbm_s = preload_of(g, op, s[i].parts, chips, &links) / machine_hbm_bps(m);
    double work = op->kind == OP_MATMUL ? 2 : 1;
    for (uint32_t d = 0; d < op->ndims; d++)
        work *= ceil((double)op->dim[d].size / s[i].parts[d]);
    uint32_t copies = copies_of(op, s[i].parts);
    links += tile_bytes(g, op, &op->output, s[i].parts) * (copies - 1) / copies;
    double work_s = work / (machine_peak_flops(m, g->element_bytes) / chips);
    return fmax(hbm_s, work_s) + links / machine_capacities(m)[RES_CHIP_IN];
}

static double total_s(const graph *g, const shard *s, const machine *m)
{
    double seconds = 0;
    for (uint32_t i = 0; i < g->nops; i++) {
        seconds += own_s(g, s, i, m);
        for (uint32_t input = 0; input < g->ops[i].ninputs; input++)
            seconds += relayout_of(g, s, i, input, machine_chips(m)) / machine_capacities(m)[RES_CHIP_IN];
    }
    return seconds;
}

static bool legal(const graph_op *op, const uint32_t *parts, uint32_t chips)
{
    uint64_t used = 1;
    for (uint32_t d = 0; d < op->ndims; d++) {
        uint64_t size = op->dim[d].size;
        uint64_t share = (size + parts[d] - 1) / parts[d];
        if (share * (parts[d] - 1) >= size)
            return false;
        used *= parts[d];
    }
    return used <= chips;
}

/* All other cuts of operator `i`, the rest as it is. */
static void no_better(const graph *g, shard *s, uint32_t i, uint32_t d, const machine *m, double least)
{
    if (d == g->ops[i].ndims) {
        if (legal(&g->ops[i], s[i].parts, machine_chips(m)))
            assert_true(total_s(g, s, m) >= least * (1 - 1e-9));
        return;
    }
    uint32_t chosen = s[i].parts[d];
    for (uint32_t parts = 1; parts <= machine_chips(m); parts++) {
        s[i].parts[d] = parts;
        no_better(g, s, i, d + 1, m, least);
    }
    s[i].parts[d] = chosen;
}

static void check_charges(const graph *g, const shard *s, uint32_t i, uint32_t chips)
{
    const graph_op *op = &g->ops[i];
    double links = 0;
    double relayout = 0;
    (void)preload_of(g, op, s[i].parts, chips, &links);
    for (uint32_t input = 0; input < op->ninputs; input++)
        relayout += relayout_of(g, s, i, input, chips);
    uint32_t copies = copies_of(op, s[i].parts);
    double reduce = tile_bytes(g, op, &op->output, s[i].parts) * (copies - 1) / copies;
    assert_true(fabs((double)s[i].preload_chip_bytes - links) < 1);
    assert_true(fabs((double)s[i].relayout_chip_bytes - relayout) < 1);
    assert_true(fabs((double)s[i].reduce_chip_bytes - reduce) < 1);
    assert_true(legal(op, s[i].parts, chips));
}

static void test_local_optimum(void **state)
{
    (void)state;
    static const char *const links[] = {"100 MB/s", "1 GB/s", "10 GB/s", "100 GB/s"};
    size_t cut = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        arena *a = arena_new();
        random_state r = random_seed(seed);
        graph *g = chain_random(a, &r, 6);
        machine *m = machine_of(a, (uint32_t)random_in(&r, 2, 6), links[random_in(&r, 0, 3)]);
        shard *s = NULL;
        shard *again = NULL;
        antler_error err = {0};
        assert_int_equal(shard_graph(g, m, a, &s, &err), ANTLER_OK);
        assert_int_equal(shard_graph(g, m, a, &again, &err), ANTLER_OK);
        assert_memory_equal(s, again, g->nops * sizeof *s);
        for (uint32_t i = 0; i < g->nops; i++) {
            check_charges(g, s, i, machine_chips(m));
            no_better(g, s, i, 0, m, total_s(g, s, m));
            for (uint32_t d = 0; d < g->ops[i].ndims; d++)
                cut += s[i].parts[d] > 1;
        }
        arena_free(a);
    }
    assert_true(cut > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_chip),
        cmocka_unit_test(test_column_then_row),
        cmocka_unit_test(test_local_optimum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
