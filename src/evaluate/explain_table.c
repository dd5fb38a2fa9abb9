/* The explanation for people: the plans in words, what they cost, what they were chosen from. */
#include <stdio.h>
#include <string.h>

#include "evaluate/explain.h"

enum { TABLE_DIGITS = 5, GAP = 2, LAYERS_WIDTH = 6 };

typedef struct printer {
    const compilation *c;
    const explanation *e;
    FILE *out;
    int name_width;
    int width[FACTS];
} printer;

static const char *const captions[] = {
    [FACT_COST] = "Cores of one chip, SRAM of one core, HBM of one chip; each phase alone on the machine.",
    [FACT_BEATEN] = "tried = no fit + dominated + outpaced + larger + slower + both + more bytes + the plan itself",
};

static int wider(int width, const char *text)
{
    int other = (int)strlen(text);
    return other > width ? other : width;
}

static void find_widths(printer *p)
{
    p->name_width = (int)strlen("operator");
    for (fact f = 0; f < FACTS; f++)
        p->width[f] = wider((int)strlen(fact_infos[f].head), fact_infos[f].unit);
    for (uint32_t i = 0; i < p->e->count; i++) {
        const explained *row = &p->e->rows[i];
        p->name_width = wider(p->name_width, p->c->graph->ops[row->op].name);
        for (fact f = 0; f < FACTS; f++) {
            char text[FACT_TEXT];
            p->width[f] = wider(p->width[f], fact_text(f, row->facts[f], TABLE_DIGITS, text));
        }
    }
}

static void print_name(const printer *p, const explained *row)
{
    const graph_op *op = &p->c->graph->ops[row->op];
    (void)fprintf(p->out, "%-*s", p->name_width, op->name);
    if (op->layer < 0)
        (void)fprintf(p->out, "%*s%*s", GAP, "", LAYERS_WIDTH, "-");
    else
        (void)fprintf(p->out, "%*s%*u", GAP, "", LAYERS_WIDTH, row->count);
}

/* `: batch 2, hidden 46`: the dims that are cut, or nothing. */
static void print_cuts(const printer *p, const graph_op *op, const char *word, const uint32_t *parts)
{
    const char *before = word;
    for (uint8_t d = 0; d < op->ndims; d++) {
        if (parts[d] == 1)
            continue;
        (void)fprintf(p->out, "%s %s %u", before, op->dim[d].axis, parts[d]);
        before = ",";
    }
}

static void print_temporal(const printer *p, const graph_op *op, const plan *pl)
{
    for (uint8_t t = 0; t <= op->ninputs; t++) {
        const graph_operand *o = t < op->ninputs ? &op->input[t] : &op->output;
        bool rotates = false;
        for (uint8_t d = 0; d < op->ndims; d++)
            rotates |= pl->temporal[t][d] > 1;
        if (!rotates)
            continue;
        (void)fprintf(p->out, "; %s%s%s rotates:", p->c->graph->tensors[o->tensor].name, o->view ? "." : "",
                      o->view ? o->view : "");
        print_cuts(p, op, "", pl->temporal[t]);
    }
}

/* The loops of the steps, outermost first; a dim of one step has none. */
static void print_loop(const printer *p, const graph_op *op, const plan *pl)
{
    const char *before = "; steps:";
    for (uint8_t i = 0; i < op->ndims; i++) {
        uint8_t d = pl->loop[i];
        uint32_t steps = 1;
        for (uint8_t t = 0; t <= op->ninputs; t++)
            steps = pl->temporal[t][d] > steps ? pl->temporal[t][d] : steps;
        if (steps == 1)
            continue;
        (void)fprintf(p->out, "%s %s %u", before, op->dim[d].axis, steps);
        before = ",";
    }
}

static void print_split(const printer *p, const graph_op *op, const preload_state *state)
{
    for (uint8_t t = 0; t < op->ninputs; t++)
        if (state->split[t] > 1)
            (void)fprintf(p->out, "; preloads 1/%u of %s", state->split[t],
                          p->c->graph->tensors[op->input[t].tensor].name);
}

static void print_plans(const printer *p)
{
    (void)fprintf(p->out, "%-*s%*slayers%*splan\n", p->name_width, "operator", GAP, "", GAP, "");
    for (uint32_t i = 0; i < p->e->count; i++) {
        const explained *row = &p->e->rows[i];
        const graph_op *op = &p->c->graph->ops[row->op];
        const choice *ch = &p->c->scheduled.choices[row->op];
        print_name(p, row);
        (void)fprintf(p->out, "%*s%u cores", GAP, "", ch->plan->cores);
        print_cuts(p, op, ":", ch->plan->parts);
        print_cuts(p, op, "; chips:", p->c->shards[row->op].parts);
        print_temporal(p, op, ch->plan);
        print_loop(p, op, ch->plan);
        if (ch->plan->npreloads > 0)
            print_split(p, op, &ch->plan->preloads[ch->state]);
        (void)fputc('\n', p->out);
    }
}

static void print_heads(const printer *p, int section, bool units)
{
    (void)fprintf(p->out, "%-*s%*s%*s", p->name_width, units ? "" : "operator", GAP, "", LAYERS_WIDTH,
                  units ? "" : "layers");
    for (fact f = 0; f < FACTS; f++)
        if (fact_infos[f].section == section)
            (void)fprintf(p->out, "%*s", p->width[f] + GAP, units ? fact_infos[f].unit : fact_infos[f].head);
    (void)fputc('\n', p->out);
}

static void print_facts(const printer *p, int section)
{
    (void)fprintf(p->out, "\n%s\n", captions[section]);
    print_heads(p, section, false);
    print_heads(p, section, true);
    for (uint32_t i = 0; i < p->e->count; i++) {
        const explained *row = &p->e->rows[i];
        print_name(p, row);
        for (fact f = 0; f < FACTS; f++) {
            char text[FACT_TEXT];
            if (fact_infos[f].section == section)
                (void)fprintf(p->out, "%*s", p->width[f] + GAP, fact_text(f, row->facts[f], TABLE_DIGITS, text));
        }
        (void)fputc('\n', p->out);
    }
}

void explain_as_table(const compilation *c, const explanation *e)
{
    printer p = {.c = c, .e = e, .out = c->point->dump_to};
    find_widths(&p);
    print_plans(&p);
    print_facts(&p, FACT_COST);
    print_facts(&p, FACT_BEATEN);
}
