/* What each part of Elk's search earns: the point compiled with every combination of them. */
#ifndef EVALUATE_ABLATION_H
#define EVALUATE_ABLATION_H

#include "evaluate/compilation.h"

/* needs: plans. Prints one row a combination, when the point asks for it. Combinations that find no program have no
 * latency. */
antler_status compilation_ablate(compilation *c);

#endif
