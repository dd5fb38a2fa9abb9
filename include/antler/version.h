/* Version of the library. */
#ifndef ANTLER_VERSION_H
#define ANTLER_VERSION_H

#include <antler/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/** `0.1.0`; part of every stored row. */
ANTLER_API const char *antler_version(void);

#ifdef __cplusplus
}
#endif
#endif
