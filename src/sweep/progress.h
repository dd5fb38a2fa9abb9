/* How far a sweep is: a bar on a terminal, a line every few seconds elsewhere. One thread at a time. */
#ifndef SWEEP_PROGRESS_H
#define SWEEP_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct progress {
    FILE *out; /* NULL: silent */
    bool terminal;
    double started, shown; /* s, of progress_clock */
    uint64_t total, limit; /* points in all, and of new ones at most; limit 0: all */
    uint64_t known, done;
    double best_ms; /* least latency so far; 0: none */
    char best[64];  /* its design */
} progress;

/* Seconds of a clock that never jumps. */
double progress_clock(void);

void progress_start(progress *p, FILE *out, uint64_t total, uint64_t limit);
void progress_known(progress *p);
/* A point is done; latency_ms is NAN when it has none. */
void progress_done(progress *p, double latency_ms, const char *design);
/* Leaves nothing of the bar. */
void progress_end(progress *p);

/* The state at time `now` as one line without its end: what is printed. */
void progress_line(const progress *p, double now, char *text, size_t size);

#endif
