/* A point that takes milliseconds: two layers of a tiny Llama on 64 cores. */
#ifndef TEST_TINY_H
#define TEST_TINY_H

#include <antler/evaluate.h>

typedef struct tiny {
    antler_hwspec *hwspec;
    antler_model *model;
    antler_point point; /* design static, batch 2, context 16, fp16, no cache, nothing printed */
} tiny;

/* Fails the test when the files do not load. */
tiny tiny_open(void);
void tiny_close(tiny *t);

/* Set a key of the hwspec. */
void tiny_set(tiny *t, const char *key, const char *value);

#endif
