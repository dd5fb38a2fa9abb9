/* How much of a model streams through SRAM: the point compiled with several limits, the quickest program kept. */
#ifndef EVALUATE_VARIANTS_H
#define EVALUATE_VARIANTS_H

#include "evaluate/compilation.h"

/* needs: the whole graph and its shards; no variant kept yet. leaves: graph, shards, alike operators, plans and the
 * checked schedule of the variant that runs quickest under the point's design, its simulation unless it is a bound, and
 * the least bound of all variants. ANTLER_INFEASIBLE when none fits, with the reason of the one that streams most. The
 * caller frees c->variant in any case. */
antler_status variants_compile(compilation *c);

#endif
