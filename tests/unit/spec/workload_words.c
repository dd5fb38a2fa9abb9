/* The words of phase and dtype, for testing the sweep file's reader without the room that defines them. Weak, so that
 * the library's own are used wherever both are linked. */
#include <string.h>

#include <antler/model.h>

#include "base/error.h"

__attribute__((weak)) antler_status antler_phase_parse(const char *text, antler_phase *out, antler_error *err)
{
    if (strcmp(text, "decode") != 0)
        return err_set(err, ANTLER_BAD_INPUT, "unknown phase '%s'; it must be decode", text);
    *out = ANTLER_DECODE;
    return ANTLER_OK;
}

__attribute__((weak)) antler_status antler_dtype_parse(const char *text, antler_dtype *out, antler_error *err)
{
    if (strcmp(text, "fp16") != 0)
        return err_set(err, ANTLER_BAD_INPUT, "unknown dtype '%s'; it must be fp16", text);
    *out = ANTLER_FP16;
    return ANTLER_OK;
}
