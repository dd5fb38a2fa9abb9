#include "support/chain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

enum { MOST_TENSORS_AN_OP = 3 };

typedef struct maker {
    arena *a;
    random_state *r;
    graph *g;
    uint64_t rows;
} maker;

static const char *name(maker *k, const char *what, uint32_t number)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%s%u", what, number);
    char *copy = arena_strdup(k->a, text);
    assert_non_null(copy);
    return copy;
}

static int32_t add_tensor(maker *k, const char *what, tensor_kind kind, uint8_t naxes, const uint64_t *size)
{
    uint32_t index = k->g->ntensors++;
    graph_tensor *t = &k->g->tensors[index];
    *t = (graph_tensor){.name = name(k, what, index),
                        .kind = kind,
                        .naxes = naxes,
                        .element_bytes = 2,
                        .producer = kind == TENSOR_ACTIVATION ? (int32_t)k->g->nops : GRAPH_NONE,
                        .last_reader = GRAPH_NONE};
    memcpy(t->size, size, naxes * sizeof *size);
    if (kind == TENSOR_WEIGHT || kind == TENSOR_KV)
        k->g->hbm_resident_bytes += graph_tensor_bytes(t);
    return (int32_t)index;
}

static void read_tensor(maker *k, graph_op *op, int32_t tensor, uint8_t naxes, const uint8_t *dims)
{
    graph_operand *o = &op->input[op->ninputs++];
    *o = (graph_operand){.tensor = tensor, .naxes = naxes};
    memcpy(o->dim, dims, naxes);
    k->g->tensors[tensor].last_reader = (int32_t)k->g->nops;
}

static void make_tensor(maker *k, graph_op *op, uint8_t naxes, const uint8_t *dims)
{
    uint64_t size[2] = {0};
    for (uint8_t i = 0; i < naxes; i++)
        size[i] = op->dim[dims[i]].size;
    op->output = (graph_operand){.naxes = naxes};
    op->output.tensor = add_tensor(k, "t", TENSOR_ACTIVATION, naxes, size);
    memcpy(op->output.dim, dims, naxes);
    if (random_in(k->r, 0, 3) == 0)
        op->store_bytes = graph_tensor_bytes(&k->g->tensors[op->output.tensor]);
}

/* [rows, width] x [n, width], or with a cache [rows, n, width] for each row. */
static void matmul(maker *k, graph_op *op, int32_t in)
{
    static const uint8_t a[] = {0, 2};
    static const uint8_t weight[] = {1, 2};
    static const uint8_t cache[] = {0, 1, 2};
    static const uint8_t out[] = {0, 1};
    bool cached = random_in(k->r, 0, 2) == 0;
    uint64_t width = k->g->tensors[in].size[1];
    uint64_t size[3] = {k->rows, random_in(k->r, 1, 12), width};
    op->kind = OP_MATMUL;
    op->ndims = 3;
    op->dim[0] = (graph_dim){"rows", size[0], cached ? ROLE_BATCH : ROLE_M};
    op->dim[1] = (graph_dim){"out", size[1], ROLE_N};
    op->dim[2] = (graph_dim){"in", size[2], ROLE_K};
    op->flops = 2.0 * (double)(size[0] * size[1] * size[2]);
    read_tensor(k, op, in, 2, a);
    if (cached)
        read_tensor(k, op, add_tensor(k, "kv", TENSOR_KV, 3, size), 3, cache);
    else
        read_tensor(k, op, add_tensor(k, "w", TENSOR_WEIGHT, 2, size + 1), 2, weight);
    make_tensor(k, op, 2, out);
}

static void element_dims(maker *k, graph_op *op, int32_t in)
{
    op->ndims = 2;
    op->dim[0] = (graph_dim){"rows", k->rows, ROLE_M};
    op->dim[1] = (graph_dim){"out", k->g->tensors[in].size[1], ROLE_M};
}

