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
    WORDS_BYTES = 128,
    DTYPE_BYTES = 16 /* a word of an element type */
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

antler_dtype workload_weights(const antler_workload *w)
{
    return w->weights ? (antler_dtype)(w->weights - 1) : w->dtype;
}

antler_dtype workload_kv(const antler_workload *w)
{
    return w->kv ? (antler_dtype)(w->kv - 1) : w->dtype;
}

/* 0 when it is the workload's own, so that equal workloads have equal members. */
static uint8_t own_type(antler_dtype type, antler_dtype of_all)
{
    return type == of_all ? 0 : (uint8_t)(type + 1);
}

antler_status antler_workload_set_dtype(antler_workload *w, const char *text, antler_error *err)
{
    antler_dtype types[3] = {ANTLER_FP32, ANTLER_FP32, ANTLER_FP32};
    int count = 0;
    for (const char *at = text; at; count++) {
        char word[DTYPE_BYTES];
        const char *slash = strchr(at, '/');
        (void)snprintf(word, sizeof word, "%.*s", slash ? (int)(slash - at) : (int)strlen(at), at);
        if (count == 3)
            return err_set(err, ANTLER_BAD_INPUT,
                           "dtype '%.64s' has more than three parts; give weights/KV/activations", text);
        antler_status status = antler_dtype_parse(word, &types[count], err);
        if (status)
            return status;
        at = slash ? slash + 1 : NULL;
    }
    if (count == 2)
        return err_set(err, ANTLER_BAD_INPUT,
                       "dtype '%.64s' has two parts; give one, or three: weights/KV cache/activations", text);
    w->dtype = types[count - 1];
    w->weights = count == 3 ? own_type(types[0], types[2]) : 0;
    w->kv = count == 3 ? own_type(types[1], types[2]) : 0;
    return ANTLER_OK;
}

antler_dtype_words antler_workload_dtype(const antler_workload *w)
{
    antler_dtype_words words;
    const char *weights = antler_dtype_name(workload_weights(w)), *kv = antler_dtype_name(workload_kv(w));
    const char *activations = antler_dtype_name(w->dtype);
    if (w->weights || w->kv)
        (void)snprintf(words.text, sizeof words.text, "%s/%s/%s", weights, kv, activations);
    else
        (void)snprintf(words.text, sizeof words.text, "%s", activations);
    return words;
}

antler_status workload_check(const antler_workload *w, antler_error *err)
{
    if (w->batch < 1 || w->context < 1)
        return err_set(err, ANTLER_BAD_INPUT, "%s is 0; it must be at least 1", w->batch < 1 ? "batch" : "context");
    if ((unsigned)w->phase >= PHASES)
        return err_set(err, ANTLER_BAD_INPUT, "unknown phase %d; see antler_phase", (int)w->phase);
    const unsigned types[] = {(unsigned)w->dtype, (unsigned)workload_weights(w), (unsigned)workload_kv(w)};
    for (size_t i = 0; i < 3; i++)
        if (types[i] >= DTYPES)
            return err_set(err, ANTLER_BAD_INPUT, "unknown dtype %d; see antler_dtype", (int)types[i]);
    return ANTLER_OK;
}
