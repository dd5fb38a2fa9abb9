/* The model whole, then with operators and kept outputs limited to 1/2, 1/4 and 1/8 of SRAM, and less while nothing
 * fits: smaller operators leave room for preloads to run ahead, larger ones read less twice. */
#include "evaluate/variants.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "evaluate/alike.h"
#include "plan/stream.h"
#include "program/program_check.h"

enum { LEVELS = 3, MOST_LEVELS = 16, MOST_OPERATORS = 65536 };

static uint64_t sliced_operators(const graph *g, const slicing *s)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < g->nops && count <= MOST_OPERATORS; i++)
        count += slicing_count(&g->ops[i], s->length[i]);
    return count;
}

static bool same_slicing(const graph *g, const slicing *a, const slicing *b)
{
    return memcmp(a->length, b->length, g->nops * sizeof *a->length) == 0 &&
           memcmp(a->spilled, b->spilled, g->ntensors * sizeof *a->spilled) == 0;
}

/* needs: a slicing. leaves: its graph, and shards cut across chips as those of the whole operators. */
static antler_status slice(compilation *v, const slicing *s)
{
    uint32_t *origin = NULL;
    antler_status st = graph_slice_ops(v->whole, s, v->memory, &v->graph, &origin, v->err);
    if (st == ANTLER_OK)
        st = graph_check(v->graph, v->err);
    if (st != ANTLER_OK)
        return st;
    v->shards = ARENA_ARRAY(v->memory, shard, v->graph->nops);
    if (!v->shards)
        return err_no_memory(v->err);
    for (uint32_t i = 0; i < v->graph->nops; i++)
        v->shards[i] = v->whole_shards[origin[i]];
    shard_charges(v->graph, v->machine, v->shards);
    return compilation_fits(v, v->graph);
}

/* needs: plans. leaves: a checked program, or a bound. */
static antler_status schedule(compilation *v)
{
    schedule_input in = compilation_input(v);
    antler_status st = v->parts ? elk_schedule(&in, v->parts, v->memory, &v->scheduled, v->err)
                                : v->design->schedule(&in, v->memory, &v->scheduled, v->err);
    if (st == ANTLER_OK && v->scheduled.program)
        st = program_check(v->scheduled.program, v->machine, v->err);
    return st;
}

/* needs: graph and shards. leaves: plans, the bound, and unless that is beaten already a schedule and its latency. */
static antler_status try_variant(compilation *v, double to_beat)
{
    antler_status st = compilation_plans(v);
    if (st == ANTLER_OK)
        st = compilation_ideal(v, &v->ideal_s);
    if (st != ANTLER_OK || v->ideal_s >= to_beat)
        return st;
    st = schedule(v);
    if (st == ANTLER_OK && v->scheduled.program)
        st = compilation_simulate(v);
    if (st == ANTLER_OK)
        v->latency_s = v->scheduled.program ? v->run.latency_s : v->scheduled.latency_s;
    return st;
}

/* The quicker of the two goes into `best`; the other's memory is freed. */
static void keep_best(compilation *best, const compilation *tried)
{
    arena *memory = best->memory;
    double ideal_s = fmin(best->ideal_s, tried->ideal_s);
    bool quicker = tried->latency_s < best->latency_s;
    arena_free(quicker ? best->variant : tried->variant);
    if (quicker)
        *best = *tried;
    best->memory = memory;
    best->ideal_s = ideal_s;
}

/* One more variant, with `slices` (NULL: whole). An infeasible one is no error, and leaves its reason in c->err. */
static antler_status enter(compilation *c, const slicing *slices)
{
    compilation v = *c;
    v.graph = c->whole;
    v.shards = c->whole_shards;
    v.scheduled = (schedule_output){0};
    v.latency_s = INFINITY;
    v.ideal_s = INFINITY;
    v.variant = arena_new();
    v.memory = v.variant;
    antler_status st = v.variant ? ANTLER_OK : err_no_memory(c->err);
    if (st == ANTLER_OK && slices)
        st = slice(&v, slices);
    if (st == ANTLER_OK)
        st = try_variant(&v, c->latency_s);
    if (st != ANTLER_OK) /* what does not run bounds nothing */
        v.ideal_s = INFINITY;
    keep_best(c, &v);
    return st == ANTLER_INFEASIBLE ? ANTLER_OK : st;
}

static antler_status enter_sliced(compilation *c)
{
    slicing known[MOST_LEVELS + 1];
    uint32_t *alike = alike_find(c->whole, c->whole_shards, c->memory);
    if (!alike)
        return err_no_memory(c->err);
    antler_status st = slicing_none(c->whole, c->memory, &known[0], c->err);
    for (int level = 1; level <= MOST_LEVELS && st == ANTLER_OK; level++) {
        if (level > LEVELS && isfinite(c->latency_s))
            break;
        uint64_t limit = machine_sram_bytes(c->machine) >> level;
        stream_limits limits = {.operator_bytes = limit, .held_bytes = limit};
        st = stream_decide(c->whole, c->machine, c->whole_shards, alike, &limits, c->memory, &known[level], c->err);
        if (st != ANTLER_OK || same_slicing(c->whole, &known[level - 1], &known[level]))
            continue;
        if (sliced_operators(c->whole, &known[level]) > MOST_OPERATORS)
            break;
        st = enter(c, &known[level]);
    }
    return st;
}

antler_status variants_compile(compilation *c)
{
    c->latency_s = INFINITY;
    c->ideal_s = INFINITY;
    antler_status st = enter(c, NULL);
    if (st == ANTLER_OK)
        st = enter_sliced(c);
    if (st == ANTLER_OK && isinf(c->latency_s))
        st = ANTLER_INFEASIBLE; /* c->err: why the last one tried is */
    return st;
}
