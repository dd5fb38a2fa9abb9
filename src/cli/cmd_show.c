/* antler show DB ID */
#include "commands.h"

#include <limits.h>

#include "args.h"

static const char *const names[] = {"DB", "ID", NULL};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    return args_positional(key, arg, state, names, state->input);
}

static const struct argp argp = {
    NULL,
    parse,
    "DB ID",
    "Everything about one row of a results database: its input, its result, and the command that reproduces it.",
    NULL,
    NULL,
    NULL};

int cmd_show(int argc, char **argv)
{
    const char *values[2];
    unsigned long long id = 0;
    antler_error err;
    args_result parsed = args_parse(&argp, argc, argv, values);
    if (!parsed.go_on)
        return parsed.exit_status;
    if (args_number("ID", values[1], 1, &id) != 0 || id > LLONG_MAX)
        return EXIT_BAD_INPUT;
    if (antler_show(values[0], (long long)id, stdout, &err) != ANTLER_OK)
        return args_report(&err);
    return EXIT_DONE;
}
