/* antler check FILE... : every file is checked, whatever the others are like. */
#include "commands.h"

#include "args.h"

typedef struct check_args {
    char **files; /* into argv */
    int count;
} check_args;

static error_t parse(int key, char *arg, struct argp_state *state)
{
    check_args *args = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_ARGS: /* all of them at once */
        args->files = state->argv + state->next;
        args->count = state->argc - state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        return args_fail("FILE is missing; see %s --help", state->name);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    NULL,      parse,
    "FILE...", "Validate hwspecs and sweeps (.yaml) and models (.json) without running them: one line for each file.",
    NULL,      NULL,
    NULL};

int cmd_check(int argc, char **argv)
{
    check_args args = {0};
    int exit_status = EXIT_DONE;
    args_result parsed = args_parse(&argp, argc, argv, &args);
    if (!parsed.go_on)
        return parsed.exit_status;
    for (int i = 0; i < args.count; i++) {
        antler_error err;
        if (antler_check(args.files[i], stdout, &err) != ANTLER_OK)
            exit_status = args_report(&err);
    }
    return exit_status;
}
