#include "reference/brute_plans.h"

#include "plan/cost.h"

typedef struct brute {
    const plan_problem *pr;
    void (*sink)(void *self, const plan *p);
    void *self;
    plan p;
} brute;

static uint64_t up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

/* `parts` pieces of `length`, none of them empty. */
static bool none_empty(uint64_t length, uint64_t parts)
{
    uint64_t piece = up(length, parts);
    return piece * (parts - 1) < length;
}

static bool legal(const plan_problem *pr, const plan *p)
{
    uint64_t cores = 1;
    for (uint32_t d = 0; d < pr->ndims; d++) {
        cores *= p->parts[d];
        if (!none_empty(pr->length[d], p->parts[d]))
            return false;
    }
    if (cores > pr->cores)
        return false;
    for (uint32_t t = 0; t < pr->noperands; t++) {
        uint64_t replicas = 1;
        uint64_t ring = 1;
        for (uint32_t d = 0; d < pr->ndims; d++) {
            bool spans = pr->operand[t].spans >> d & 1;
            uint32_t pieces = p->temporal[t][d];
            replicas *= spans ? 1 : p->parts[d];
            ring *= pieces;
            if ((!spans && pieces > 1) || !none_empty(up(pr->length[d], p->parts[d]), pieces))
                return false;
            for (uint32_t u = 0; u < t; u++)
                if (pieces % p->temporal[u][d] != 0 && p->temporal[u][d] % pieces != 0)
                    return false;
        }
        if (replicas % ring != 0)
            return false;
    }
    return true;
}

/* Only what legal() would refuse anyway is left out early: rings longer than there are replicas. */
static uint64_t most_pieces(const brute *b, uint32_t t, uint32_t d)
{
    uint64_t replicas = 1;
    uint64_t ring = 1;
    for (uint32_t i = 0; i < b->pr->ndims; i++) {
        replicas *= b->pr->operand[t].spans >> i & 1 ? 1 : b->p.parts[i];
        ring *= i < d ? b->p.temporal[t][i] : 1;
    }
    uint64_t tile = up(b->pr->length[d], b->p.parts[d]);
    uint64_t most = b->pr->operand[t].spans >> d & 1 ? tile : 1;
    return most < replicas / ring ? most : replicas / ring;
}

static void temporal(brute *b, uint32_t t, uint32_t d)
{
    if (t == b->pr->noperands) {
        if (legal(b->pr, &b->p)) {
            plan p = b->p;
            plan_cost(b->pr, &p);
            b->sink(b->self, &p);
        }
        return;
    }
    if (d == b->pr->ndims) {
        temporal(b, t + 1, 0);
        return;
    }
    uint64_t most = most_pieces(b, t, d);
    for (uint32_t pieces = 1; pieces <= most; pieces++) {
        b->p.temporal[t][d] = pieces;
        temporal(b, t, d + 1);
    }
    b->p.temporal[t][d] = 1;
}

static void spatial(brute *b, uint32_t d, uint64_t cores)
{
    if (d == b->pr->ndims || d == GRAPH_MAX_DIMS) {
        temporal(b, 0, 0);
        return;
    }
    for (uint32_t parts = 1; parts <= b->pr->length[d] && parts * cores <= b->pr->cores; parts++) {
        b->p.parts[d] = parts;
        spatial(b, d + 1, cores * parts);
    }
}

void brute_plans(const plan_problem *pr, void (*sink)(void *self, const plan *p), void *self)
{
    brute b = {.pr = pr, .sink = sink, .self = self};
    spatial(&b, 0, 1);
}
