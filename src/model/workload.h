/* Element sizes. */
#ifndef MODEL_WORKLOAD_H
#define MODEL_WORKLOAD_H

#include <antler/model.h>

double dtype_bytes(antler_dtype dtype); /* 0.5 for int4 */

#endif
