/* A program as text that program_parse reads back, and the words of both. */
#include <string.h>

#include "base/error.h"
#include "program/program_text.h"
#include "program/program_words.h"

const char *const phase_words[] = {[PHASE_RELAYOUT] = "relayout", [PHASE_REDISTRIBUTE] = "redistribute",
                                   [PHASE_COMPUTE] = "compute",   [PHASE_REDUCE] = "reduce",
                                   [PHASE_STORE] = "store",       NULL};
const char *const kernel_words[] = {[OP_MATMUL] = "matmul", [OP_BINARY] = "binary", [OP_UNARY] = "unary",
                                    [OP_REDUCE] = "sum",    [OP_GATHER] = "pick",   NULL};
const char *const pattern_words[] = {[TRAFFIC_SHIFT] = "shift",
                                     [TRAFFIC_ALL_GATHER] = "all-gather",
                                     [TRAFFIC_REDUCE_SCATTER] = "reduce-scatter",
                                     [TRAFFIC_SPREAD] = "spread",
                                     [TRAFFIC_HBM_LOAD] = "hbm-load",
                                     [TRAFFIC_HBM_STORE] = "hbm-store",
                                     NULL};
const char *const side_words[] = {[SIDE_NONE] = "", [SIDE_X] = "x", [SIDE_Y] = "y"};
const char *const gate_words[] = {
    [GATE_NONE] = "any-time", [GATE_AFTER_START] = "after-start", [GATE_AFTER_END] = "after-end", NULL};

static void print_traffic(const traffic *t, FILE *out)
{
    (void)fprintf(out, " %s bytes %llu unique %llu chip %llu ring %u axes", pattern_words[t->pattern],
                  (unsigned long long)t->bytes, (unsigned long long)t->unique, (unsigned long long)t->chip_bytes,
                  t->ring);
    for (uint8_t i = 0; i < t->naxes; i++)
        (void)fprintf(out, " %u%s%s", t->axes[i].extent, side_words[t->axes[i].side], t->axes[i].member ? "*" : "");
    (void)fputc('\n', out);
}

static void print_phase(const phase *ph, FILE *out)
{
    (void)fprintf(out, "    phase %s syncs %u", phase_words[ph->kind], ph->syncs);
    if (ph->steps > 0)
        (void)fprintf(out, " steps %u kernel %s %llu %llu %llu %llu element %.17g", ph->steps,
                      kernel_words[ph->kernel.kind], (unsigned long long)ph->kernel.batch,
                      (unsigned long long)ph->kernel.m, (unsigned long long)ph->kernel.n,
                      (unsigned long long)ph->kernel.k, ph->kernel.element_bytes);
    (void)fputc('\n', out);
    for (uint8_t i = 0; i < ph->ntraffic; i++) {
        (void)fputs("      traffic", out);
        print_traffic(&ph->traffic[i], out);
    }
}

static void print_op(const program_op *op, uint32_t index, FILE *out)
{
    (void)fprintf(out, "op %u %s layer %d flops %.17g\n", index, op->name, op->layer, op->flops);
    if (program_preloads(op)) {
        (void)fprintf(out, "  preload sram %llu", (unsigned long long)op->preload_sram);
        for (uint8_t i = 0; i < op->nneeds; i++)
            (void)fprintf(out, "%s %u", i ? "" : " needs", op->needs[i]);
        (void)fprintf(out, " gate %s", gate_words[op->gate.kind]);
        if (op->gate.kind != GATE_NONE)
            (void)fprintf(out, " %u", op->gate.op);
        print_traffic(&op->preload, out);
    }
    (void)fprintf(out, "  execute sram %llu hold %llu until %d reads", (unsigned long long)op->execute_sram,
                  (unsigned long long)op->hold_sram, op->hold_until);
    for (uint8_t i = 0; i < op->ninputs; i++)
        (void)fprintf(out, " %u", op->inputs[i]);
    (void)fputc('\n', out);
    for (uint8_t i = 0; i < op->nphases; i++)
        print_phase(&op->phases[i], out);
}

/* A name that reads back: one word. */
static bool is_word(const char *name)
{
    size_t length = strlen(name);
    return length > 0 && length <= PROGRAM_MOST_NAME && !strpbrk(name, " \n");
}

antler_status program_print(const program *p, FILE *out, antler_error *err)
{
    for (uint32_t i = 0; i < p->nops; i++)
        if (!is_word(p->ops[i].name))
            return err_set(err, ANTLER_BUG, "program: the name of operator %u, '%.127s', is not one word", i,
                           p->ops[i].name);
    (void)fprintf(out, "program ops %u\n", p->nops);
    for (uint32_t i = 0; i < p->nops; i++)
        print_op(&p->ops[i], i, out);
    (void)fputs("preloads", out);
    for (uint32_t i = 0; i < p->npreloads; i++)
        (void)fprintf(out, " %u", p->preload_order[i]);
    (void)fputc('\n', out);
    return ferror(out) ? err_set(err, ANTLER_IO, "the program could not be written") : ANTLER_OK;
}