/* With a weight row, or with an earlier output of the same shape. */
static void binary(maker *k, graph_op *op, int32_t in)
{
    static const uint8_t both[] = {0, 1};
    static const uint8_t row[] = {1};
    op->kind = OP_BINARY;
    element_dims(k, op, in);
    read_tensor(k, op, in, 2, both);
    int32_t earlier = GRAPH_NONE;
    for (int32_t i = 0; i < in; i++) {
        const graph_tensor *t = &k->g->tensors[i];
        if (t->kind == TENSOR_ACTIVATION && t->naxes == 2 && t->size[1] == op->dim[1].size)
            earlier = i;
    }
    if (earlier != GRAPH_NONE && random_in(k->r, 0, 1))
        read_tensor(k, op, earlier, 2, both);
    else
        read_tensor(k, op, add_tensor(k, "w", TENSOR_WEIGHT, 1, &op->dim[1].size), 1, row);
    make_tensor(k, op, 2, both);
}

static void unary(maker *k, graph_op *op, int32_t in)
{
    static const uint8_t both[] = {0, 1};
    op->kind = OP_UNARY;
    element_dims(k, op, in);
    read_tensor(k, op, in, 2, both);
    make_tensor(k, op, 2, both);
}

/* Sums of rows, kept as a column. */
static void reduce(maker *k, graph_op *op, int32_t in)
{
    static const uint8_t all[] = {0, 1, 2};
    static const uint8_t kept[] = {0, 2};
    op->kind = OP_REDUCE;
    op->ndims = 3;
    op->dim[0] = (graph_dim){"rows", k->rows, ROLE_M};
    op->dim[1] = (graph_dim){"in", k->g->tensors[in].size[1], ROLE_K};
    op->dim[2] = (graph_dim){"out", 1, ROLE_M};
    read_tensor(k, op, in, 3, all);
    make_tensor(k, op, 2, kept);
}

/* Rows of a table in HBM, picked by indices that are given. */
static void gather(maker *k, graph_op *op)
{
    static const uint8_t both[] = {0, 1};
    static const uint8_t rows[] = {0};
    uint64_t table[2] = {random_in(k->r, 1, 30), random_in(k->r, 1, 12)};
    op->kind = OP_GATHER;
    op->ndims = 2;
    op->dim[0] = (graph_dim){"rows", k->rows, ROLE_M};
    op->dim[1] = (graph_dim){"out", table[1], ROLE_N};
    read_tensor(k, op, add_tensor(k, "w", TENSOR_WEIGHT, 2, table), 2, both);
    read_tensor(k, op, add_tensor(k, "ids", TENSOR_INPUT, 1, &k->rows), 1, rows);
    make_tensor(k, op, 2, both);
}

static void add_op(maker *k, int32_t in)
{
    graph_op *op = &k->g->ops[k->g->nops];
    op->name = op->role = name(k, "op", k->g->nops);
    op->layer = -1;
    uint64_t kind = in == GRAPH_NONE ? 9 : random_in(k->r, 0, 8);
    if (kind == 9)
        gather(k, op);
    else if (kind <= 4)
        matmul(k, op, in);
    else if (kind <= 6)
        binary(k, op, in);
    else if (kind == 7)
        unary(k, op, in);
    else
        reduce(k, op, in);
    k->g->nops++;
}

graph *chain_random(arena *a, random_state *r, uint32_t nops)
{
    maker k = {.a = a, .r = r, .g = ARENA_ARRAY(a, graph, 1), .rows = random_in(r, 1, 6)};
    assert_non_null(k.g);
    k.g->ops = ARENA_ARRAY(a, graph_op, nops);
    k.g->tensors = ARENA_ARRAY(a, graph_tensor, (size_t)nops * MOST_TENSORS_AN_OP);
    assert_non_null(k.g->ops);
    assert_non_null(k.g->tensors);
    k.g->element_bytes = 2;
    k.g->tokens = (uint32_t)k.rows;
    int32_t last = GRAPH_NONE;
    for (uint32_t i = 0; i < nops; i++) {
        add_op(&k, last);
        last = k.g->ops[i].output.tensor;
    }
    antler_error err = {0};
    if (graph_check(k.g, &err) != ANTLER_OK)
        fail_msg("%s", err.message);
    return k.g;
}

