/* The options that say how a model runs, alike in every command that has them. What is not given is taken from what
 * suits the model (antler_model_workload). */
#ifndef CLI_WORKLOAD_ARGS_H
#define CLI_WORKLOAD_ARGS_H

#include "args.h"

enum { OPTION_PHASE = 0x1200, OPTION_BATCH, OPTION_CONTEXT, OPTION_DTYPE };

typedef struct workload_args {
    antler_workload given;
    int has_phase, has_batch, has_context, has_dtype;
} workload_args;

#define WORKLOAD_OPTIONS(batch)                                                                                        \
    {"phase", OPTION_PHASE, "PHASE", 0, "decode, prefill or train-forward (decode; of an encoder prefill)", 0},        \
        {"batch", OPTION_BATCH, "N", 0, "sequences at once (" batch ")", 0},                                           \
        {"context", OPTION_CONTEXT, "N", 0, "tokens that attention sees (2048; of an encoder its positions)", 0},      \
    {                                                                                                                  \
        "dtype", OPTION_DTYPE, "TYPE", 0, "of everything (fp16), or weights/KV cache/activations, as int4/fp8/fp16", 0 \
    }

/* In a parser: ARGP_ERR_UNKNOWN for keys that are not of the workload. */
error_t workload_args_parse(int key, const char *arg, workload_args *args);

/* The workload of this model, of so many sequences unless said otherwise. */
antler_workload workload_args_of(const workload_args *args, const antler_model *model, uint32_t batch);

#endif
