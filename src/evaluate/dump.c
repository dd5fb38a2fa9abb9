/* What a point asks to have printed on its way: graph, plans, program. Plan lines are documented in docs/FORMATS.md. */
#include "base/error.h"
#include "evaluate/compilation.h"
#include "model/graph_text.h"
#include "program/program_text.h"

#define US 1e6

antler_status compilation_written(const compilation *c)
{
    return ferror(c->point->dump_to) ? err_set(c->err, ANTLER_IO, "the dump could not be written") : ANTLER_OK;
}

antler_status compilation_dump_graph(compilation *c)
{
    return c->point->dump & ANTLER_DUMP_GRAPH ? graph_print(c->whole, c->point->dump_to, c->err) : ANTLER_OK;
}

static void print_parts(const uint32_t *parts, uint8_t count, FILE *out)
{
    for (uint8_t d = 0; d < count; d++)
        (void)fprintf(out, "%s%u", d ? "x" : "", parts[d]);
}

static void print_cut(const graph_op *op, const shard *s, const plan *p, FILE *out)
{
    (void)fputs(" chips ", out);
    print_parts(s->parts, op->ndims, out);
    (void)fputs(" parts ", out);
    print_parts(p->parts, op->ndims, out);
    for (uint8_t t = 0; t <= op->ninputs; t++) {
        (void)fputs(t == 0 ? " temporal " : ",", out);
        print_parts(p->temporal[t], op->ndims, out);
    }
    for (uint8_t d = 0; d < op->ndims; d++)
        (void)fprintf(out, "%s%u", d ? "," : " loop ", p->loop[d]);
}

static void print_preload(const graph_op *op, const preload_state *state, FILE *out)
{
    (void)fprintf(out, " preload %llu split ", (unsigned long long)state->sram_bytes);
    for (uint8_t i = 0; i < op->ninputs; i++)
        (void)fprintf(out, "%s%u", i ? "," : "", state->split[i]);
    (void)fprintf(out, " redistribute %llu", (unsigned long long)state->redistribute_bytes);
}

static void print_plan(const compilation *c, uint32_t index, FILE *out)
{
    const graph_op *op = &c->graph->ops[index];
    const choice *ch = &c->scheduled.choices[index];
    const plan *p = ch->plan;
    (void)fprintf(out, "plan %u %s", index, op->name);
    print_cut(op, &c->shards[index], p, out);
    (void)fprintf(out, " steps %u cores %u sram %llu hold %llu receives %llu syncs %u", p->steps, p->cores,
                  (unsigned long long)p->sram_bytes, (unsigned long long)p->hold_bytes,
                  (unsigned long long)plan_noc_bytes(p), p->syncs);
    if (p->npreloads > 0)
        print_preload(op, &p->preloads[ch->state], out);
    (void)fprintf(out, " compute_us %.9g time_us %.9g of %u\n", p->compute_s * US, p->time_s * US,
                  c->plans[index]->count);
}

antler_status compilation_dump_schedule(compilation *c)
{
    unsigned dump = c->point->dump & (ANTLER_DUMP_PLAN | ANTLER_DUMP_PROGRAM);
    if (!dump)
        return ANTLER_OK;
    if (!c->scheduled.program)
        return err_set(c->err, ANTLER_BAD_INPUT, "design '%s' is a bound: it has no plans and no program to dump",
                       c->design->name);
    for (uint32_t i = 0; (dump & ANTLER_DUMP_PLAN) && i < c->graph->nops; i++)
        print_plan(c, i, c->point->dump_to);
    if (dump & ANTLER_DUMP_PROGRAM)
        return program_print(c->scheduled.program, c->point->dump_to, c->err);
    return compilation_written(c);
}
