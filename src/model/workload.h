/* Words and sizes of workloads. */
#ifndef MODEL_WORKLOAD_H
#define MODEL_WORKLOAD_H

#include <antler/model.h>

/* Bytes of one element: 0.5 for int4. */
double dtype_bytes(antler_dtype dtype);

/* What each kind of tensor consists of. */
antler_dtype workload_weights(const antler_workload *w);
antler_dtype workload_kv(const antler_workload *w);

/* ANTLER_BAD_INPUT unless batch and context are at least 1 and the phase and dtype are known ones. */
antler_status workload_check(const antler_workload *w, antler_error *err);

#endif
