#include "plan/signature.h"

#include <stdio.h>
#include <stdlib.h>

static void print_operand(FILE *f, const graph *g, const graph_operand *o)
{
    const graph_tensor *t = &g->tensors[o->tensor];
    (void)fprintf(f, " %d/%g:", (int)t->kind, t->element_bytes);
    for (uint8_t i = 0; i < o->naxes; i++)
        (void)fprintf(f, "%u", o->dim[i]);
}

char *plan_signature(const graph *g, const graph_op *op, const shard *s, const machine *m, arena *a)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    (void)fprintf(f, "%d", (int)op->kind);
    for (uint8_t d = 0; d < op->ndims; d++)
        (void)fprintf(f, " %llu/%u%c", (unsigned long long)op->dim[d].size, s->parts[d], "bmnk"[op->dim[d].role]);
    for (uint8_t i = 0; i < op->ninputs; i++)
        print_operand(f, g, &op->input[i]);
    print_operand(f, g, &op->output);
    (void)fprintf(f, " store %llu chips %u: %s", (unsigned long long)op->store_bytes, machine_chips(m),
                  machine_kernel_key(m));
    bool written = ferror(f) == 0;
    written = fclose(f) == 0 && written;
    char *copy = written ? arena_strdup(a, text) : NULL;
    free(text);
    return copy;
}