slicing chain_slicing(arena *a, random_state *r, const graph *g)
{
    slicing s;
    antler_error err = {0};
    assert_int_equal(slicing_none(g, a, &s, &err), ANTLER_OK);
    for (uint32_t i = 0; i < g->nops; i++)
        for (uint8_t d = 0; d < g->ops[i].ndims; d++)
            if (g->ops[i].dim[d].role != ROLE_K && random_in(r, 0, 2) == 0)
                s.length[i][d] = random_in(r, 1, g->ops[i].dim[d].size);
    for (uint32_t t = 0; t < g->ntensors; t++)
        s.spilled[t] = g->tensors[t].last_reader != GRAPH_NONE && g->tensors[t].kind == TENSOR_ACTIVATION &&
                       random_in(r, 0, 2) == 0;
    return s;
}

machine *chain_machine(arena *a, random_state *r)
{
    static const char *const topologies[] = {"all-to-all", "mesh", "torus", "ring"};
    static const char *const overlaps[] = {"none", "dma"};
    static const char *const kernels[] = {"ipu-mk2", "parametric"};
    char line[512];
    (void)snprintf(line, sizeof line,
                   "chips=%u; inter_chip.bandwidth=%u MB/s; inter_chip.latency=%u ns; chip.cores=%u; core.sram=4 KiB; "
                   "core.reserved=%u B;"
                   "core.overlap=%s; core.kernels=%s; noc.topology=%s; noc.hop=%u ns; noc.bandwidth=%u MB/s;"
                   "noc.multicast=%s; hbm.bandwidth=%u MB/s; hbm.latency=%u ns; hbm.burst=%u B; core.matrix_m=2;"
                   "core.matrix_n=4; core.matrix_k=2; core.matrix_cycles=8; core.vector_lanes=2; core.vector_issue=5;"
                   "core.matrix_fill=3",
                   (unsigned)random_in(r, 1, 2), (unsigned)random_in(r, 50, 4000), (unsigned)random_in(r, 0, 200),
                   (unsigned)random_in(r, 1, 9), (unsigned)random_in(r, 0, 4060), overlaps[random_in(r, 0, 1)],
                   kernels[random_in(r, 0, 1)], topologies[random_in(r, 0, 3)], (unsigned)random_in(r, 0, 20),
                   (unsigned)random_in(r, 50, 4000), random_in(r, 0, 1) ? "yes" : "no",
                   (unsigned)random_in(r, 50, 8000), (unsigned)random_in(r, 0, 300), random_in(r, 0, 1) ? 1 : 32);
    return machine_from(a, line);
}

antler_status chain_judge(void *self, const machine *m, const program *p, double *seconds, antler_error *err)
{
    (void)self;
    arena *scratch = arena_new();
    assert_non_null(scratch);
    sim_result run = {0};
    antler_status st = simulate(p, m, false, scratch, &run, err);
    arena_free(scratch);
    *seconds = run.latency_s;
    return st;
}

schedule_input *chain_plans(arena *a, const graph *g, const machine *m)
{
    schedule_input *in = ARENA_ARRAY(a, schedule_input, 1);
    const plan_set **sets = ARENA_ARRAY(a, const plan_set *, g->nops);
    uint32_t *alike = ARENA_ARRAY(a, uint32_t, g->nops);
    shard *shards = NULL;
    antler_error err = {0};
    assert_non_null(alike);
    assert_non_null(in);
    assert_non_null(sets);
    assert_int_equal(shard_graph(g, m, a, &shards, &err), ANTLER_OK);
    for (uint32_t i = 0; i < g->nops; i++) {
        plan_set *found = NULL;
        plan_set *priced = NULL;
        assert_int_equal(plans_enumerate(g, &g->ops[i], &shards[i], m, a, &found, &err), ANTLER_OK);
        assert_int_equal(plans_price(found, g, &g->ops[i], &shards[i], m, a, &priced, &err), ANTLER_OK);
        sets[i] = priced;
        alike[i] = i;
    }
    *in = (schedule_input){
        .g = g, .m = m, .shards = shards, .plans = sets, .alike = alike, .judge = {.latency = chain_judge}};
    return in;
}
