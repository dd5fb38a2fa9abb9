/* antler model MODEL: what one run of it consists of. */
#include "commands.h"

#include "args.h"
#include "workload_args.h"

enum { OPTION_JSON = 0x1100, OPTION_DOT };

typedef struct model_args {
    const char *values[1];
    workload_args workload;
    antler_model_view view;
} model_args;

static const char *const names[] = {"MODEL", NULL};

static const struct argp_option options[] = {
    WORKLOAD_OPTIONS("1"),
    {"json", OPTION_JSON, NULL, 0, "print one JSON object", 0},
    {"dot", OPTION_DOT, NULL, 0, "print the operators as a graph for Graphviz", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    model_args *args = state->input;
    antler_model_view view = key == OPTION_JSON ? ANTLER_MODEL_JSON : ANTLER_MODEL_DOT;
    if (key == OPTION_JSON || key == OPTION_DOT) {
        if (args->view != ANTLER_MODEL_TABLE && args->view != view)
            return args_fail("--json and --dot exclude each other");
        args->view = view;
        return 0;
    }
    error_t code = workload_args_parse(key, arg, &args->workload);
    return code == ARGP_ERR_UNKNOWN ? args_positional(key, arg, state, names, args->values) : code;
}

static const struct argp argp = {
    options,
    parse,
    "MODEL",
    "Show what one run of a model consists of: parameters, work, HBM traffic, and the operators, layers that are alike "
    "once. MODEL is a config.json or a shipped name (antler list models)."
    "\vExample: antler model llama2-13b --batch 32",
    NULL,
    NULL,
    NULL};

int cmd_model(int argc, char **argv)
{
    model_args args = {.view = ANTLER_MODEL_TABLE};
    antler_error err;
    antler_model *model = NULL;
    args_result parsed = args_parse(&argp, argc, argv, &args);
    if (!parsed.go_on)
        return parsed.exit_status;
    antler_status status = antler_model_load(args.values[0], &model, &err);
    if (status == ANTLER_OK) {
        antler_workload w = workload_args_of(&args.workload, model, 1);
        status = antler_model_print(model, &w, args.view, stdout, &err);
    }
    antler_model_free(model);
    return status == ANTLER_OK ? EXIT_DONE : args_report(&err);
}
