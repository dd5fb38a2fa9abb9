#include "support/hand.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>

#include "support/chain.h"

enum { ROWS = 4, COLUMNS = 100 };

static machine *hand_machine(arena *a, uint64_t sram)
{
    char line[512];
    (void)snprintf(line, sizeof line,
                   "core.sram=1 KiB; core.reserved=%llu B; core.sram_bandwidth=1 TB/s; core.kernels=parametric;"
                   "core.matrix_m=1; core.matrix_n=1; core.matrix_k=1; core.matrix_cycles=1; core.matrix_fill=0;"
                   "core.vector_lanes=1; core.vector_issue=0; hbm.burst=1 B",
                   1024 - (unsigned long long)sram);
    return machine_from(a, line);
}

static int32_t add_tensor(graph *g, tensor_kind kind, int32_t producer)
{
    g->tensors[g->ntensors] = (graph_tensor){.name = "t",
                                             .kind = kind,
                                             .naxes = 2,
                                             .size = {kind == TENSOR_WEIGHT ? 1 : ROWS, COLUMNS},
                                             .element_bytes = 2,
                                             .producer = producer,
                                             .last_reader = GRAPH_NONE};
    return (int32_t)g->ntensors++;
}

static void add_input(graph *g, graph_op *op, int32_t tensor, bool row)
{
    op->input[op->ninputs++] = row ? (graph_operand){.tensor = tensor, .naxes = 1, .dim = {1}}
                                   : (graph_operand){.tensor = tensor, .naxes = 2, .dim = {0, 1}};
    g->tensors[tensor].last_reader = (int32_t)g->nops;
}

static void add_op(arena *a, graph *g, const hand_op *from)
{
    char name[16];
    graph_op *op = &g->ops[g->nops];
    (void)snprintf(name, sizeof name, "op%u", g->nops);
    *op = (graph_op){.name = arena_strdup(a, name),
                     .role = "hand",
                     .layer = -1,
                     .kind = OP_BINARY,
                     .ndims = 2,
                     .dim = {{"rows", ROWS, ROLE_M}, {"columns", COLUMNS, ROLE_M}}};
    assert_non_null(op->name);
    for (int i = 0; i < 2; i++)
        if (from->reads[i] != GRAPH_NONE)
            add_input(g, op, g->ops[from->reads[i]].output.tensor, false);
    if (op->ninputs == 0)
        add_input(g, op, add_tensor(g, TENSOR_INPUT, GRAPH_NONE), false);
    if (from->plans[0].states[0].sram > 0)
        add_input(g, op, add_tensor(g, TENSOR_WEIGHT, GRAPH_NONE), true);
    op->output = (graph_operand){.naxes = 2, .dim = {0, 1}};
    op->output.tensor = add_tensor(g, TENSOR_ACTIVATION, (int32_t)g->nops);
    g->nops++;
}

static void fill_plan(arena *a, const hand_op *op, const hand_plan *from, plan *p)
{
    uint32_t reads = (op->reads[0] != GRAPH_NONE ? 1U : 0U) + (op->reads[1] != GRAPH_NONE ? 1U : 0U);
    preload_state *states = ARENA_ARRAY(a, preload_state, HAND_STATES);
    assert_non_null(states);
    *p = (plan){.parts = {ROWS, 1},
                .sram_bytes = from->sram,
                .hold_bytes = from->hold,
                .gather_bytes = reads * COLUMNS * 2,
                .steps = from->steps,
                .syncs = reads > 0 ? 2 : 0,
                .cores = ROWS,
                .compute_s = from->steps * HAND_KERNEL_NS * NS,
                .preloads = states};
    p->time_s = p->compute_s + reads * 200 * NS + p->syncs * 100 * NS;
    for (int t = 0; t <= GRAPH_MAX_OPERANDS; t++)
        for (int d = 0; d < GRAPH_MAX_DIMS; d++)
            p->temporal[t][d] = 1;
    for (int s = 0; s < HAND_STATES && from->states[s].sram > 0; s++) {
        states[s] = (preload_state){.split = {1, 1, 1, 1},
                                    .sram_bytes = from->states[s].sram,
                                    .redistribute_bytes = from->states[s].redistribute};
        /* the weight is the last input; 4 cores share it */
        states[s].split[reads > 0 ? reads : 1] = from->states[s].redistribute > 0 ? 4 : 1;
        p->npreloads++;
    }
}

static plan_set *fill_set(arena *a, const hand_op *from)
{
    plan_set *set = ARENA_ARRAY(a, plan_set, 1);
    assert_non_null(set);
    set->plans = ARENA_ARRAY(a, plan, HAND_PLANS);
    assert_non_null(set->plans);
    for (; set->count < HAND_PLANS && from->plans[set->count].steps > 0; set->count++)
        fill_plan(a, from, &from->plans[set->count], &set->plans[set->count]);
    set->least_sram = set->count > 0 ? set->plans[0].sram_bytes : from->least_sram;
    return set;
}

schedule_input *hand_input(arena *a, uint64_t sram, const hand_op *ops, uint32_t count)
{
    schedule_input *in = ARENA_ARRAY(a, schedule_input, 1);
    graph *g = ARENA_ARRAY(a, graph, 1);
    const plan_set **sets = ARENA_ARRAY(a, const plan_set *, HAND_MOST);
    shard *shards = ARENA_ARRAY(a, shard, HAND_MOST);
    uint32_t *alike = ARENA_ARRAY(a, uint32_t, HAND_MOST);
    assert_true(in && g && sets && shards && alike && count <= HAND_MOST);
    *g = (graph){.ops = ARENA_ARRAY(a, graph_op, HAND_MOST),
                 .tensors = ARENA_ARRAY(a, graph_tensor, 3 * HAND_MOST),
                 .element_bytes = 2,
                 .tokens = 1};
    assert_true(g->ops && g->tensors);
    for (uint32_t i = 0; i < count; i++) {
        add_op(a, g, &ops[i]);
        sets[i] = fill_set(a, &ops[i]);
        alike[i] = i;
        for (int d = 0; d < GRAPH_MAX_DIMS; d++)
            shards[i].parts[d] = 1;
    }
    machine *m = hand_machine(a, sram);
    *in = (schedule_input){
        .g = g, .m = m, .shards = shards, .plans = sets, .alike = alike, .judge = {.latency = chain_judge}};
    return in;
}
