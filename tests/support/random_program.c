#include "support/random_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>

void random_machine_line(random_state *r, char line[RANDOM_LINE])
{
    static const char *const topologies[] = {"all-to-all", "mesh", "torus", "ring"};
    (void)snprintf(line, RANDOM_LINE,
                   "chips=%u; inter_chip.bandwidth=%u MB/s; inter_chip.latency=%u ns; chip.cores=%u; core.sram=3 KiB;"
                   "core.overlap=%s; core.kernels=%s; noc.topology=%s; noc.hop=%u ns; noc.bandwidth=%u MB/s;"
                   "noc.multicast=%s; hbm.bandwidth=%u MB/s; hbm.latency=%u ns; hbm.burst=%u B; core.matrix_m=2;"
                   "core.matrix_n=4; core.matrix_k=2; core.matrix_cycles=8; core.vector_lanes=2; core.vector_issue=5;"
                   "core.matrix_fill=3",
                   (unsigned)random_in(r, 1, 2), (unsigned)random_in(r, 50, 4000), (unsigned)random_in(r, 0, 200),
                   (unsigned)random_in(r, RANDOM_LEAST_CORES, 9), random_in(r, 0, 1) ? "none" : "dma",
                   random_in(r, 0, 1) ? "ipu-mk2" : "parametric", topologies[random_in(r, 0, 3)],
                   (unsigned)random_in(r, 0, 20), (unsigned)random_in(r, 50, 4000), random_in(r, 0, 1) ? "yes" : "no",
                   (unsigned)random_in(r, 50, 8000), (unsigned)random_in(r, 0, 300), random_in(r, 0, 1) ? 1 : 32);
}

/* Axes whose product is at most 4, and rings that divide their groups. */
static void random_axes(random_state *r, traffic *t)
{
    uint32_t group = 1;
    uint32_t cores = 1;
    t->naxes = (uint8_t)random_in(r, 1, 3);
    for (uint8_t i = 0; i < t->naxes; i++) {
        uint32_t extent = (uint32_t)random_in(r, 1, RANDOM_LEAST_CORES / cores);
        t->axes[i] = (traffic_axis){.extent = extent, .member = random_in(r, 0, 2) > 0};
        cores *= extent;
        group *= t->axes[i].member ? extent : 1;
    }
    do
        t->ring = (uint32_t)random_in(r, 1, group);
    while (group % t->ring != 0);
}

traffic random_traffic(random_state *r, traffic_pattern pattern)
{
    traffic t = {.pattern = pattern, .bytes = random_in(r, 1, 400)};
    random_axes(r, &t);
    t.unique = t.bytes * traffic_cores(&t) / (pattern == TRAFFIC_HBM_LOAD ? t.ring : 1);
    t.chip_bytes = random_in(r, 0, 3) ? 0 : random_in(r, 1, 800);
    return t;
}

static kernel_call random_kernel(random_state *r)
{
    return (kernel_call){.kind = (op_kind)random_in(r, OP_MATMUL, OP_GATHER),
                         .batch = random_in(r, 1, 3),
                         .m = random_in(r, 1, 9),
                         .n = random_in(r, 1, 9),
                         .k = random_in(r, 1, 9),
                         .element_bytes = 2};
}

phase random_phase(random_state *r)
{
    phase ph = {.kind = (phase_kind)random_in(r, PHASE_RELAYOUT, PHASE_STORE), .syncs = (uint32_t)random_in(r, 0, 3)};
    if (random_in(r, 0, 2)) {
        ph.steps = (uint32_t)random_in(r, 1, 6);
        ph.kernel = random_kernel(r);
    }
    ph.ntraffic = (uint8_t)(random_in(r, 0, 1) * random_in(r, 1, PROGRAM_MAX_TRAFFIC));
    for (uint8_t i = 0; i < ph.ntraffic; i++) {
        traffic_pattern pattern = (traffic_pattern)random_in(r, TRAFFIC_SHIFT, TRAFFIC_HBM_STORE);
        ph.traffic[i] = random_traffic(r, pattern == TRAFFIC_HBM_LOAD ? TRAFFIC_HBM_STORE : pattern);
    }
    return ph;
}

static void random_preload(random_state *r, program *p, uint32_t index)
{
    program_op *op = &p->ops[index];
    op->preload = random_traffic(r, TRAFFIC_HBM_LOAD);
    op->preload_sram = op->preload.bytes;
    op->gate = (gate){.kind = index ? (gate_kind)random_in(r, GATE_NONE, GATE_AFTER_END) : GATE_NONE};
    if (op->gate.kind != GATE_NONE)
        op->gate.op = (uint32_t)random_in(r, 0, index - 1);
    p->preload_order[p->npreloads++] = index;
}

static void random_reads(random_state *r, program *p, uint32_t index)
{
    program_op *op = &p->ops[index];
    op->hold_until = GRAPH_NONE;
    op->hold_sram = random_in(r, 0, 100);
    for (uint32_t i = 0; i < index && op->ninputs < GRAPH_MAX_OPERANDS; i++)
        if (random_in(r, 0, 3) == 0) {
            op->inputs[op->ninputs++] = i;
            p->ops[i].hold_until = (int32_t)index;
        }
}

program *random_program(arena *a, random_state *r)
{
    program *p = ARENA_ARRAY(a, program, 1);
    assert_non_null(p);
    p->nops = (uint32_t)random_in(r, 1, 12);
    p->ops = ARENA_ARRAY(a, program_op, p->nops);
    p->preload_order = ARENA_ARRAY(a, uint32_t, p->nops);
    assert_true(p->ops && p->preload_order);
    for (uint32_t i = 0; i < p->nops; i++) {
        program_op *op = &p->ops[i];
        op->name = "random";
        op->layer = (int32_t)i / 3 - 1;
        op->flops = (double)random_in(r, 0, 1000000) / 7;
        op->execute_sram = random_in(r, 0, 1500);
        random_reads(r, p, i);
        if (random_in(r, 0, 3))
            random_preload(r, p, i);
        op->nphases = (uint8_t)random_in(r, 0, 3);
        op->phases = ARENA_ARRAY(a, phase, PROGRAM_MAX_PHASES);
        assert_non_null(op->phases);
        for (uint8_t j = 0; j < op->nphases; j++)
            op->phases[j] = random_phase(r);
    }
    if (p->npreloads > 1 && random_in(r, 0, 2) == 0) { /* two neighbours out of order */
        uint32_t at = (uint32_t)random_in(r, 1, p->npreloads - 1);
        uint32_t first = p->preload_order[at - 1];
        p->preload_order[at - 1] = p->preload_order[at];
        p->preload_order[at] = first;
    }
    return p;
}
