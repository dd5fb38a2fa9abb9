#include "program/program_check.h"

#include <stdlib.h>

#include "base/error.h"

static antler_status bad(antler_error *err, const program_op *op, const char *rule)
{
    return err_set(err, ANTLER_BUG, "program: operator '%s' %s", op->name, rule);
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
    if (op->execute_sram > machine_sram_bytes(m) || op->preload_sram > machine_sram_bytes(m))
        return bad(err, op, "has a state larger than a core's SRAM");
    return ANTLER_OK;
}

static antler_status check_gate(const program *p, uint32_t index, antler_error *err)
{
    const program_op *op = &p->ops[index];
    if (op->gate.kind != GATE_NONE && op->gate.op >= index)
        return bad(err, op, "may preload only after an operator that waits for it");
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
    for (uint32_t i = 0; i < p->nops && st == ANTLER_OK; i++) {
        st = check_execute(p, i, m, err);
        if (st == ANTLER_OK && program_preloads(&p->ops[i]))
            st = check_gate(p, i, err);
    }
    return st;
}
