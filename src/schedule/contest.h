/* Candidates of a search, judged by simulating them: the quickest is kept. */
#ifndef SCHEDULE_CONTEST_H
#define SCHEDULE_CONTEST_H

#include "schedule/choice.h"

/* What a design decides: a plan and a preload state for each operator, and the order of preloads. */
typedef struct candidate {
    choice *choices;
    preload_queue queue;
    double seconds; /* as judged; INFINITY: it does not run */
} candidate;

typedef struct contest {
    const schedule_input *in;
    uint32_t depth; /* preloads ahead of execution, at most (gates.h) */
    arena *a;       /* candidates live here; what judging needs is freed at once */
    antler_error *err;
    candidate best; /* seconds INFINITY: none yet */
    uint32_t judged;
} contest;

/* The contest borrows everything. ANTLER_NO_MEMORY at worst. */
antler_status contest_open(contest *c, const schedule_input *in, uint32_t depth, arena *a, antler_error *err);

/* Judge these choices, with preloads as early as they fit and in the order of `queue` (NULL: of execution); the seconds
 * go to `seconds` (may be NULL). Choices that do not fit together lose. */
antler_status contest_enter(contest *c, const choice *choices, const preload_queue *queue, double *seconds);

/* The program of a candidate. ANTLER_BUG when it does not run. */
antler_status contest_program(const contest *c, const candidate *winner, arena *a, schedule_output *out);

#endif
