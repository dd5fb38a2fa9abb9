/* What every refusal must look like, whatever the input: one line that names the file. */
#ifndef FUZZ_CHECK_ERROR_H
#define FUZZ_CHECK_ERROR_H

#include <stdlib.h>
#include <string.h>

#include <antler/error.h>

static inline void check_error(antler_status status, const antler_error *err)
{
    if (status != ANTLER_BAD_INPUT || err->status != status)
        abort();
    if (strncmp(err->message, "fuzz:", 5) != 0 || strchr(err->message, '\n'))
        abort();
}

#endif
