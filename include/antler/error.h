/* Status and error text of every antler call. */
#ifndef ANTLER_ERROR_H
#define ANTLER_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define ANTLER_API __attribute__((visibility("default")))
#else
#define ANTLER_API
#endif

/** Outcome of a call. Every antler function that can fail returns one of these and, when it is not
 *  ANTLER_OK, fills the `antler_error` it was given. Outputs are untouched on failure. */
typedef enum antler_status {
    ANTLER_OK = 0,
    /** A file, option or value that the user wrote is wrong; the message says where and what would be right. */
    ANTLER_BAD_INPUT,
    /** The input is sound but the model cannot run on this chip; the message names what is missing. */
    ANTLER_INFEASIBLE,
    /** Reading or writing failed; the message holds the system's reason. */
    ANTLER_IO,
    ANTLER_NO_MEMORY,
    /** A pass broke its contract (an invalid program, an invariant violated): report it. */
    ANTLER_BUG
} antler_status;

/** Text of the last failure: `FILE:LINE:COL: what is wrong; what would be right`. Never NULL-terminated short. */
typedef struct antler_error {
    antler_status status;
    char message[1024];
} antler_error;

#ifdef __cplusplus
}
#endif
#endif
