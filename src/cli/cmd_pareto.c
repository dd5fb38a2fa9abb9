/* antler pareto DB --min COLUMN... */
#include "commands.h"

#include <stdlib.h>
#include <string.h>

#include "formats.h"

enum {
    MAX_OBJECTIVES = 16,
    MAX_CONSTRAINTS = 16,
    OPTION_MIN = 0x1100,
    OPTION_MAX,
    OPTION_BY,
    OPTION_WHERE,
    OPTION_CONSTRAINT,
    OPTION_HYPERVOLUME,
    OPTION_REFERENCE
};

typedef struct pareto_args {
    antler_objective objectives[MAX_OBJECTIVES];
    const char *constraints[MAX_CONSTRAINTS];
    double reference[MAX_OBJECTIVES];
    size_t reference_count;
    antler_front front;
    const char *values[1];
} pareto_args;

static const char *const names[] = {"DB", NULL};

static const struct argp_option options[] = {
    {"min", OPTION_MIN, "COLUMN", 0, "less of this is better", 0},
    {"max", OPTION_MAX, "COLUMN", 0, "more of this is better", 0},
    {"by", OPTION_BY, "COLUMN", 0, "one front for each value of this column", 0},
    {"where", OPTION_WHERE, "SQL", 0, "only points for which this holds", 0},
    {"constraint", OPTION_CONSTRAINT, "SQL", 0,
     "only points for which this holds too, as in --constraint 'latency_ms < 10'; says how many they are; may be "
     "repeated",
     0},
    {"hypervolume", OPTION_HYPERVOLUME, NULL, 0, "print a row a front instead: its points, knee and hypervolume", 0},
    {"reference", OPTION_REFERENCE, "N,N...", 0,
     "reference point of the hypervolume, a number an objective (the worst of all points)", 0},
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

static error_t add_constraint(pareto_args *args, const char *sql)
{
    if (args->front.constraint_count == MAX_CONSTRAINTS)
        return args_fail("at most %d constraints", MAX_CONSTRAINTS);
    args->constraints[args->front.constraint_count++] = sql;
    return 0;
}

static error_t parse_reference(pareto_args *args, const char *text)
{
    const char *at = text;
    for (;;) {
        char *end = NULL;
        if (args->reference_count == MAX_OBJECTIVES)
            return args_fail("--reference: at most %d numbers", MAX_OBJECTIVES);
        args->reference[args->reference_count++] = strtod(at, &end);
        if (end == at || (*end && *end != ','))
            return args_fail("--reference: '%s' is not a list of numbers like 10,1472", text);
        if (!*end)
            return 0;
        at = end + 1;
    }
}

static error_t check(const pareto_args *args)
{
    if (!args->reference_count || args->reference_count == args->front.count)
        return 0;
    return args_fail("--reference: %zu numbers for %zu objectives", args->reference_count, args->front.count);
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
    case OPTION_CONSTRAINT:
        return add_constraint(args, arg);
    case OPTION_HYPERVOLUME:
        args->front.hypervolume = 1;
        return 0;
    case OPTION_REFERENCE:
        return parse_reference(args, arg);
    case ARGP_KEY_SUCCESS:
        return check(args);
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
    "inputs that tell them apart. The knee is the point of a front farthest from the plane through its extremes."
    "\vThe hypervolume is the volume that a front dominates, up to the reference point; share is that over the volume "
    "between the best value of each objective and the reference. Fronts of one run share the reference.\n\nExample: "
    "antler pareto results/quickstart.db --min latency_ms --min chip_cores --by design",
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
    args.front.constraints = args.constraints;
    args.front.reference = args.reference_count ? args.reference : NULL;
    if (antler_pareto(&args.front, &err) != ANTLER_OK)
        return args_report(&err);
    return EXIT_DONE;
}
