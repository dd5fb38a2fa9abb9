/* The program as text, printed and read back: what `run --dump program` shows and tests are written in
 * (docs/FORMATS.md). */
#ifndef PROGRAM_PROGRAM_TEXT_H
#define PROGRAM_PROGRAM_TEXT_H

#include <stdio.h>

#include "program/program.h"

/* Prints nothing and returns ANTLER_BUG when an operator's name is not one word; ANTLER_IO when writing fails. */
antler_status program_print(const program *p, FILE *out, antler_error *err);

/* `file` names the source in messages, which carry line and what would be right. */
antler_status program_parse(const char *text, const char *file, arena *a, program **out, antler_error *err);

#endif
