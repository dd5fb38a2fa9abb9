/* Run another program to its end, without a shell in between. */
#ifndef REPORT_RUN_PROGRAM_H
#define REPORT_RUN_PROGRAM_H

#include <antler/error.h>

/* `arguments` is NULL-ended, the first is the program, looked up in PATH; it runs in `folder` with no input and its
 * output thrown away. ANTLER_IO: it cannot be run, or ends with anything but 0; then the message has what it said on
 * stderr. */
antler_status run_program(const char *folder, const char *const *arguments, antler_error *err);

#endif
