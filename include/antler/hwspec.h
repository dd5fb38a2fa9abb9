/* Hardware specifications: one chip or system, read from YAML (docs/FORMATS.md). */
#ifndef ANTLER_HWSPEC_H
#define ANTLER_HWSPEC_H

#include <antler/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One hardware description. Immutable but for antler_hwspec_set. Not shared between threads while being set. */
typedef struct antler_hwspec antler_hwspec;

/** Load `source`: a path ending in .yaml/.yml, or the name of a shipped hwspec (`ipu-pod4`).
 *  On success `*out` is owned by the caller (antler_hwspec_free). Errors: ANTLER_BAD_INPUT with file, line and
 *  column for an unknown, missing or wrong key; ANTLER_IO when the file cannot be read. */
ANTLER_API antler_status antler_hwspec_load(const char *source, antler_hwspec **out, antler_error *err);

/** A deep copy, or NULL when out of memory. */
ANTLER_API antler_hwspec *antler_hwspec_copy(const antler_hwspec *spec);

/** Set one key (`hbm.bandwidth`) to a value as it would be written in the file (`8 TB/s`). */
ANTLER_API antler_status antler_hwspec_set(antler_hwspec *spec, const char *key, const char *value, antler_error *err);

/** Check the rules that span keys (a mesh needs its grid to hold the cores, ...). Done by load; call after set. */
ANTLER_API antler_status antler_hwspec_check(const antler_hwspec *spec, antler_error *err);

ANTLER_API const char *antler_hwspec_name(const antler_hwspec *spec);
ANTLER_API void antler_hwspec_free(antler_hwspec *spec);

#ifdef __cplusplus
}
#endif
#endif
