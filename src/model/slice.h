/* Cutting operators in time and sending activations through HBM: a graph rewritten so that what is larger than a core's
 * SRAM streams through it (docs/MODEL.md, "Slices and spills"). Which, and how far, the plan room decides. */
#ifndef MODEL_SLICE_H
#define MODEL_SLICE_H

#include "model/graph.h"

/* Dim d of operator i is cut into pieces of length[i][d], the last one shorter where it does not divide the dim. */
typedef struct slicing {
    uint64_t (*length)[GRAPH_MAX_DIMS]; /* by operator; the dim's size: not cut */
    bool *spilled;                      /* by tensor: activations that go through HBM */
} slicing;

/* needs: room in *out for its two lists, in `a`. leaves: nothing cut, nothing spilled. NULL lists when out of memory.
 */
antler_status slicing_none(const graph *g, arena *a, slicing *out, antler_error *err);

/* Pieces of one operator. */
uint64_t slicing_count(const graph_op *op, const uint64_t *length);

/* needs: a checked graph of whole operators; no reduction dim cut. leaves: in `a`, a graph that passes graph_check, and
 * by operator of it the one of `g` that it is a slice of. Spilled outputs are stored, and count as resident in HBM at
 * their peak. Borrows from `g`. ANTLER_NO_MEMORY at worst. */
antler_status graph_slice_ops(const graph *g, const slicing *s, arena *a, graph **out, uint32_t **origin,
                              antler_error *err);

#endif
