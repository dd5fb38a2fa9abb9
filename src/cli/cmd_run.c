/* antler run HWSPEC MODEL: one point, its metrics on stdout. */
#include "commands.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "workload_args.h"

enum {
    OPTION_DESIGN = 0x1100,
    OPTION_SET,
    OPTION_JSON,
    OPTION_DUMP,
    OPTION_EXPLAIN_PLAN,
    OPTION_ABLATE,
    OPTION_EFFORT
};

enum { BATCH = 32 }; /* when --batch is not given */

typedef struct run_args {
    const char *values[2];
    workload_args workload;
    const char *design;
    const char **settings; /* KEY=VALUE, in the order given */
    size_t setting_count;
    unsigned dump;
    bool explain, ablate;
    uint32_t effort;
    antler_format format;
} run_args;

static const char *const names[] = {"HWSPEC", "MODEL", NULL};

static const struct argp_option options[] = {
    WORKLOAD_OPTIONS("32"),
    {"design", OPTION_DESIGN, "NAME", 0, "compiler policy (static); see antler list designs", 0},
    {"set", OPTION_SET, "KEY=VALUE", 0, "change the hwspec, as in --set hbm.bandwidth='8 TB/s'; may be repeated", 0},
    {"json", OPTION_JSON, NULL, 0, "print the metrics as one JSON object, an explanation as an array", 0},
    {"dump", OPTION_DUMP, "WHAT", 0, "print graph, plan, program (comma-separated) instead of the metrics", 0},
    {"explain-plan", OPTION_EXPLAIN_PLAN, NULL, 0,
     "print each operator's plan, its SRAM and times, and the plans it beat, instead of the metrics", 0},
    {"ablate", OPTION_ABLATE, NULL, 0,
     "print the latency with and without each part of Elk's search (preload depth, allocation, preload order), instead "
     "of the metrics",
     0},
    {"effort", OPTION_EFFORT, "N", 0, "preload orders that elk-full judges at each HBM bandwidth it searches at (24)",
     0},
    {0},
};

static error_t parse_dump(char *list, unsigned *dump)
{
    static const struct {
        const char *name;
        unsigned bit;
    } kinds[] = {{"graph", ANTLER_DUMP_GRAPH}, {"plan", ANTLER_DUMP_PLAN}, {"program", ANTLER_DUMP_PROGRAM}};
    char *state = NULL;
    for (const char *word = strtok_r(list, ",", &state); word; word = strtok_r(NULL, ",", &state)) {
        unsigned bit = 0;
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            if (strcmp(kinds[i].name, word) == 0)
                bit = kinds[i].bit;
        if (!bit)
            return args_fail("--dump: '%s' is none of graph, plan, program", word);
        *dump |= bit;
    }
    return *dump ? 0 : args_fail("--dump needs one or more of graph, plan, program");
}

static error_t add_setting(run_args *args, const char *setting)
{
    if (!strchr(setting, '='))
        return args_fail("--set: '%s' is not KEY=VALUE; for example --set hbm.bandwidth='8 TB/s'", setting);
    const char **more = realloc(args->settings, (args->setting_count + 1) * sizeof *more);
    if (!more)
        return args_fail("out of memory");
    args->settings = more;
    more[args->setting_count++] = setting;
    return 0;
}

static error_t parse_count(const char *option, const char *text, uint32_t *out)
{
    unsigned long long number = 0;
    error_t code = args_number(option, text, 1, &number);
    if (code == 0 && number > UINT32_MAX)
        return args_fail("%s: '%s' is too large", option, text);
    *out = (uint32_t)number;
    return code;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    run_args *args = state->input;
    error_t code = workload_args_parse(key, arg, &args->workload);
    if (code != ARGP_ERR_UNKNOWN)
        return code;
    switch (key) {
    case OPTION_DESIGN:
        args->design = arg;
        return 0;
    case OPTION_SET:
        return add_setting(args, arg);
    case OPTION_JSON:
        args->format = ANTLER_JSON;
        return 0;
    case OPTION_DUMP:
        return parse_dump(arg, &args->dump);
    case OPTION_EXPLAIN_PLAN:
        args->explain = true;
        return 0;
    case OPTION_ABLATE:
        args->ablate = true;
        return 0;
    case OPTION_EFFORT:
        return parse_count("--effort", arg, &args->effort);
    case ARGP_KEY_END:
        if (args->explain + args->ablate + (args->dump != 0) > 1)
            return args_fail("--explain-plan, --ablate and --dump replace the metrics: choose one");
        return args_positional(key, arg, state, names, args->values);
    default:
        return args_positional(key, arg, state, names, args->values);
    }
}

static const struct argp argp = {
    options,
    parse,
    "HWSPEC MODEL",
    "Compile a model for a chip under a design, simulate it and print its metrics. HWSPEC and MODEL are files (.yaml, "
    ".json) or shipped names (antler list hwspecs, antler list models)."
    "\vExample: antler run ipu-pod4 llama2-13b --design static --set hbm.bandwidth='2 TB/s'",
    NULL,
    NULL,
    NULL};

static antler_status apply_settings(antler_hwspec *hwspec, const run_args *args, antler_error *err)
{
    antler_status status = ANTLER_OK;
    for (size_t i = 0; status == ANTLER_OK && i < args->setting_count; i++) {
        char key[64];
        const char *equals = strchr(args->settings[i], '=');
        (void)snprintf(key, sizeof key, "%.*s", (int)(equals - args->settings[i]), args->settings[i]);
        status = antler_hwspec_set(hwspec, key, equals + 1, err);
    }
    return status == ANTLER_OK && args->setting_count ? antler_hwspec_check(hwspec, err) : status;
}

/* What is printed instead of the metrics, if anything. */
static unsigned dump_of(const run_args *args)
{
    bool json = args->format == ANTLER_JSON;
    if (args->explain)
        return json ? ANTLER_DUMP_EXPLANATION_JSON : ANTLER_DUMP_EXPLANATION;
    if (args->ablate)
        return json ? ANTLER_DUMP_ABLATION_JSON : ANTLER_DUMP_ABLATION;
    return args->dump;
}

static antler_status run(const run_args *args, antler_error *err)
{
    antler_hwspec *hwspec = NULL;
    antler_model *model = NULL;
    antler_metrics metrics;
    antler_status status = antler_hwspec_load(args->values[0], &hwspec, err);
    if (status == ANTLER_OK)
        status = apply_settings(hwspec, args, err);
    if (status == ANTLER_OK)
        status = antler_model_load(args->values[1], &model, err);
    if (status == ANTLER_OK) {
        const antler_point point = {.hwspec = hwspec,
                                    .model = model,
                                    .workload = workload_args_of(&args->workload, model, BATCH),
                                    .design = args->design,
                                    .dump = dump_of(args),
                                    .dump_to = stdout,
                                    .effort = args->effort};
        status = antler_evaluate(&point, &metrics, err);
    }
    if (status == ANTLER_OK && !dump_of(args))
        status = antler_metrics_print(&metrics, args->format, stdout, err);
    antler_model_free(model);
    antler_hwspec_free(hwspec);
    return status;
}

int cmd_run(int argc, char **argv)
{
    run_args args = {.design = "static", .format = ANTLER_TABLE};
    antler_error err;
    args_result parsed = args_parse(&argp, argc, argv, &args);
    int exit_status = parsed.exit_status;
    if (parsed.go_on)
        exit_status = run(&args, &err) == ANTLER_OK ? EXIT_DONE : args_report(&err);
    free(args.settings);
    return exit_status;
}
