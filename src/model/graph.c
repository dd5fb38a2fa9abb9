/* Bytes and work of a graph, counted from its shapes. */
#include "model/graph.h"

uint64_t graph_tensor_elements(const graph_tensor *t)
{
    uint64_t elements = 1;
    for (uint8_t i = 0; i < t->naxes; i++)
        elements *= t->size[i];
    return elements;
}

/* Elements are a whole number of half bytes; an odd one takes a byte of its own. */
static uint64_t bytes_of(uint64_t elements, double element_bytes)
{
    return (elements * (uint64_t)(2 * element_bytes) + 1) / 2;
}

uint64_t graph_tensor_bytes(const graph_tensor *t)
{
    return bytes_of(graph_tensor_elements(t), t->element_bytes);
}

uint64_t graph_operand_bytes(const graph *g, const graph_op *op, const graph_operand *operand)
{
    const graph_tensor *t = &g->tensors[operand->tensor];
    uint64_t elements = 1;
    for (uint8_t i = 0; i < operand->naxes; i++)
        elements *= op->dim[operand->dim[i]].size;
    /* more picks than the table has rows read some of them again: each once */
    if (op->kind == OP_GATHER && operand->tensor == op->input[0].tensor && elements > graph_tensor_elements(t))
        elements = graph_tensor_elements(t);
    return bytes_of(elements, t->element_bytes);
}

uint64_t graph_hbm_bytes(const graph *g)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < g->nops; i++) {
        const graph_op *op = &g->ops[i];
        for (uint8_t j = 0; j < op->ninputs; j++)
            if (tensor_in_hbm(&g->tensors[op->input[j].tensor]))
                bytes += graph_operand_bytes(g, op, &op->input[j]);
    }
    return bytes;
}

double graph_total_flops(const graph *g)
{
    double flops = 0;
    for (uint32_t i = 0; i < g->nops; i++)
        flops += g->ops[i].flops;
    return flops;
}

uint64_t graph_store_bytes(const graph *g)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < g->nops; i++)
        bytes += g->ops[i].store_bytes;
    return bytes;
}
