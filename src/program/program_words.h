/* The words of the program's text form, for printing and for parsing. */
#ifndef PROGRAM_PROGRAM_WORDS_H
#define PROGRAM_PROGRAM_WORDS_H

#include "program/program.h"

enum { PROGRAM_MOST_NAME = 127 }; /* letters of an operator's name: one word */

extern const char *const phase_words[];   /* by phase_kind, NULL-ended */
extern const char *const kernel_words[];  /* by op_kind */
extern const char *const pattern_words[]; /* by traffic_pattern */
extern const char *const gate_words[];
extern const char *const side_words[]; /* by gate_kind */

#endif
