/* The `antler run` command that evaluates a stored point again. */
#ifndef REPORT_REPRODUCE_H
#define REPORT_REPRODUCE_H

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

/* A row's own words. */
typedef struct point_words {
    const char *hwspec, *model, *phase, *dtype, *design;
    int64_t batch, context;
    const char *input; /* the resolved input as JSON: member `hwspec` maps each key to its value in base units */
} point_words;

/* Print the command. Every value of the point's hwspec that differs from the one of that name is given by --set, in a
 * spelling that reads back as the same bits. When that hwspec cannot be loaded here, a comment says so and all values
 * are given. */
antler_status reproduce_print(const point_words *p, FILE *out, antler_error *err);

#endif
