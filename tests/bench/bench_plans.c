/* How long the plan search takes for each distinct operator of a model on a chip, and what it finds.
 *
 * usage: bench_plans [HWSPEC [MODEL [BATCH [CONTEXT]]]]   (elk-5888 llama2-13b 32 2048) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plan/plan.h"
#include "plan/signature.h"

typedef struct bench {
    graph *g;
    machine *m;
    shard *shards;
    arena *a;
    antler_error err;
} bench;

static double now_s(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static antler_status load(const char *hwspec, const char *model_name, const antler_workload *w, bench *b)
{
    antler_hwspec *spec = NULL;
    antler_model *model = NULL;
    antler_status st = antler_hwspec_load(hwspec, &spec, &b->err);
    if (st == ANTLER_OK)
        st = antler_model_load(model_name, &model, &b->err);
    if (st == ANTLER_OK)
        st = machine_build(spec, b->a, &b->m, &b->err);
    if (st == ANTLER_OK)
        st = graph_build(model, w, b->a, &b->g, &b->err);
    antler_model_free(model);
    antler_hwspec_free(spec);
    return st;
}

static const plan *fastest(const plan_set *set)
{
    const plan *best = NULL;
    for (uint32_t i = 0; i < set->count; i++)
        if (!best || set->plans[i].time_s < best->time_s)
            best = &set->plans[i];
    return best;
}

static void print_shape(const graph_op *op, const uint32_t *parts)
{
    for (uint8_t d = 0; d < op->ndims; d++)
        (void)printf("%s%llu/%u", d ? " x " : "  ", (unsigned long long)op->dim[d].size, parts[d]);
}

static antler_status run_one(bench *b, uint32_t i, double *total_s)
{
    const graph_op *op = &b->g->ops[i];
    plan_set *set = NULL;
    plan_set *priced = NULL;
    double start = now_s();
    antler_status st = plans_enumerate(b->g, op, &b->shards[i], b->m, b->a, &set, &b->err);
    double found = now_s();
    if (st == ANTLER_OK)
        st = plans_price(set, b->g, op, &b->shards[i], b->m, b->a, &priced, &b->err);
    if (st != ANTLER_OK)
        return st;
    double end = now_s();
    *total_s += end - start;
    (void)printf("%-20s %9.2f %9.2f %9llu %6u %6u", op->role, (found - start) * 1e3, (end - found) * 1e3,
                 (unsigned long long)set->counts.tried, set->count, priced->count);
    const plan *best = fastest(priced);
    if (best) {
        (void)printf(" %9.3f %9.3f", best->time_s * 1e6, best->compute_s * 1e6);
        print_shape(op, best->parts);
    }
    (void)printf("\n");
    return ANTLER_OK;
}

static bool seen(const char **signatures, uint32_t i)
{
    for (uint32_t j = 0; j < i; j++)
        if (strcmp(signatures[i], signatures[j]) == 0)
            return true;
    return false;
}

static antler_status run_all(bench *b)
{
    double start = now_s();
    antler_status st = shard_graph(b->g, b->m, b->a, &b->shards, &b->err);
    if (st != ANTLER_OK)
        return st;
    (void)printf("cuts of %u operators over %u chips: %.2f ms\n", b->g->nops, machine_chips(b->m),
                 (now_s() - start) * 1e3);
    (void)printf("%-20s %9s %9s %9s %6s %6s %9s %9s  %s\n", "operator", "search ms", "price ms", "tried", "kept",
                 "priced", "best us", "compute", "dims/parts of the fastest");
    const char **signatures = ARENA_ARRAY(b->a, const char *, b->g->nops);
    if (!signatures)
        return ANTLER_NO_MEMORY;
    double total_s = 0;
    uint32_t distinct = 0;
    for (uint32_t i = 0; i < b->g->nops && st == ANTLER_OK; i++) {
        signatures[i] = plan_signature(b->g, &b->g->ops[i], &b->shards[i], b->m, b->a);
        if (!signatures[i])
            return ANTLER_NO_MEMORY;
        if (seen(signatures, i))
            continue;
        distinct++;
        st = run_one(b, i, &total_s);
    }
    (void)printf("%u distinct operators in %.2f ms\n", distinct, total_s * 1e3);
    return st;
}

int main(int argc, char **argv)
{
    antler_workload w = {.phase = ANTLER_DECODE, .batch = 32, .context = 2048, .dtype = ANTLER_FP16};
    if (argc > 3)
        w.batch = (uint32_t)strtoul(argv[3], NULL, 10);
    if (argc > 4)
        w.context = (uint32_t)strtoul(argv[4], NULL, 10);
    bench b = {.a = arena_new()};
    if (!b.a)
        return 1;
    antler_status st = load(argc > 1 ? argv[1] : "elk-5888", argc > 2 ? argv[2] : "llama2-13b", &w, &b);
    if (st == ANTLER_OK)
        st = run_all(&b);
    if (st != ANTLER_OK)
        (void)fprintf(stderr, "bench_plans: %s\n", b.err.message);
    arena_free(b.a);
    return st == ANTLER_OK ? 0 : 1;
}
