/* Phases and dtypes: one table each gives names, parsers and sizes. */
#include "model/workload.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"

static const char *const phase_names[] = {
    [ANTLER_DECODE] = "decode", [ANTLER_PREFILL] = "prefill", [ANTLER_TRAIN_FORWARD] = "train-forward"};

static const char *const dtype_names[] = {[ANTLER_FP32] = "fp32", [ANTLER_FP16] = "fp16", [ANTLER_BF16] = "bf16",
                                          [ANTLER_FP8] = "fp8",   [ANTLER_INT8] = "int8", [ANTLER_INT4] = "int4"};

static const double dtype_sizes[] = {
    [ANTLER_FP32] = 4, [ANTLER_FP16] = 2, [ANTLER_BF16] = 2, [ANTLER_FP8] = 1, [ANTLER_INT8] = 1, [ANTLER_INT4] = 0.5};

enum {
    PHASES = sizeof phase_names / sizeof phase_names[0],
    DTYPES = sizeof dtype_names / sizeof dtype_names[0],
    WORDS_BYTES = 128
};

static antler_status find_word(const char *what, const char *text, const char *const *names, int count, int *out,
                               antler_error *err)
{
    char words[WORDS_BYTES] = "";
    for (int i = 0; i < count; i++) {
        if (strcmp(text, names[i]) == 0) {
            *out = i;
            return ANTLER_OK;
        }
        size_t used = strlen(words);
        (void)snprintf(words + used, sizeof words - used, "%s%s", i ? ", " : "", names[i]);
    }
    return err_set(err, ANTLER_BAD_INPUT, "%s '%.64s' is not known; expected one of: %s", what, text, words);
}

antler_status antler_phase_parse(const char *text, antler_phase *out, antler_error *err)
{
    int found = 0;
    antler_status status = find_word("phase", text, phase_names, PHASES, &found, err);
    if (!status)
        *out = (antler_phase)found;
    return status;
}

antler_status antler_dtype_parse(const char *text, antler_dtype *out, antler_error *err)
{
    int found = 0;
    antler_status status = find_word("dtype", text, dtype_names, DTYPES, &found, err);
    if (!status)
        *out = (antler_dtype)found;
    return status;
}

const char *antler_phase_name(antler_phase phase)
{
    return (unsigned)phase < PHASES ? phase_names[phase] : "?";
}

const char *antler_dtype_name(antler_dtype dtype)
{
    return (unsigned)dtype < DTYPES ? dtype_names[dtype] : "?";
}

double dtype_bytes(antler_dtype dtype)
{
    return dtype_sizes[dtype];
}

antler_status workload_check(const antler_workload *w, antler_error *err)
{
    if (w->batch < 1 || w->context < 1)
        return err_set(err, ANTLER_BAD_INPUT, "%s is 0; it must be at least 1", w->batch < 1 ? "batch" : "context");
    if ((unsigned)w->phase >= PHASES)
        return err_set(err, ANTLER_BAD_INPUT, "unknown phase %d; see antler_phase", (int)w->phase);
    if ((unsigned)w->dtype >= DTYPES)
        return err_set(err, ANTLER_BAD_INPUT, "unknown dtype %d; see antler_dtype", (int)w->dtype);
    return ANTLER_OK;
}
