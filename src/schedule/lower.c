#include "schedule/lower.h"

#include "base/error.h"

enum { SYNCS_AN_EXCHANGE = 2 };

static bool present(const traffic *t)
{
    return t->bytes > 0 || t->chip_bytes > 0;
}

static void add_traffic(phase *ph, const traffic *t)
{
    if (present(t))
        ph->traffic[ph->ntraffic++] = *t;
}

/* Appends a phase when it has work. */
static void add_phase(program_op *out, const phase *ph)
{
    if (ph->steps > 0 || ph->syncs > 0 || ph->ntraffic > 0)
        out->phases[out->nphases++] = *ph;
}

static void exchange_phase(program_op *out, phase_kind kind, const traffic *t, uint32_t count)
{
    phase ph = {.kind = kind};
    bool any = false;
    for (uint32_t i = 0; i < count; i++) {
        any |= t[i].bytes > 0;
        add_traffic(&ph, &t[i]);
    }
    ph.syncs = any ? SYNCS_AN_EXCHANGE : 0;
    add_phase(out, &ph);
}

static void compute_phase(program_op *out, const plan *p, const kernel_call *step, const plan_exchange *x,
                          uint32_t syncs)
{
    phase ph = {.kind = PHASE_COMPUTE, .steps = p->steps, .kernel = *step, .syncs = syncs};
    for (uint32_t i = 0; i < x->nshift; i++)
        add_traffic(&ph, &x->shift[i]);
    add_phase(out, &ph);
}

static void reduce_phase(program_op *out, const plan_exchange *x, const kernel_call *reduction)
{
    phase ph = {.kind = PHASE_REDUCE};
    add_traffic(&ph, &x->reduce);
    if (reduction->k > 1) {
        ph.steps = 1;
        ph.kernel = *reduction;
        ph.syncs = SYNCS_AN_EXCHANGE;
    }
    add_phase(out, &ph);
}

/* No synchronization: nobody sends into memory that is in use. */
static void store_phase(program_op *out, const traffic *store)
{
    phase ph = {.kind = PHASE_STORE};
    add_traffic(&ph, store);
    add_phase(out, &ph);
}

static void add_once(uint32_t op, uint32_t *list, uint8_t *count)
{
    for (uint8_t i = 0; i < *count; i++)
        if (list[i] == op)
            return;
    list[(*count)++] = op;
}

static void list_inputs(const graph *g, const graph_op *op, program_op *out)
{
    out->ninputs = 0;
    out->nneeds = 0;
    for (uint8_t i = 0; i < op->ninputs; i++) {
        const graph_tensor *t = &g->tensors[op->input[i].tensor];
        if (t->kind == TENSOR_SPILLED)
            add_once((uint32_t)t->producer, out->needs, &out->nneeds);
        else if (t->producer != GRAPH_NONE)
            add_once((uint32_t)t->producer, out->inputs, &out->ninputs);
    }
}

antler_status lower_op(const graph *g, uint32_t index, const shard *s, const plan *p, uint32_t state, const machine *m,
                       arena *a, program_op *out, antler_error *err)
{
    const graph_op *op = &g->ops[index];
    phase *phases = ARENA_ARRAY(a, phase, PROGRAM_MAX_PHASES);
    if (!phases)
        return err_no_memory(err);
    *out = (program_op){.name = op->name,
                        .layer = op->layer,
                        .flops = op->flops,
                        .preload_sram = p->npreloads > 0 ? p->preloads[state].sram_bytes : 0,
                        .execute_sram = p->sram_bytes,
                        .hold_sram = p->hold_bytes,
                        .hold_until = GRAPH_NONE,
                        .phases = phases};
    list_inputs(g, op, out);
    plan_exchange x;
    traffic redistribute;
    plan_exchanges(g, op, s, p, m, &x);
    plan_preload_traffic(g, op, s, p, state, m, &out->preload, &redistribute);
    kernel_call step = plan_step_kernel(g, op, s, p, m);
    kernel_call reduction = plan_reduce_kernel(g, op, s, p, m);
    uint32_t around = (p->gather_bytes > 0 ? 1U : 0U) + (reduction.k > 1 ? 1U : 0U);
    exchange_phase(out, PHASE_RELAYOUT, x.relayout, x.nrelayout);
    exchange_phase(out, PHASE_REDISTRIBUTE, &redistribute, 1);
    compute_phase(out, p, &step, &x, p->syncs - SYNCS_AN_EXCHANGE * around);
    reduce_phase(out, &x, &reduction);
    store_phase(out, &x.store);
    return ANTLER_OK;
}

void lower_twin(const graph *g, uint32_t index, const program_op *twin, program_op *out)
{
    const graph_op *op = &g->ops[index];
    *out = *twin;
    out->name = op->name;
    out->layer = op->layer;
    list_inputs(g, op, out);
}
