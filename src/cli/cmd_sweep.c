/* antler sweep SWEEP.yaml: every point into a database; a second run does what is left. */
#include "commands.h"

#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>

#include "args.h"

enum { OPTION_DRY_RUN = 0x1100, OPTION_SHARD, OPTION_LIMIT };

typedef struct sweep_args {
    const char *values[1];
    antler_sweep_options options;
} sweep_args;

static const char *const names[] = {"SWEEP.yaml", NULL};

static const struct argp_option options[] = {
    {"output", 'o', "DB", 0, "database to write (results/NAME.db)", 0},
    {"jobs", 'j', "N", 0, "threads (one per processor)", 0},
    {"dry-run", OPTION_DRY_RUN, NULL, 0, "list the points, evaluate and store nothing", 0},
    {"shard", OPTION_SHARD, "K/N", 0, "evaluate the K-th of N parts of the points, from 1", 0},
    {"limit", OPTION_LIMIT, "N", 0, "evaluate at most N new points", 0},
    {0},
};

static error_t parse_shard(const char *text, antler_sweep_options *out)
{
    char rest = 0;
    unsigned shard = 0, shards = 0;
    if (sscanf(text, "%5u/%5u%c", &shard, &shards, &rest) != 2 || shard < 1 || shard > shards)
        return args_fail("--shard: '%s' is not K/N with K from 1 to N; for example 1/4", text);
    out->shard = shard;
    out->shards = shards;
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    sweep_args *args = state->input;
    antler_sweep_options *out = &args->options;
    unsigned long long number = 0;
    error_t code;
    switch (key) {
    case 'o':
        out->database = arg;
        return 0;
    case 'j':
        code = args_number("-j", arg, 1, &number);
        out->jobs = number > 4096 ? 4096 : (unsigned)number;
        return code;
    case OPTION_DRY_RUN:
        out->dry_run = 1;
        return 0;
    case OPTION_SHARD:
        return parse_shard(arg, out);
    case OPTION_LIMIT:
        code = args_number("--limit", arg, 1, &number);
        out->limit = number;
        return code;
    default:
        return args_positional(key, arg, state, names, args->values);
    }
}

static const struct argp argp = {options,
                                 parse,
                                 "SWEEP.yaml",
                                 "Evaluate every point of a sweep file into a SQLite database. Points that are there "
                                 "already are not computed again: "
                                 "after an interruption, or when the file has grown, run the same command again."
                                 "\vExample: antler sweep sweeps/quickstart.yaml -j 2",
                                 NULL,
                                 NULL,
                                 NULL};

static volatile sig_atomic_t stopped_by;

static void stop(int number)
{
    stopped_by = number;
    antler_sweep_stop();
}

/* The first signal lets the points in work finish; the second ends the program as usual, and nothing stored is lost. */
static void stop_on_signals(void)
{
    struct sigaction action = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static int print_summary(const antler_sweep_summary *s)
{
    uint64_t done = s->known + s->ok + s->infeasible + s->failed;
    fprintf(stderr,
            "antler: %s: %" PRIu64 " points: %" PRIu64 " known, %" PRIu64 " ok, %" PRIu64 " infeasible, %" PRIu64
            " failed in %.1f s\n",
            s->database, s->points, s->known, s->ok, s->infeasible, s->failed, s->seconds);
    if (done < s->points)
        fprintf(stderr, "antler: %s, %" PRIu64 " points are left: run the same command again to go on\n",
                stopped_by ? "stopped" : "limit reached", s->points - done);
    if (s->failed)
        fprintf(stderr,
                "antler: what failed: antler query '%s' \"SELECT id, reason FROM results WHERE status = "
                "'error'\"\n",
                s->database);
    return s->failed || (stopped_by && done < s->points) ? EXIT_POINT_FAILED : EXIT_DONE;
}

int cmd_sweep(int argc, char **argv)
{
    sweep_args args = {.options = {.progress = stderr, .out = stdout}};
    antler_sweep_summary summary = {0};
    antler_error err;
    args_result parsed = args_parse(&argp, argc, argv, &args);
    if (!parsed.go_on)
        return parsed.exit_status;
    args.options.sweep = args.values[0];
    stop_on_signals();
    if (antler_sweep_run(&args.options, &summary, &err) != ANTLER_OK)
        return args_report(&err);
    return args.options.dry_run ? EXIT_DONE : print_summary(&summary);
}
