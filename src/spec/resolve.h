/* Which file a name means, and what is shipped. */
#ifndef SPEC_RESOLVE_H
#define SPEC_RESOLVE_H

#include <stddef.h>

#include <antler/error.h>

#include "base/arena.h"

/* The file that `reference` means: a path, or a name without its `ending` (".yaml"). Looked up beside the file `from`
 * (NULL: not), then in the working directory, then in the shipped `folder` ("hwspecs", "sweeps/models").
 * ANTLER_BAD_INPUT names the nearest shipped file, or lists them all. */
antler_status spec_resolve(const char *reference, const char *from, const char *folder, const char *ending, char *path,
                           size_t size, antler_error *err);

/* Only in the shipped folder: what a name stands for there, whatever files lie elsewhere. */
antler_status spec_resolve_shipped(const char *name, const char *folder, const char *ending, char *path, size_t size,
                                   antler_error *err);

/* The names in a shipped folder without their ending, sorted; in `a`. No such folder: none. */
antler_status spec_shipped(const char *folder, const char *ending, arena *a, const char *const **names, size_t *count,
                           antler_error *err);

#endif
