/* Phases and element types by name. */
#include <stdio.h>
#include <string.h>

#include <antler/model.h>

#include "base/error.h"
#include "model/workload.h"

static const char *const phases[] = {
    [ANTLER_DECODE] = "decode", [ANTLER_PREFILL] = "prefill", [ANTLER_TRAIN_FORWARD] = "train-forward"};
static const char *const dtypes[] = {[ANTLER_FP32] = "fp32", [ANTLER_FP16] = "fp16", [ANTLER_BF16] = "bf16",
                                     [ANTLER_FP8] = "fp8",   [ANTLER_INT8] = "int8", [ANTLER_INT4] = "int4"};
static const double bytes[] = {
    [ANTLER_FP32] = 4, [ANTLER_FP16] = 2, [ANTLER_BF16] = 2, [ANTLER_FP8] = 1, [ANTLER_INT8] = 1, [ANTLER_INT4] = 0.5};

enum { PHASES = sizeof phases / sizeof *phases, DTYPES = sizeof dtypes / sizeof *dtypes };

static antler_status find(const char *what, const char *const *words, int count, const char *text, int *out,
                          antler_error *err)
{
    char known[128] = "";
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], text) == 0) {
            *out = i;
            return ANTLER_OK;
        }
        size_t used = strlen(known);
        (void)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", words[i]);
    }
    return err_set(err, ANTLER_BAD_INPUT, "%s '%.40s' is not known; expected one of: %s", what, text, known);
}

antler_status antler_phase_parse(const char *text, antler_phase *out, antler_error *err)
{
    int at = 0;
    antler_status st = find("phase", phases, PHASES, text, &at, err);
    if (st == ANTLER_OK)
        *out = (antler_phase)at;
    return st;
}

antler_status antler_dtype_parse(const char *text, antler_dtype *out, antler_error *err)
{
    int at = 0;
    antler_status st = find("dtype", dtypes, DTYPES, text, &at, err);
    if (st == ANTLER_OK)
        *out = (antler_dtype)at;
    return st;
}

const char *antler_phase_name(antler_phase phase)
{
    return phases[phase];
}

const char *antler_dtype_name(antler_dtype dtype)
{
    return dtypes[dtype];
}

double dtype_bytes(antler_dtype dtype)
{
    return bytes[dtype];
}
