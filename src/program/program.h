/* The compiled schedule of one model on one machine: an ordered preload queue and an ordered execute queue.
 * No times in it: the simulator finds them. Text form: program_text.h. All sizes are per core, all chips do the same.
 */
#ifndef PROGRAM_PROGRAM_H
#define PROGRAM_PROGRAM_H

#include "base/arena.h"
#include "machine/machine.h"

enum { PROGRAM_MAX_PHASES = 6, PROGRAM_MAX_TRAFFIC = 4 };

typedef enum phase_kind {
    PHASE_RELAYOUT,     /* gather the activations this operator reads */
    PHASE_REDISTRIBUTE, /* preload state -> execute state */
    PHASE_COMPUTE,      /* kernel steps with their shifts */
    PHASE_REDUCE,       /* combine partial sums: exchange, then one kernel */
    PHASE_STORE         /* output to HBM */
} phase_kind;

/* `steps` calls of the kernel (0: none), `syncs` synchronizations, and traffic that all the calls share.
 * On core.overlap none kernel and traffic alternate, on dma they run side by side. */
typedef struct phase {
    phase_kind kind;
    uint32_t steps;
    uint32_t syncs;
    kernel_call kernel;
    uint8_t ntraffic;
    traffic traffic[PROGRAM_MAX_TRAFFIC];
} phase;

/* A preload may start at the start of the program, when operator `op` starts to execute, or when it has ended. */
typedef enum gate_kind { GATE_NONE, GATE_AFTER_START, GATE_AFTER_END } gate_kind;
typedef struct gate {
    gate_kind kind;
    uint32_t op;
} gate;

typedef struct program_op {
    const char *name;
    int32_t layer;
    double flops; /* all chips */
    /* preload; sram 0 and unique 0 when the operator reads nothing from HBM (then it is not in the preload queue) */
    uint64_t preload_sram;
    traffic preload; /* TRAFFIC_HBM_LOAD */
    gate gate;
    uint8_t nneeds;
    uint32_t needs[GRAPH_MAX_OPERANDS]; /* operators whose stored outputs it loads: of slices the last */
    /* execute */
    uint64_t execute_sram; /* execute state, receive buffers, output; replaces the preload state at the start */
    uint64_t hold_sram;    /* output kept from the end of this operator to the end of `hold_until` */
    int32_t hold_until;    /* operator, or GRAPH_NONE: nothing is kept */
    uint8_t ninputs;
    uint32_t inputs[GRAPH_MAX_OPERANDS]; /* operators whose outputs it reads on chip: of slices the last */
    uint8_t nphases;
    phase *phases; /* in order; equal operators may share them */
} program_op;

typedef struct program {
    uint32_t nops;
    program_op *ops; /* in execute order */
    uint32_t npreloads;
    uint32_t *preload_order; /* operators, in preload order: each operator that preloads, once */
} program;

static inline bool program_preloads(const program_op *op)
{
    return op->preload.unique > 0;
}

#endif
