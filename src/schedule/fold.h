/* A short stand-in for a graph of many equal layers: schedules are searched on it, since what is best for one of the
 * middle layers is best for all. */
#ifndef SCHEDULE_FOLD_H
#define SCHEDULE_FOLD_H

#include "schedule/period.h"

/* Layers that a stand-in keeps: enough for preloads to run ahead as far as SRAM lets them, and for the first and the
 * last to differ from those between. */
enum { FOLD_LAYERS = 8 };

typedef struct folded {
    schedule_input in;           /* the stand-in; the graph itself where nothing could be left out */
    uint32_t *of;                /* by operator of the graph: the one that stands for it */
    period layers, whole_layers; /* of the stand-in and of the graph; a graph that repeats nothing is one layer */
} folded;

/* needs: plan sets. leaves: the stand-in in `a`; it borrows from `in`. */
antler_status fold(const schedule_input *in, arena *a, folded *out, antler_error *err);

#endif
