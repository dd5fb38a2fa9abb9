/* antler query DB 'SQL', antler query DB NAME */
#include "commands.h"

#include <string.h>

#include "formats.h"

typedef struct query_args {
    const char *values[2];
    antler_format format;
    int show_sql;
} query_args;

static const char *const names[] = {"DB", "'SQL' or NAME", NULL};

enum { OPTION_SHOW_SQL = 0x1100 };

static const struct argp_option options[] = {
    {"show-sql", OPTION_SHOW_SQL, NULL, 0, "print the SQL of a named query instead of its rows", 0},
    FORMAT_OPTIONS,
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    query_args *args = state->input;
    if (format_option(key, &args->format))
        return 0;
    if (key == OPTION_SHOW_SQL) {
        args->show_sql = 1;
        return 0;
    }
    return args_positional(key, arg, state, names, args->values);
}

static const struct argp argp = {
    options,
    parse,
    "DB 'SQL'\nDB best|front|failures|slowest",
    "Run one SELECT over a results database, or ask a question by its name. The view results has a row a point; the "
    "table columns says what each column means and in which unit."
    "\vbest: the fastest point of each model, workload and design. front: the fastest point for each number of cores, "
    "where more cores make it faster. failures: why points cannot run. slowest: the points that took longest to "
    "evaluate.\n\n"
    "Example: antler query results/quickstart.db 'SELECT design, min(latency_ms) FROM results GROUP BY design'",
    NULL,
    NULL,
    NULL};

/* Show the query itself: it does not need the database. */
static int show(const char *name)
{
    size_t count = 0;
    const antler_named_query *queries = antler_named_queries(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(queries[i].name, name) == 0) {
            fputs(queries[i].sql, stdout);
            return EXIT_DONE;
        }
    fprintf(stderr, "antler: --show-sql is for a named query, '%s' is none; see antler query --help\n", name);
    return EXIT_BAD_INPUT;
}

int cmd_query(int argc, char **argv)
{
    query_args args = {.format = ANTLER_TABLE};
    antler_error err;
    args_result parsed = args_parse(&argp, argc, argv, &args);
    if (!parsed.go_on)
        return parsed.exit_status;
    if (args.show_sql)
        return show(args.values[1]);
    if (antler_query(args.values[0], args.values[1], args.format, stdout, &err) != ANTLER_OK)
        return args_report(&err);
    return EXIT_DONE;
}
