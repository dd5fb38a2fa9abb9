#include "support/random_op.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>

static void span(graph_operand *o, uint8_t dim)
{
    o->dim[o->naxes++] = dim;
}

/* A matmul's operands follow from the roles: A spans batch, m, k; B batch, n, k; the output batch, m, n. */
static void matmul_operands(random_graph *g)
{
    g->op.ninputs = 2;
    for (uint8_t d = 0; d < g->op.ndims; d++) {
        dim_role role = g->op.dim[d].role;
        if (role != ROLE_N)
            span(&g->op.input[0], d);
        if (role != ROLE_M)
            span(&g->op.input[1], d);
        if (role != ROLE_K)
            span(&g->op.output, d);
    }
}

/* Inputs span dims at random (broadcast), the output those that are not reduced. */
static void vector_operands(random_graph *g, random_state *r)
{
    g->op.ninputs = (uint8_t)(g->op.kind == OP_BINARY ? random_in(r, 2, 3) : 1);
    for (uint8_t d = 0; d < g->op.ndims; d++) {
        span(&g->op.input[0], d);
        for (uint8_t i = 1; i < g->op.ninputs; i++)
            if (random_in(r, 0, 1))
                span(&g->op.input[i], d);
        if (g->op.dim[d].role != ROLE_K)
            span(&g->op.output, d);
    }
}

static dim_role random_role(op_kind kind, random_state *r)
{
    if (kind == OP_MATMUL)
        return (dim_role)random_in(r, ROLE_BATCH, ROLE_K);
    return kind == OP_REDUCE && random_in(r, 0, 1) ? ROLE_K : ROLE_M;
}

/* Mostly activations and weights, as in models; now and then two of a kind. */
static tensor_kind random_kind(uint8_t input, random_state *r)
{
    static const tensor_kind kinds[] = {TENSOR_ACTIVATION, TENSOR_WEIGHT, TENSOR_KV, TENSOR_INPUT};
    if (random_in(r, 0, 3) == 0)
        return kinds[random_in(r, 0, 3)];
    return input > 0 ? TENSOR_WEIGHT : TENSOR_ACTIVATION;
}

random_graph *random_op(arena *a, random_state *r)
{
    static const op_kind kinds[] = {OP_MATMUL, OP_MATMUL, OP_BINARY, OP_UNARY, OP_REDUCE};
    random_graph *g = ARENA_ARRAY(a, random_graph, 1);
    assert_non_null(g);
    g->op.name = "random";
    g->op.kind = kinds[random_in(r, 0, 4)];
    g->op.ndims = (uint8_t)random_in(r, 1, 4);
    for (uint8_t d = 0; d < g->op.ndims; d++)
        g->op.dim[d] = (graph_dim){.axis = "d", .size = random_in(r, 1, 12), .role = random_role(g->op.kind, r)};
    if (g->op.kind == OP_MATMUL)
        matmul_operands(g);
    else
        vector_operands(g, r);
    for (uint8_t i = 0; i <= g->op.ninputs; i++) {
        graph_operand *o = i < g->op.ninputs ? &g->op.input[i] : &g->op.output;
        o->tensor = i;
        g->tensors[i] = (graph_tensor){.name = "t",
                                       .kind = i < g->op.ninputs ? random_kind(i, r) : TENSOR_ACTIVATION,
                                       .element_bytes = random_in(r, 0, 7) ? 2 : 0.5,
                                       .producer = GRAPH_NONE,
                                       .last_reader = GRAPH_NONE};
    }
    g->graph = (graph){.nops = 1, .ops = &g->op, .ntensors = g->op.ninputs + 1u, .tensors = g->tensors};
    return g;
}

machine *random_machine(arena *a, random_state *r)
{
    char line[256];
    (void)snprintf(line, sizeof line, "chip.cores=%llu; core.sram=2 KiB; core.reserved=%llu B; core.kernels=%s%s",
                   (unsigned long long)random_in(r, 1, 16), (unsigned long long)random_in(r, 0, 2030),
                   random_in(r, 0, 1) ? "parametric" : "ipu-mk2",
                   "; core.matrix_m=2; core.matrix_n=4; core.matrix_k=2; core.matrix_cycles=8; core.vector_lanes=2;"
                   "core.vector_issue=5; core.matrix_fill=3");
    return machine_from(a, line);
}
