/* How the rooms report failure: one line each, context added on the way up. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <antler/error.h>

#if defined(__GNUC__)
#define BASE_PRINTF(fmt, first) __attribute__((format(printf, fmt, first)))
#else
#define BASE_PRINTF(fmt, first)
#endif

/* Fill `err` (may be NULL) and return `status`, so that callers write `return err_set(...)`. */
antler_status err_set(antler_error *err, antler_status status, const char *fmt, ...) BASE_PRINTF(3, 4);

/* The same, prefixed `file:line:col: `; col 0 leaves the column out, line 0 both. */
antler_status err_at(antler_error *err, antler_status status, const char *file, unsigned line, unsigned col,
                     const char *fmt, ...) BASE_PRINTF(6, 7);

/* Prefix the message already in `err` with `fmt` and ": "; returns err's status. */
antler_status err_prefix(antler_error *err, const char *fmt, ...) BASE_PRINTF(2, 3);

antler_status err_no_memory(antler_error *err);

#endif
