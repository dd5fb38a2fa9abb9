#include "tiny.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

tiny tiny_open(void)
{
    tiny t = {0};
    antler_error err = {0};
    if (antler_hwspec_load(TINY_HWSPEC, &t.hwspec, &err) != ANTLER_OK ||
        antler_model_load(TINY_MODEL, &t.model, &err) != ANTLER_OK)
        fail_msg("%s", err.message);
    t.point = (antler_point){.hwspec = t.hwspec,
                             .model = t.model,
                             .workload = {.phase = ANTLER_DECODE, .batch = 2, .context = 16, .dtype = ANTLER_FP16},
                             .design = "static"};
    return t;
}

void tiny_close(tiny *t)
{
    antler_hwspec_free(t->hwspec);
    antler_model_free(t->model);
}

void tiny_set(tiny *t, const char *key, const char *value)
{
    antler_error err = {0};
    if (antler_hwspec_set(t->hwspec, key, value, &err) != ANTLER_OK)
        fail_msg("%s: %s", key, err.message);
}
