/* antler query DB 'SQL' */
#include "commands.h"
#include "formats.h"

typedef struct query_args {
    const char *values[2];
    antler_format format;
} query_args;

static const char *const names[] = {"DB", "'SQL'", NULL};

static const struct argp_option options[] = {FORMAT_OPTIONS, {0}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    query_args *args = state->input;
    if (format_option(key, &args->format))
        return 0;
    return args_positional(key, arg, state, names, args->values);
}

static const struct argp argp = {
    options,
    parse,
    "DB 'SQL'",
    "Run one SELECT over a results database. The view results has a row a point; the table columns says what each "
    "column means and in which unit."
    "\vExample: antler query results/quickstart.db 'SELECT design, min(latency_ms) FROM results GROUP BY design'",
    NULL,
    NULL,
    NULL};

int cmd_query(int argc, char **argv)
{
    query_args args = {.format = ANTLER_TABLE};
    antler_error err;
    args_result parsed = args_parse(&argp, argc, argv, &args);
    if (!parsed.go_on)
        return parsed.exit_status;
    if (antler_query(args.values[0], args.values[1], args.format, stdout, &err) != ANTLER_OK)
        return args_report(&err);
    return EXIT_DONE;
}
