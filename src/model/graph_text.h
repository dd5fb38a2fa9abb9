/* A graph as text, for people and tests. */
#ifndef MODEL_GRAPH_TEXT_H
#define MODEL_GRAPH_TEXT_H

#include <stdio.h>

#include "model/graph.h"

/* A line of totals, then one line an operator: its dims as role:name=size, @first/whole behind those that a slice cuts,
 * inputs, output, work. Bytes are unique bytes
 * of the whole operand; `hbm` marks what is read from HBM, `store` what is written to it. ANTLER_IO when `out` fails.
 */
antler_status graph_print(const graph *g, FILE *out, antler_error *err);

/* `matmul`. */
const char *graph_kind_name(op_kind kind);

#endif
