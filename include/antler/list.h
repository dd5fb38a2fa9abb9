/* What there is: shipped files, designs, metrics, axes; and checking files without running them. */
#ifndef ANTLER_LIST_H
#define ANTLER_LIST_H

#include <stdio.h>

#include <antler/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/** `what`: hwspecs, models, designs, metrics, axes, nodes or memories; ANTLER_BAD_INPUT lists these. */
ANTLER_API antler_status antler_list(const char *what, FILE *out, antler_error *err);

/** Validate a hwspec or sweep (.yaml) or a model (.json) without running it, and print one line on what it is. */
ANTLER_API antler_status antler_check(const char *path, FILE *out, antler_error *err);

/** The one of `words` (NULL-ended) that `word` most likely meant, or NULL when none is near. */
ANTLER_API const char *antler_nearest(const char *word, const char *const *words);

#ifdef __cplusplus
}
#endif
#endif
