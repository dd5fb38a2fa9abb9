/* antler plot DB KIND --x COLUMN --y COLUMN */
#include "commands.h"

#include "args.h"

enum { OPTION_X = 'x', OPTION_Y = 'y', OPTION_OUTPUT = 'o', OPTION_BY = 0x1100, OPTION_WHERE, OPTION_TITLE };

typedef struct plot_args {
    const char *values[2];
    antler_plot plot;
} plot_args;

static const char *const names[] = {"DB", "KIND", NULL};

static const struct argp_option options[] = {
    {"x", OPTION_X, "COLUMN", 0, "what goes to the right", 0},
    {"y", OPTION_Y, "COLUMN", 0, "what goes up", 0},
    {"by", OPTION_BY, "COLUMN", 0, "one curve for each value of this column", 0},
    {"where", OPTION_WHERE, "SQL", 0, "only points for which this holds", 0},
    {"title", OPTION_TITLE, "TEXT", 0, "instead of one made from the columns", 0},
    {"output", OPTION_OUTPUT, "FILE", 0, "picture to write: .svg, .png or .pdf (KIND.svg)", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    plot_args *args = state->input;
    antler_plot *plot = &args->plot;
    switch (key) {
    case OPTION_X:
        plot->x = arg;
        return 0;
    case OPTION_Y:
        plot->y = arg;
        return 0;
    case OPTION_BY:
        plot->by = arg;
        return 0;
    case OPTION_WHERE:
        plot->where = arg;
        return 0;
    case OPTION_TITLE:
        plot->title = arg;
        return 0;
    case OPTION_OUTPUT:
        plot->output = arg;
        return 0;
    case ARGP_KEY_SUCCESS:
        return plot->x && plot->y ? 0 : args_fail("%s is missing: the column to draw", plot->x ? "--y" : "--x");
    default:
        return args_positional(key, arg, state, names, args->values);
    }
}

static const struct argp argp = {
    options,
    parse,
    "DB KIND --x COLUMN --y COLUMN",
    "Draw a picture with gnuplot. KIND is pareto (fronts of x and y) or line (y over x). Its script and data stay "
    "beside it (FILE.gp, FILE.dat): edit the script and run gnuplot FILE.gp to draw it again."
    "\vExample: antler plot results/quickstart.db line --x hbm_bandwidth_gbps --y latency_ms --by design",
    NULL,
    NULL,
    NULL};

int cmd_plot(int argc, char **argv)
{
    plot_args args = {.plot = {.notes = stderr}};
    antler_error err;
    args_result parsed = args_parse(&argp, argc, argv, &args);
    if (!parsed.go_on)
        return parsed.exit_status;
    args.plot.database = args.values[0];
    args.plot.kind = args.values[1];
    if (antler_plot_draw(&args.plot, &err) != ANTLER_OK)
        return args_report(&err);
    return EXIT_DONE;
}
