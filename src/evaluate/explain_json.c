/* The explanation for programs: an array of objects, one a line. Names are plain words: nothing needs escaping. */
#include <stdio.h>

#include "evaluate/explain.h"

enum { JSON_DIGITS = 9 };

static void print_layers(const compilation *c, const explanation *e, uint32_t row, FILE *out)
{
    const char *before = "";
    (void)fputs(", \"layers\": [", out);
    for (uint32_t i = 0; i < c->graph->nops; i++) {
        if (e->row_of[i] != row || c->graph->ops[i].layer < 0)
            continue;
        (void)fprintf(out, "%s%d", before, c->graph->ops[i].layer);
        before = ", ";
    }
    (void)fputc(']', out);
}

static void print_dims(const graph_op *op, const shard *s, const plan *p, FILE *out)
{
    (void)fputs(", \"dims\": [", out);
    for (uint8_t d = 0; d < op->ndims; d++)
        (void)fprintf(out, "%s{\"name\": \"%s\", \"size\": %llu, \"chips\": %u, \"parts\": %u}", d ? ", " : "",
                      op->dim[d].axis, (unsigned long long)op->dim[d].size, s->parts[d], p->parts[d]);
    (void)fputs("], \"loop\": [", out);
    for (uint8_t i = 0; i < op->ndims; i++)
        (void)fprintf(out, "%s\"%s\"", i ? ", " : "", op->dim[p->loop[i]].axis);
    (void)fputc(']', out);
}

/* Temporal parts are in the order of the dims; only what comes from HBM is split. */
static void print_operands(const graph *g, const graph_op *op, const choice *ch, FILE *out)
{
    const plan *p = ch->plan;
    (void)fputs(", \"operands\": [", out);
    for (uint8_t t = 0; t <= op->ninputs; t++) {
        const graph_operand *o = t < op->ninputs ? &op->input[t] : &op->output;
        const graph_tensor *tensor = &g->tensors[o->tensor];
        (void)fprintf(out, "%s{\"name\": \"%s%s%s\", \"temporal\": [", t ? ", " : "", tensor->name, o->view ? "." : "",
                      o->view ? o->view : "");
        for (uint8_t d = 0; d < op->ndims; d++)
            (void)fprintf(out, "%s%u", d ? ", " : "", p->temporal[t][d]);
        (void)fputc(']', out);
        if (t < op->ninputs && tensor_in_hbm(tensor))
            (void)fprintf(out, ", \"split\": %u", p->preloads[ch->state].split[t]);
        (void)fputc('}', out);
    }
    (void)fputc(']', out);
}

void explain_as_json(const compilation *c, const explanation *e)
{
    FILE *out = c->point->dump_to;
    for (uint32_t i = 0; i < e->count; i++) {
        const explained *row = &e->rows[i];
        const graph_op *op = &c->graph->ops[row->op];
        const choice *ch = &c->scheduled.choices[row->op];
        (void)fprintf(out, "%s{\"operator\": \"%s\", \"role\": \"%s\"", i ? ",\n " : "[", op->name, op->role);
        print_layers(c, e, i, out);
        print_dims(op, &c->shards[row->op], ch->plan, out);
        print_operands(c->graph, op, ch, out);
        for (fact f = 0; f < FACTS; f++) {
            char text[FACT_TEXT];
            (void)fprintf(out, ", \"%s\": %s", fact_infos[f].name, fact_text(f, row->facts[f], JSON_DIGITS, text));
        }
        (void)fputc('}', out);
    }
    (void)fputs("]\n", out);
}
