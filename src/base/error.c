#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A message is one line whatever a user's file put into it. */
static void keep_one_line(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            *text = '?';
}

static void fill(antler_error *err, antler_status status, const char *prefix, const char *fmt, va_list args)
{
    err->status = status;
    int used = snprintf(err->message, sizeof err->message, "%s", prefix);
    if (used >= 0 && (size_t)used < sizeof err->message)
        (void)vsnprintf(err->message + used, sizeof err->message - (size_t)used, fmt, args);
    keep_one_line(err->message);
}

antler_status err_set(antler_error *err, antler_status status, const char *fmt, ...)
{
    if (err) {
        va_list args;
        va_start(args, fmt);
        fill(err, status, "", fmt, args);
        va_end(args);
    }
    return status;
}

antler_status err_at(antler_error *err, antler_status status, const char *file, unsigned line, unsigned col,
                     const char *fmt, ...)
{
    if (err) {
        char where[512];
        if (line == 0)
            (void)snprintf(where, sizeof where, "%s: ", file);
        else if (col == 0)
            (void)snprintf(where, sizeof where, "%s:%u: ", file, line);
        else
            (void)snprintf(where, sizeof where, "%s:%u:%u: ", file, line, col);
        va_list args;
        va_start(args, fmt);
        fill(err, status, where, fmt, args);
        va_end(args);
    }
    return status;
}

antler_status err_prefix(antler_error *err, const char *fmt, ...)
{
    if (!err)
        return ANTLER_BUG;
    char old[sizeof err->message];
    memcpy(old, err->message, sizeof old);
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(err->message, sizeof err->message, fmt, args);
    va_end(args);
    size_t used = strlen(err->message);
    (void)snprintf(err->message + used, sizeof err->message - used, ": %s", old);
    return err->status;
}

antler_status err_no_memory(antler_error *err)
{
    return err_set(err, ANTLER_NO_MEMORY, "out of memory");
}
