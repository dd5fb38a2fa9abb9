#include "schedule/choice.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "schedule/lower.h"

#define KIB 1024

void choice_keep(const graph *g, uint32_t op, const plan *p, uint64_t *live)
{
    int32_t last = g->tensors[g->ops[op].output.tensor].last_reader;
    for (int32_t j = (int32_t)op + 1; j <= last; j++)
        live[j] += p->hold_bytes;
}

uint32_t choice_ready(const graph *g, uint32_t op)
{
    int32_t ready = 0;
    for (uint8_t i = 0; i < g->ops[op].ninputs; i++) {
        const graph_tensor *t = &g->tensors[g->ops[op].input[i].tensor];
        if (t->kind == TENSOR_SPILLED && t->producer >= ready)
            ready = t->producer + 1;
    }
    return (uint32_t)ready;
}

static void set_gate(program_op *op, uint32_t index, int32_t first)
{
    if (first < 0 || index == 0) /* nothing runs before the first operator */
        op->gate = (gate){.kind = GATE_NONE};
    else if ((uint32_t)first == index)
        op->gate = (gate){.kind = GATE_AFTER_END, .op = index - 1};
    else
        op->gate = (gate){.kind = GATE_AFTER_START, .op = (uint32_t)first};
}

static bool same_choice(const choice *a, const choice *b)
{
    return a->plan == b->plan && a->state == b->state;
}

void choice_queue(const schedule_input *in, const choice *choices, preload_queue *out)
{
    out->count = 0;
    for (uint32_t i = 0; i < in->g->nops; i++)
        if (choices[i].plan->npreloads > 0)
            out->op[out->count++] = i;
}

antler_status choice_program(const schedule_input *in, const choice *choices, const preload_queue *queue,
                             const int32_t *first, arena *a, schedule_output *out, antler_error *err)
{
    const graph *g = in->g;
    program *p = ARENA_ARRAY(a, program, 1);
    if (!p)
        return err_no_memory(err);
    *p = (program){.nops = g->nops,
                   .ops = ARENA_ARRAY(a, program_op, g->nops),
                   .npreloads = queue->count,
                   .preload_order = ARENA_ARRAY(a, uint32_t, queue->count)};
    choice *copy = ARENA_ARRAY(a, choice, g->nops);
    uint32_t *latest = ARENA_ARRAY(a, uint32_t, g->nops); /* by first alike: the operator lowered last, plus 1 */
    if (!p->ops || !p->preload_order || !copy || !latest)
        return err_no_memory(err);
    memcpy(copy, choices, g->nops * sizeof *copy);
    memcpy(p->preload_order, queue->op, queue->count * sizeof *queue->op);
    antler_status st = ANTLER_OK;
    for (uint32_t i = 0; i < g->nops && st == ANTLER_OK; i++) {
        program_op *op = &p->ops[i];
        uint32_t twin = latest[in->alike[i]];
        latest[in->alike[i]] = i + 1;
        if (twin > 0 && same_choice(&choices[twin - 1], &choices[i]))
            lower_twin(g, i, &p->ops[twin - 1], op);
        else
            st = lower_op(g, i, &in->shards[i], choices[i].plan, choices[i].state, in->m, a, op, err);
        op->hold_until = g->tensors[g->ops[i].output.tensor].last_reader;
        int32_t ready = (int32_t)choice_ready(g, i);
        if (program_preloads(op))
            set_gate(op, i, ready > 0 && first[i] < ready ? ready : first[i]);
    }
    out->program = p;
    out->choices = copy;
    return st;
}

/* `812.0 KiB`, or bytes below one KiB. */
static void format_size(uint64_t bytes, char *text, size_t size)
{
    if (bytes < KIB)
        (void)snprintf(text, size, "%llu B", (unsigned long long)bytes);
    else
        (void)snprintf(text, size, "%.1f KiB", (double)bytes / KIB);
}

uint64_t choice_least_sram(const plan_set *set)
{
    return set->count > 0 ? set->plans[0].sram_bytes : set->least_sram;
}

antler_status choice_infeasible(const schedule_input *in, uint32_t op, uint64_t kept, antler_error *err)
{
    uint64_t sram = machine_sram_bytes(in->m);
    uint64_t needs = choice_least_sram(in->plans[op]);
    uint64_t there = kept < sram ? sram - kept : 0;
    char needs_text[32];
    char there_text[32];
    char missing_text[32];
    format_size(needs, needs_text, sizeof needs_text);
    format_size(there, there_text, sizeof there_text);
    format_size(needs > there ? needs - there : 0, missing_text, sizeof missing_text);
    return err_set(err, ANTLER_INFEASIBLE, "operator '%s' needs %s of a core's SRAM, %s are free: %s missing",
                   in->g->ops[op].name, needs_text, there_text, missing_text);
}
