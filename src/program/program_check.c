/* Rules that the text form cannot state by itself, one function a part of the program. */
#include "program/program_check.h"

#include <stdlib.h>

#include "base/error.h"

static antler_status bad(antler_error *err, const program_op *op, const char *rule)
{
    return err_set(err, ANTLER_BUG, "program: operator '%s' %s", op->name, rule);
}

/* Do `t`'s parts lie on the cores, and its rings within its groups? */
static const char *traffic_fault(const traffic *t, const machine *m)
{
    if (t->naxes > TRAFFIC_MAX_AXES)
        return "has traffic with more axes than there can be";
    uint64_t cores = 1;
    uint64_t members = 1;
    for (uint8_t i = 0; i < t->naxes; i++) {
        cores *= t->axes[i].extent;
        members *= t->axes[i].member ? t->axes[i].extent : 1;
        if (cores == 0 || cores > machine_cores(m))
            return "has traffic on no core, or on more cores than there are";
    }
    bool rings = t->pattern == TRAFFIC_SHIFT || t->pattern == TRAFFIC_ALL_GATHER ||
                 t->pattern == TRAFFIC_REDUCE_SCATTER || t->pattern == TRAFFIC_HBM_LOAD;
    if (rings && (t->ring == 0 || members % t->ring != 0))
        return "has traffic in rings that do not divide its groups";
    if ((t->pattern == TRAFFIC_HBM_LOAD || t->pattern == TRAFFIC_HBM_STORE) && (t->unique == 0 || t->bytes == 0))
        return "has HBM traffic of no bytes";
    return NULL;
}

static antler_status check_phase(const program_op *op, const phase *ph, const machine *m, antler_error *err)
{
    const kernel_call *k = &ph->kernel;
    if (ph->ntraffic > PROGRAM_MAX_TRAFFIC)
        return bad(err, op, "has a phase with more kinds of traffic than there can be");
    if (ph->steps > 0 && (k->batch == 0 || k->m == 0 || k->n == 0 || k->k == 0 || !(k->element_bytes > 0)))
        return bad(err, op, "has a kernel of no size");
    for (uint8_t i = 0; i < ph->ntraffic; i++) {
        const char *fault = traffic_fault(&ph->traffic[i], m);
        if (fault)
            return bad(err, op, fault);
        if (ph->traffic[i].pattern == TRAFFIC_HBM_LOAD)
            return bad(err, op, "loads from HBM while it executes; only preloads may");
    }
    return ANTLER_OK;
}

static antler_status check_execute(const program *p, uint32_t index, const machine *m, antler_error *err)
{
    const program_op *op = &p->ops[index];
    if (op->ninputs > GRAPH_MAX_OPERANDS || op->nphases > PROGRAM_MAX_PHASES)
        return bad(err, op, "has more inputs or phases than there can be");
    for (uint8_t i = 0; i < op->ninputs; i++) {
        if (op->inputs[i] >= index)
            return bad(err, op, "reads an operator that has not run before it");
        const program_op *from = &p->ops[op->inputs[i]];
        if (from->hold_until < (int32_t)index)
            return bad(err, op, "reads an output that is no longer kept");
    }
    if (op->hold_until != GRAPH_NONE && (op->hold_until < (int32_t)index || (uint32_t)op->hold_until >= p->nops))
        return bad(err, op, "keeps its output until an operator that does not come after it");
    uint64_t sram = machine_sram_bytes(m);
    if (op->execute_sram > sram || op->preload_sram > sram || op->hold_sram > sram)
        return bad(err, op, "has a state larger than a core's SRAM");
    antler_status st = ANTLER_OK;
    for (uint8_t i = 0; i < op->nphases && st == ANTLER_OK; i++)
        st = check_phase(op, &op->phases[i], m, err);
    return st;
}

static bool stores(const program_op *op)
{
    for (uint8_t i = 0; i < op->nphases; i++)
        if (op->phases[i].kind == PHASE_STORE && op->phases[i].ntraffic > 0)
            return true;
    return false;
}

