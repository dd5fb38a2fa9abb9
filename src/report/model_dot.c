/* The operators as a graph for Graphviz: boxes are operators, arrows activations, grey ellipses what HBM holds. */
#include <inttypes.h>
#include <stdio.h>

#include "model/graph_text.h"
#include "report/model_summary.h"

static void print_op(const graph *g, uint32_t index, FILE *out)
{
    const graph_op *op = &g->ops[index];
    fprintf(out, "  o%" PRIu32 " [label=\"%s\\n%s", index, op->name, graph_kind_name(op->kind));
    for (uint8_t d = 0; d < op->ndims; d++)
        fprintf(out, "%s%" PRIu64, d ? " x " : " ", op->dim[d].size);
    fputs("\"];\n", out);
    for (uint8_t i = 0; i < op->ninputs; i++) {
        int32_t tensor = op->input[i].tensor, producer = g->tensors[tensor].producer;
        if (producer != GRAPH_NONE)
            fprintf(out, "  o%" PRId32 " -> o%" PRIu32 ";\n", producer, index);
        else
            fprintf(out, "  t%" PRId32 " -> o%" PRIu32 " [color=grey];\n", tensor, index);
    }
}

/* Names hold letters, digits, dots, dashes and underscores; a file name may hold more. */
static void print_quoted(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

antler_status model_dot(const model_summary *s, FILE *out, antler_error *err)
{
    const graph *g = s->g;
    (void)err;
    fputs("digraph ", out);
    print_quoted(s->model->name, out);
    fputs(" {\n  node [shape=box];\n", out);
    for (uint32_t i = 0; i < g->ntensors; i++)
        if (g->tensors[i].producer == GRAPH_NONE && g->tensors[i].last_reader != GRAPH_NONE)
            fprintf(out, "  t%" PRIu32 " [label=\"%s\\n%" PRIu64 " B\" shape=ellipse color=grey];\n", i,
                    g->tensors[i].name, graph_tensor_bytes(&g->tensors[i]));
    for (uint32_t i = 0; i < g->nops; i++)
        print_op(g, i, out);
    fputs("}\n", out);
    return ANTLER_OK;
}
