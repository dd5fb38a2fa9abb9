/* A tiny Llama of any number of layers, brought through the real passes up to the schedule. */
#ifndef SUPPORT_LAYERS_H
#define SUPPORT_LAYERS_H

#include "schedule/design.h"
#include "support/one_line.h"

/* One decode step, batch 2, context 16, on `m`; alike operators share their plan sets, the judge simulates. */
schedule_input *layers_input(arena *a, uint32_t layers, const machine *m);

/* 64 cores of 8 KiB, all-to-all, on which nothing is much faster than the rest. */
machine *layers_machine(arena *a);

#endif
