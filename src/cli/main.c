/* antler: design-space exploration of inter-core connected AI chips. This file is the table of commands. */
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "args.h"

typedef struct command {
    const char *name, *doc;
    command_function *run;
} command;

static const command commands[] = {
    {"run", "evaluate one point: a chip, a model, a design", cmd_run},
    {"sweep", "evaluate every point of a sweep file into a database", cmd_sweep},
    {"query", "SQL over a database", cmd_query},
    {"pareto", "the points that no other beats", cmd_pareto},
    {"plot", "draw a picture of a database", cmd_plot},
    {"show", "everything about a point, and the command that reproduces it", cmd_show},
    {"model", "what one run of a model consists of: operators, work, HBM bytes", cmd_model},
    {"check", "validate hwspecs, models and sweeps without running them", cmd_check},
    {"list", "what there is: hwspecs, models, designs, metrics, axes, nodes, memories", cmd_list},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *out)
{
    fprintf(out, "Usage: antler COMMAND [ARGUMENT...]\n"
                 "Which inter-core connected AI chips are worth building?\n\n");
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].doc);
    fprintf(out, "\nantler COMMAND --help tells more; antler --version prints the version.\n"
                 "Exit status: 0 done, 1 some points failed, 2 bad input. Data goes to stdout, messages to stderr.\n");
}

static int unknown(const char *name)
{
    const char *names[COMMANDS + 1] = {NULL};
    char hint[64];
    for (size_t i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    fprintf(stderr, "antler: unknown command '%s'%s\n", name, args_suggestion(name, "", names, hint, sizeof hint));
    return EXIT_BAD_INPUT;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return EXIT_BAD_INPUT;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return EXIT_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("antler %s\n", antler_version());
        return EXIT_DONE;
    }
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    return unknown(argv[1]);
}
