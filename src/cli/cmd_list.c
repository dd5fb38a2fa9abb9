/* antler list WHAT */
#include "commands.h"

#include "args.h"

static const char *const names[] = {"WHAT", NULL};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    return args_positional(key, arg, state, names, state->input);
}

static const struct argp argp = {
    NULL,
    parse,
    "hwspecs|models|designs|metrics|axes|nodes|memories",
    "List what there is: shipped hwspecs and models, designs, the metrics of a point, the axes that a sweep may "
    "vary, with their units and meanings, and the technology nodes and memories that there are figures for.",
    NULL,
    NULL,
    NULL};

int cmd_list(int argc, char **argv)
{
    const char *values[1];
    antler_error err;
    args_result parsed = args_parse(&argp, argc, argv, values);
    if (!parsed.go_on)
        return parsed.exit_status;
    if (antler_list(values[0], stdout, &err) != ANTLER_OK)
        return args_report(&err);
    return EXIT_DONE;
}
