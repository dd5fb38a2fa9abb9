/* A plan's traffic, class by class. */
#include "plan/cost.h"

/* The parts of the operator as axes; the dims in `members` vary within a group. */
static void set_axes(const plan_problem *pr, const plan *p, uint32_t members, traffic *t)
{
    t->naxes = pr->ndims;
    for (uint8_t d = 0; d < pr->ndims; d++)
        t->axes[d] = (traffic_axis){.extent = p->parts[d], .member = members >> d & 1};
}

static uint32_t not_spanned(const plan_problem *pr, uint32_t operand)
{
    return ~pr->operand[operand].spans;
}

static void add_relayouts(const plan_problem *pr, const shard *s, const plan *p, plan_exchange *out)
{
    for (uint8_t i = 0; i < pr->output; i++) {
        if (!pr->operand[i].gathered)
            continue;
        traffic *t = &out->relayout[out->nrelayout];
        *t = (traffic){.pattern = TRAFFIC_SPREAD,
                       .bytes = problem_bytes(pr, i, problem_piece_elements(pr, p, i)),
                       .unique = problem_bytes(pr, i, problem_chip_elements(pr, i)),
                       .chip_bytes = out->nrelayout == 0 ? s->relayout_chip_bytes : 0,
                       .ring = problem_replicas(pr, p, i)};
        set_axes(pr, p, not_spanned(pr, i), t);
        out->nrelayout++;
    }
}

static void add_shifts(const plan_problem *pr, const plan *p, plan_exchange *out)
{
    for (uint8_t i = 0; i < pr->noperands; i++) {
        uint32_t ring = problem_ring(pr, p, i);
        if (ring == 1)
            continue;
        traffic *t = &out->shift[out->nshift++];
        *t = (traffic){.pattern = TRAFFIC_SHIFT,
                       .bytes = plan_changes(pr, p, i) * problem_bytes(pr, i, problem_piece_elements(pr, p, i)),
                       .ring = ring};
        set_axes(pr, p, i == pr->output ? pr->reduced : not_spanned(pr, i), t);
    }
}

void plan_exchanges(const graph *g, const graph_op *op, const shard *s, const plan *p, const machine *m,
                    plan_exchange *out)
{
    plan_problem pr;
    problem_make(g, op, s, m, &pr);
    *out = (plan_exchange){0};
    add_relayouts(&pr, s, p, out);
    add_shifts(&pr, p, out);
    out->reduce = (traffic){.pattern = TRAFFIC_REDUCE_SCATTER,
                            .bytes = p->reduce_bytes,
                            .chip_bytes = s->reduce_chip_bytes,
                            .ring = (uint32_t)plan_reduction_call(&pr, p).k};
    set_axes(&pr, p, pr.reduced, &out->reduce);
    uint64_t stored = ceil_div(op->store_bytes, machine_chips(m));
    out->store =
        (traffic){.pattern = TRAFFIC_HBM_STORE, .bytes = ceil_div(stored, p->cores), .unique = stored, .ring = 1};
    set_axes(&pr, p, 0, &out->store);
}

/* One traffic stands for all HBM operands; its sub-groups are those of the operand that brings most bytes. */
static void set_groups(const plan_problem *pr, const plan *p, uint32_t operand, uint32_t ring, traffic *t)
{
    t->ring = ring;
    set_axes(pr, p, not_spanned(pr, operand), t);
}

void plan_preload_traffic(const graph *g, const graph_op *op, const shard *s, const plan *p, uint32_t state,
                          const machine *m, traffic *preload, traffic *redistribute)
{
    plan_problem pr;
    problem_make(g, op, s, m, &pr);
    *preload = (traffic){.pattern = TRAFFIC_HBM_LOAD, .ring = 1};
    *redistribute = (traffic){.pattern = TRAFFIC_ALL_GATHER, .ring = 1};
    if (p->npreloads == 0)
        return;
    const preload_state *ps = &p->preloads[state];
    uint64_t most_loaded = 0;
    uint64_t most_gathered = 0;
    for (uint8_t i = 0; i < pr.output; i++) {
        if (!pr.operand[i].from_hbm)
            continue;
        preload->unique += problem_bytes(&pr, i, problem_chip_elements(&pr, i));
        uint32_t copies = problem_replicas(&pr, p, i) / problem_ring(&pr, p, i);
        uint64_t chunk = ceil_div(problem_bytes(&pr, i, problem_piece_elements(&pr, p, i)), ps->split[i]);
        if (chunk > most_loaded) {
            most_loaded = chunk;
            set_groups(&pr, p, i, copies / ps->split[i], preload);
        }
        if ((ps->split[i] - 1) * chunk >= most_gathered) {
            most_gathered = (ps->split[i] - 1) * chunk;
            set_groups(&pr, p, i, ps->split[i], redistribute);
        }
    }
    preload->unique -= s->preload_chip_bytes; /* what other chips read and send */
    preload->bytes = ps->sram_bytes;
    preload->chip_bytes = s->preload_chip_bytes;
    redistribute->bytes = ps->redistribute_bytes;
}

kernel_call plan_step_kernel(const graph *g, const graph_op *op, const shard *s, const plan *p, const machine *m)
{
    plan_problem pr;
    problem_make(g, op, s, m, &pr);
    return plan_step_call(&pr, p);
}

kernel_call plan_reduce_kernel(const graph *g, const graph_op *op, const shard *s, const plan *p, const machine *m)
{
    plan_problem pr;
    problem_make(g, op, s, m, &pr);
    return plan_reduction_call(&pr, p);
}
