/* antler pareto DB --min COLUMN... */
#include "commands.h"
#include "formats.h"

enum { MAX_OBJECTIVES = 16, OPTION_MIN = 0x1100, OPTION_MAX, OPTION_BY, OPTION_WHERE };

typedef struct pareto_args {
    antler_objective objectives[MAX_OBJECTIVES];
    antler_front front;
    const char *values[1];
} pareto_args;

static const char *const names[] = {"DB", NULL};

static const struct argp_option options[] = {
    {"min", OPTION_MIN, "COLUMN", 0, "less of this is better", 0},
    {"max", OPTION_MAX, "COLUMN", 0, "more of this is better", 0},
    {"by", OPTION_BY, "COLUMN", 0, "one front for each value of this column", 0},
    {"where", OPTION_WHERE, "SQL", 0, "only points for which this holds", 0},
    FORMAT_OPTIONS,
    {0},
};

static error_t add_objective(pareto_args *args, const char *column, int maximize)
{
    if (args->front.count == MAX_OBJECTIVES)
        return args_fail("at most %d objectives", MAX_OBJECTIVES);
    args->objectives[args->front.count++] = (antler_objective){column, maximize};
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    pareto_args *args = state->input;
    switch (key) {
    case OPTION_MIN:
    case OPTION_MAX:
        return add_objective(args, arg, key == OPTION_MAX);
    case OPTION_BY:
        args->front.by = arg;
        return 0;
    case OPTION_WHERE:
        args->front.where = arg;
        return 0;
    default:
        if (format_option(key, &args->front.format))
            return 0;
        return args_positional(key, arg, state, names, args->values);
    }
}

static const struct argp argp = {
    options,
    parse,
    "DB --min COLUMN [--min|--max COLUMN...]",
    "Print the points that no other point beats in every objective, the best in the first objective first, with those "
    "inputs that tell them apart."
    "\vExample: antler pareto results/quickstart.db --min latency_ms --min chip_cores --by design",
    NULL,
    NULL,
    NULL};

int cmd_pareto(int argc, char **argv)
{
    pareto_args args = {.front = {.format = ANTLER_TABLE, .out = stdout, .notes = stderr}};
    antler_error err;
    args_result parsed = args_parse(&argp, argc, argv, &args);
    if (!parsed.go_on)
        return parsed.exit_status;
    args.front.database = args.values[0];
    args.front.objectives = args.objectives;
    if (antler_pareto(&args.front, &err) != ANTLER_OK)
        return args_report(&err);
    return EXIT_DONE;
}
