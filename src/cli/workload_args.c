#include "workload_args.h"

static error_t parse_count(const char *option, const char *text, uint32_t *out)
{
    unsigned long long number = 0;
    error_t code = args_number(option, text, 1, &number);
    if (code == 0 && number > UINT32_MAX)
        return args_fail("%s: '%s' is too large", option, text);
    *out = (uint32_t)number;
    return code;
}

error_t workload_args_parse(int key, const char *arg, workload_args *args)
{
    antler_error err;
    switch (key) {
    case OPTION_PHASE:
        args->has_phase = 1;
        return antler_phase_parse(arg, &args->given.phase, &err) ? args_fail("--phase: %s", err.message) : 0;
    case OPTION_DTYPE:
        args->has_dtype = 1;
        return antler_workload_set_dtype(&args->given, arg, &err) ? args_fail("--dtype: %s", err.message) : 0;
    case OPTION_BATCH:
        args->has_batch = 1;
        return parse_count("--batch", arg, &args->given.batch);
    case OPTION_CONTEXT:
        args->has_context = 1;
        return parse_count("--context", arg, &args->given.context);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

antler_workload workload_args_of(const workload_args *args, const antler_model *model, uint32_t batch)
{
    antler_workload w = antler_model_workload(model);
    w.batch = args->has_batch ? args->given.batch : batch;
    if (args->has_phase)
        w.phase = args->given.phase;
    if (args->has_context)
        w.context = args->given.context;
    if (args->has_dtype) {
        w.dtype = args->given.dtype;
        w.weights = args->given.weights;
        w.kv = args->given.kv;
    }
    return w;
}