/* Operators end in order: has `op` ended when this gate opens? */
static bool opens_after(const gate *g, uint32_t op)
{
    return (g->kind == GATE_AFTER_END && g->op >= op) || (g->kind == GATE_AFTER_START && g->op > op);
}

static antler_status check_needs(const program *p, uint32_t index, antler_error *err)
{
    const program_op *op = &p->ops[index];
    if (op->nneeds > GRAPH_MAX_OPERANDS)
        return bad(err, op, "loads more stored outputs than there can be");
    for (uint8_t i = 0; i < op->nneeds; i++) {
        if (op->needs[i] >= index || !stores(&p->ops[op->needs[i]]))
            return bad(err, op, "loads the output of an operator that has not stored it before");
        if (!opens_after(&op->gate, op->needs[i]))
            return bad(err, op, "may load an output before it is stored");
    }
    return ANTLER_OK;
}

static antler_status check_preload(const program *p, uint32_t index, const machine *m, antler_error *err)
{
    const program_op *op = &p->ops[index];
    if (op->preload.pattern != TRAFFIC_HBM_LOAD)
        return bad(err, op, "preloads by another pattern than an HBM load");
    const char *fault = traffic_fault(&op->preload, m);
    return fault ? bad(err, op, fault) : check_needs(p, index, err);
}

/* The queue is in order, so a preload holds back everyone behind it: its gate must open before the first of those, and
 * it itself, is to execute. */
static antler_status check_gates(const program *p, antler_error *err)
{
    uint32_t first = UINT32_MAX; /* to execute, of those from here on */
    for (uint32_t q = p->npreloads; q-- > 0;) {
        uint32_t index = p->preload_order[q];
        const program_op *op = &p->ops[index];
        first = index < first ? index : first;
        if (op->gate.kind != GATE_NONE && op->gate.op >= first)
            return err_set(err, ANTLER_BUG,
                           "program: operator '%s' may preload only after operator %u, which comes no earlier than "
                           "operator '%s', which waits for it",
                           op->name, op->gate.op, p->ops[first].name);
    }
    return ANTLER_OK;
}

/* Each loader once in the queue, nobody else. `queued` starts as zeros. */
static antler_status check_queue(const program *p, uint8_t *queued, antler_error *err)
{
    for (uint32_t q = 0; q < p->npreloads; q++) {
        uint32_t op = p->preload_order[q];
        if (op >= p->nops)
            return err_set(err, ANTLER_BUG, "program: the preload queue names operator %u of %u", op, p->nops);
        if (queued[op]++ > 0)
            return bad(err, &p->ops[op], "is in the preload queue twice");
        if (!program_preloads(&p->ops[op]))
            return bad(err, &p->ops[op], "is in the preload queue with nothing to load");
    }
    for (uint32_t i = 0; i < p->nops; i++) {
        if (program_preloads(&p->ops[i]) && queued[i] == 0)
            return bad(err, &p->ops[i], "is missing in the preload queue");
        if (!program_preloads(&p->ops[i]) && p->ops[i].nneeds > 0)
            return bad(err, &p->ops[i], "needs a stored output and loads nothing");
        if (!program_preloads(&p->ops[i]) && p->ops[i].preload_sram > 0)
            return bad(err, &p->ops[i], "has SRAM for a preload of no bytes");
    }
    return ANTLER_OK;
}

antler_status program_check(const program *p, const machine *m, antler_error *err)
{
    if (p->npreloads > p->nops)
        return err_set(err, ANTLER_BUG, "program: more preloads than operators");
    uint8_t *queued = calloc(p->nops ? p->nops : 1, 1);
    if (!queued)
        return err_no_memory(err);
    antler_status st = check_queue(p, queued, err);
    free(queued);
    if (st == ANTLER_OK)
        st = check_gates(p, err);
    for (uint32_t i = 0; i < p->nops && st == ANTLER_OK; i++) {
        st = check_execute(p, i, m, err);
        if (st == ANTLER_OK && program_preloads(&p->ops[i]))
            st = check_preload(p, i, m, err);
    }
    return st;
}
