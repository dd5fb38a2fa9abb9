/* What chips are made of and what that costs: technology nodes, memories and packaging, loaded once and shared. */
#ifndef ANTLER_COST_H
#define ANTLER_COST_H

#include <antler/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/** All shipped technology nodes, kinds of memory and packaging. Immutable, so safe for many threads. */
typedef struct antler_techs antler_techs;

/** On success `*out` is owned by the caller (antler_techs_free). ANTLER_BAD_INPUT with file, line and column for a
 * figure that is wrong or missing; ANTLER_IO when a file cannot be read. */
ANTLER_API antler_status antler_techs_load(antler_techs **out, antler_error *err);
ANTLER_API void antler_techs_free(antler_techs *techs);

#ifdef __cplusplus
}
#endif
#endif
