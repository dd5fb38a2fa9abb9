/* A stand-in for antler_evaluate whose results follow from the point alone, and whose pace a test can set. */
#ifndef TESTS_SWEEP_FAKE_EVALUATE_H
#define TESTS_SWEEP_FAKE_EVALUATE_H

#include <stdatomic.h>
#include <stdbool.h>

/* Points evaluated by this process. */
extern atomic_uint fake_evaluations;

/* Each point takes 0 to this many microseconds, by its content; points of 24 cores take eight times as long. */
extern atomic_uint fake_delay_us;

/* Points of 13 cores fail with ANTLER_BUG while this is set. Less than 64 KiB of SRAM is always infeasible. */
extern atomic_bool fake_broken;

/* Call antler_sweep_stop in the evaluation of this number; 0: never. */
extern atomic_uint fake_stop_at;

/* Kill this process with SIGKILL in the evaluation of this number; 0: never. */
extern atomic_uint fake_kill_at;

#endif
