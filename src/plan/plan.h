/* The ways to run one operator on the cores of one chip: compute-shift plans (docs/MODEL.md, "Plans").
 *
 * Dim d of length L is cut into parts[d] spatial parts, l = ceil(L / parts); parts is canonical: no part is all
 * padding. Operand t is replicated R_t = product of parts over the dims that it does not span. A ring of ring[t] =
 * product over d of temporal[t][d] replicas (ring[t] divides R_t) holds the tile once, each member one piece, and
 * passes the pieces on. Temporal parts of different operands along one dim divide one another. Steps along d = the
 * largest temporal[.][d]. Operand index ninputs is the output: its pieces rotate and collect partial sums; R / ring
 * copies are left to reduce. */
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include "base/arena.h"
#include "machine/machine.h"
#include "model/graph.h"
#include "plan/shard.h"

/* How much of the operator's HBM operands lies in each core before it runs: of operand t, 1/split[t] of its
 * execute-state piece. */
typedef struct preload_state {
    uint32_t
        split[GRAPH_MAX_OPERANDS]; /* each divides the copies that share the piece; 1: the full execute-state copy */
    uint64_t sram_bytes;           /* of one core */
    uint64_t redistribute_bytes;   /* received by one core when the operator starts */
} preload_state;

typedef struct plan {
    uint32_t parts[GRAPH_MAX_DIMS];
    uint32_t temporal[GRAPH_MAX_OPERANDS + 1][GRAPH_MAX_DIMS];
    uint8_t loop[GRAPH_MAX_DIMS]; /* dims from the outermost step loop to the innermost */
    /* what does not depend on any bandwidth */
    uint64_t sram_bytes;   /* execute state: pieces held, receive buffers, output tile */
    uint64_t hold_bytes;   /* output shard kept for its readers */
    uint64_t shift_bytes;  /* received by one core, all operands, whole operator */
    uint64_t reduce_bytes; /* received by one core */
    uint64_t gather_bytes; /* activations received by one core before it starts (re-layout) */
    uint32_t steps;
    uint32_t syncs;                /* synchronizations of all phases but redistribution */
    double compute_s;              /* kernels: steps and final reduction */
    uint32_t cores;                /* used */
    uint32_t npreloads;            /* 0 when the operator reads nothing from HBM */
    const preload_state *preloads; /* by ascending SRAM, none dominated */
    /* on one machine: filled by plans_price */
    double time_s; /* all phases but redistribution, nothing else running */
} plan;

/* What became of the plans that the search looked at: tried = too_large + dominated + outpaced + those of the set. */
typedef struct plan_counts {
    uint64_t tried;     /* complete plans, each once */
    uint64_t too_large; /* do not fit the core */
    uint64_t dominated; /* fit, but another is at least as good in all that does not depend on a bandwidth */
    uint64_t outpaced;  /* dropped by plans_price: timed on this machine, another is at least as good in all */
    uint64_t pruned;    /* incomplete plans dropped at their bound with all that would complete them, untried */
} plan_counts;

typedef struct plan_set {
    uint32_t count;
    plan *plans; /* by ascending sram_bytes */
    plan_counts counts;
    uint64_t hbm_bytes;  /* unique bytes that one chip reads for this operator, padding not included */
    uint64_t least_sram; /* smallest execute state of any plan, whether it fits or not: for "bytes missing" */
} plan_set;

/* needs: a checked graph and its shard. leaves: every plan that fits the core and that no other plan is at least as
 * good as in all of (sram_bytes, compute_s, syncs, received bytes): a superset of the (SRAM, time, NoC bytes) Pareto
 * set for every bandwidth. count 0 (ANTLER_OK) when nothing fits. */
antler_status plans_enumerate(const graph *g, const graph_op *op, const shard *s, const machine *m, arena *a,
                              plan_set **out, antler_error *err);

/* needs: an enumerated set. leaves: in `a`, a copy with time_s on this machine, reduced to its Pareto set over
 * (sram_bytes, time_s, received bytes), by ascending SRAM. */
antler_status plans_price(const plan_set *set, const graph *g, const graph_op *op, const shard *s, const machine *m,
                          arena *a, plan_set **out, antler_error *err);

/* What each exchange of a plan takes, nothing else running, flight times and its synchronizations included. Without
 * core.overlap, compute_s and all but the last two are time_s. */
typedef struct plan_times {
    double relayout_s, shift_s, reduce_s, store_s;
    double redistribute_s, preload_s; /* of the preload state; 0 when there is none */
} plan_times;

/* Of plan `p` in preload state `state`. */
antler_status plan_phase_times(const graph *g, const graph_op *op, const shard *s, const plan *p, uint32_t state,
                               const machine *m, plan_times *out, antler_error *err);

/* Bytes one core receives over the NoC while the operator executes, without redistribution. */
static inline uint64_t plan_noc_bytes(const plan *p)
{
    return p->shift_bytes + p->reduce_bytes + p->gather_bytes;
}

/* The traffic of this plan, class by class, with its chip-to-chip share; `bytes` 0: that class is absent. Priced here
 * and lowered into the program by the schedule, so that both mean the same. */
typedef struct plan_exchange {
    traffic relayout[GRAPH_MAX_OPERANDS];
    uint32_t nrelayout;
    traffic shift[GRAPH_MAX_OPERANDS + 1];
    uint32_t nshift;
    traffic reduce;
    traffic store;
} plan_exchange;
void plan_exchanges(const graph *g, const graph_op *op, const shard *s, const plan *p, const machine *m,
                    plan_exchange *out);

/* The preload of state `state` (unique 0: nothing to load) and the redistribution that completes it. */
void plan_preload_traffic(const graph *g, const graph_op *op, const shard *s, const plan *p, uint32_t state,
                          const machine *m, traffic *preload, traffic *redistribute);

/* The kernel of one step, and that of the final reduction (k = copies; k 1: none). */
kernel_call plan_step_kernel(const graph *g, const graph_op *op, const shard *s, const plan *p, const machine *m);
kernel_call plan_reduce_kernel(const graph *g, const graph_op *op, const shard *s, const plan *p, const machine *m);

#endif
