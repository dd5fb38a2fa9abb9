#include "plan/problem.h"

static uint32_t span_mask(const graph_operand *o)
{
    uint32_t mask = 0;
    for (uint8_t i = 0; i < o->naxes; i++)
        mask |= UINT32_C(1) << o->dim[i];
    return mask;
}

void problem_make(const graph *g, const graph_op *op, const shard *s, const machine *m, plan_problem *out)
{
    *out = (plan_problem){.kind = op->kind,
                          .ndims = op->ndims,
                          .noperands = (uint8_t)(op->ninputs + 1),
                          .output = op->ninputs,
                          .cores = machine_cores(m),
                          .sram_bytes = machine_sram_bytes(m),
                          .m = m};
    for (uint8_t d = 0; d < op->ndims; d++) {
        out->length[d] = ceil_div(op->dim[d].size, s->parts[d]);
        out->role[d] = op->dim[d].role;
        if (op->dim[d].role == ROLE_K)
            out->reduced |= UINT32_C(1) << d;
    }
    for (uint8_t i = 0; i <= op->ninputs; i++) {
        const graph_operand *o = i < op->ninputs ? &op->input[i] : &op->output;
        const graph_tensor *t = &g->tensors[o->tensor];
        out->operand[i] = (plan_operand){.spans = span_mask(o),
                                         .element_bytes = t->element_bytes,
                                         .from_hbm = i < op->ninputs && tensor_in_hbm(t),
                                         .spilled = i == op->ninputs && t->kind == TENSOR_SPILLED,
                                         .gathered = i < op->ninputs && t->kind == TENSOR_ACTIVATION};
    }
}

uint64_t problem_chip_elements(const plan_problem *pr, uint32_t operand)
{
    uint64_t elements = 1;
    for (uint8_t d = 0; d < pr->ndims; d++)
        if (pr->operand[operand].spans >> d & 1)
            elements *= pr->length[d];
    return elements;
}

uint64_t problem_tile_elements(const plan_problem *pr, const plan *p, uint32_t operand)
{
    uint64_t elements = 1;
    for (uint8_t d = 0; d < pr->ndims; d++)
        if (pr->operand[operand].spans >> d & 1)
            elements *= ceil_div(pr->length[d], p->parts[d]);
    return elements;
}

uint64_t problem_piece_elements(const plan_problem *pr, const plan *p, uint32_t operand)
{
    uint64_t elements = 1;
    for (uint8_t d = 0; d < pr->ndims; d++)
        if (pr->operand[operand].spans >> d & 1)
            elements *= ceil_div(ceil_div(pr->length[d], p->parts[d]), p->temporal[operand][d]);
    return elements;
}

uint32_t problem_replicas(const plan_problem *pr, const plan *p, uint32_t operand)
{
    uint32_t replicas = 1;
    for (uint8_t d = 0; d < pr->ndims; d++)
        if (!(pr->operand[operand].spans >> d & 1))
            replicas *= p->parts[d];
    return replicas;
}

uint32_t problem_ring(const plan_problem *pr, const plan *p, uint32_t operand)
{
    uint32_t ring = 1;
    for (uint8_t d = 0; d < pr->ndims; d++)
        ring *= p->temporal[operand][d];
    return ring;
}

uint32_t problem_steps(const plan_problem *pr, const plan *p, uint32_t dim)
{
    uint32_t steps = 1;
    for (uint8_t t = 0; t < pr->noperands; t++)
        if (p->temporal[t][dim] > steps)
            steps = p->temporal[t][dim];
    return steps;
}

uint64_t problem_bytes(const plan_problem *pr, uint32_t operand, uint64_t elements)
{
    double bytes = (double)elements * pr->operand[operand].element_bytes;
    uint64_t whole = (uint64_t)bytes;
    return whole + ((double)whole < bytes);
}
