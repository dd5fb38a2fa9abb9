/* Kernel models: how long one core takes for one call. One file a model in kernels/, one line in kernel.c's table. */
#ifndef MACHINE_KERNEL_H
#define MACHINE_KERNEL_H

#include "machine/machine.h"

/* What a kernel model reads from the hwspec, resolved once. */
typedef struct kernel_parameters {
    double clock_hz, cycle_s;
    double sram_bps; /* one core's port */
    double port_cycles_per_byte;
    double tile_m, tile_n, tile_k, tile_cycles, fill_cycles;
    double vector_lanes, vector_issue_cycles;
} kernel_parameters;

typedef struct kernel_ops {
    const char *name;
    double port_bytes_per_cycle; /* of the core's SRAM port, when the hwspec leaves it out; 0: it may not */
    /* Is the model given for elements of this size? */
    bool (*supports)(double element_bytes);
    /* Cycles of one call, the SRAM port's limit included. Called millions of times by the plan search. */
    double (*cycles)(const kernel_parameters *p, const kernel_call *call);
    /* Cycles that no cut of the call into equal calls can beat: cycles() itself where that is subadditive. */
    double (*floor_cycles)(const kernel_parameters *p, const kernel_call *call);
    /* Bytes through the SRAM port during a call that takes `seconds`. */
    double (*sram_bytes)(const kernel_parameters *p, const kernel_call *call, double seconds);
    /* Peak multiply-adds a cycle of one core. */
    double (*peak_macs)(const kernel_parameters *p, double element_bytes);
} kernel_ops;

/* NULL when there is no such model. */
const kernel_ops *kernel_find(const char *name);

extern const kernel_ops kernels_ipu_mk2;
extern const kernel_ops kernels_parametric;

#endif
