#include "args.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A parser has said what is wrong, or has answered (--help): stop without another word. */
enum { SAID = ECANCELED };

enum { OPTION_HELP = '?', OPTION_VERSION = 0x1000, MAX_OPTIONS = 32 };

typedef struct common {
    const struct argp *command;
    void *input;
    bool answered; /* --help or --version */
    int next;      /* of argv when parsing failed: what is wrong stands before it */
} common;

static const struct argp_option common_options[] = {
    {"help", OPTION_HELP, NULL, 0, "print this help", -1},
    {"version", OPTION_VERSION, NULL, 0, "print the version", -1},
    {0},
};

static error_t parse_common(int key, char *arg, struct argp_state *state)
{
    common *c = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = c->input;
        return 0;
    case OPTION_HELP:
        argp_help(state->root_argp, stdout, ARGP_HELP_USAGE | ARGP_HELP_LONG | ARGP_HELP_DOC, state->name);
        c->answered = true;
        return SAID;
    case OPTION_VERSION:
        printf("antler %s\n", antler_version());
        c->answered = true;
        return SAID;
    case ARGP_KEY_ERROR:
        c->next = state->next;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static size_t option_names(const struct argp_option *options, const char **names, size_t count)
{
    for (; options && (options->name || options->key); options++)
        if (options->name && count + 1 < MAX_OPTIONS)
            names[count++] = options->name;
    names[count] = NULL;
    return count;
}

/* argp found an option wrong and was told to be silent: say which, and why. */
static void explain_option(const struct argp *command, const char *option)
{
    const char *names[MAX_OPTIONS];
    char word[64], hint[128];
    size_t count = option_names(common_options, names, 0);
    option_names(command->options, names, count);
    if (strncmp(option, "--", 2) != 0) {
        fprintf(stderr, "antler: unknown option, or one without its value: '%s'; see --help\n", option);
        return;
    }
    size_t length = strcspn(option + 2, "=");
    (void)snprintf(word, sizeof word, "%.*s", (int)length, option + 2);
    size_t matches = 0;
    for (size_t i = 0; names[i]; i++) {
        if (strcmp(names[i], word) == 0) {
            fprintf(stderr, "antler: --%s %s\n", word, option[2 + length] ? "takes no value" : "needs a value");
            return;
        }
        matches += strncmp(names[i], word, length) == 0;
    }
    if (matches > 1)
        fprintf(stderr, "antler: '--%s' could be %zu options; see --help\n", word, matches);
    else if (matches == 1)
        fprintf(stderr, "antler: '--%s': a value is missing or too much; see --help\n", word);
    else
        fprintf(stderr, "antler: unknown option '--%s'%s\n", word,
                args_suggestion(word, "--", names, hint, sizeof hint));
}

args_result args_parse(const struct argp *command, int argc, char **argv, void *input)
{
    char name[64];
    common c = {.command = command, .input = input};
    const struct argp_child children[] = {{command, 0, NULL, 0}, {0}};
    const struct argp argp = {common_options, parse_common, NULL, NULL, children, NULL, NULL};
    (void)snprintf(name, sizeof name, "antler %s", argv[0]);
    argv[0] = name;
    error_t code = argp_parse(&argp, argc, argv, ARGP_NO_EXIT | ARGP_NO_ERRS | ARGP_NO_HELP, NULL, &c);
    if (code == 0)
        return (args_result){.go_on = 1};
    if (code != SAID && c.next >= 1 && c.next <= argc)
        explain_option(command, argv[c.next - 1]);
    else if (code != SAID)
        fprintf(stderr, "antler: %s\n", strerror(code));
    return (args_result){.exit_status = c.answered ? EXIT_DONE : EXIT_BAD_INPUT};
}

error_t args_fail(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    fputs("antler: ", stderr);
    vfprintf(stderr, fmt, args);
    fputc('\n', stderr);
    va_end(args);
    return SAID;
}

error_t args_positional(int key, char *arg, struct argp_state *state, const char *const *names, const char **values)
{
    unsigned count = 0;
    while (names[count])
        count++;
    switch (key) {
    case ARGP_KEY_ARG:
        if (state->arg_num >= count)
            return args_fail("unexpected argument '%s'; see %s --help", arg, state->name);
        values[state->arg_num] = arg;
        return 0;
    case ARGP_KEY_END:
        if (state->arg_num < count)
            return args_fail("%s is missing; see %s --help", names[state->arg_num], state->name);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

error_t args_number(const char *option, const char *text, unsigned long long least, unsigned long long *out)
{
    char *end = NULL;
    errno = 0;
    unsigned long long number = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
    if (!end || *end || errno || number < least)
        return args_fail("%s: '%s' is not a whole number of at least %llu", option, text, least);
    *out = number;
    return 0;
}

/* Does the message begin with a position, FILE:LINE: or FILE:LINE:COL:? */
static bool has_position(const char *message)
{
    const char *colon = strstr(message, ": ");
    if (!colon)
        return false;
    const char *digits = colon;
    while (digits > message && isdigit((unsigned char)digits[-1]))
        digits--;
    return digits < colon && digits > message && digits[-1] == ':';
}

int args_report(const antler_error *err)
{
    static const int exits[] = {
        [ANTLER_OK] = EXIT_DONE,
        [ANTLER_BAD_INPUT] = EXIT_BAD_INPUT,
        [ANTLER_IO] = EXIT_BAD_INPUT,
        [ANTLER_INFEASIBLE] = EXIT_POINT_FAILED,
        [ANTLER_NO_MEMORY] = EXIT_POINT_FAILED,
        [ANTLER_BUG] = EXIT_POINT_FAILED,
    };
    fprintf(stderr, "%s%s\n", has_position(err->message) ? "" : "antler: ", err->message);
    return exits[err->status];
}

const char *args_suggestion(const char *word, const char *prefix, const char *const *words, char *buffer, size_t size)
{
    const char *nearest = antler_nearest(word, words);
    if (nearest)
        (void)snprintf(buffer, size, "; did you mean '%s%s'?", prefix, nearest);
    else
        (void)snprintf(buffer, size, "; see --help");
    return buffer;
}
