/* Command lines: argp under our own rules. One message, exit status 2, the nearest known word; --help and --version
 * everywhere; never an exit in the middle. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include <argp.h>

#include <antler/antler.h>

/* Exit statuses of every command. */
enum { EXIT_DONE = 0, EXIT_POINT_FAILED = 1, EXIT_BAD_INPUT = 2 };

/* What parsing came to: go on with the command, or end with `exit_status`. */
typedef struct args_result {
    int go_on;
    int exit_status;
} args_result;

/* Parse `argv` (argv[0] is the command's name) with the command's own argp; `input` reaches its parser. */
args_result args_parse(const struct argp *command, int argc, char **argv, void *input);

/* In a parser: print why the command line is wrong and stop. */
error_t args_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* In a parser: the cases that are the same for every command. `names` are the positional arguments, NULL-ended;
 * `values` their places. Returns ARGP_ERR_UNKNOWN for keys that it does not know. */
error_t args_positional(int key, char *arg, struct argp_state *state, const char *const *names, const char **values);

/* A whole number of at least `least`. */
error_t args_number(const char *option, const char *text, unsigned long long least, unsigned long long *out);

/* "antler: MESSAGE" on stderr, or the bare message when it begins with FILE:LINE. Returns the exit status. */
int args_report(const antler_error *err);

/* "; did you mean 'X'?", X being `prefix` and the nearest of `words`, or "; see --help". In `buffer`. */
const char *args_suggestion(const char *word, const char *prefix, const char *const *words, char *buffer, size_t size);

#endif
