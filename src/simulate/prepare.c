/* Times and footprints of everything a program does. Equal phases are found by value, so that forty equal layers cost
 * one. */
#include "simulate/prepare.h"

#include <math.h>

#include "base/error.h"
#include "simulate/share.h"

typedef struct known_phase {
    const phase *source;
    timed_phase timed;
    struct known_phase *next;
} known_phase;

typedef struct known_preload {
    const traffic *source;
    timed_preload timed;
    struct known_preload *next;
} known_preload;

/* Operators that share their phases. */
typedef struct known_op {
    const phase *phases;
    uint8_t nphases;
    uint32_t op; /* the first of them */
    struct known_op *next;
} known_op;

enum { BUCKETS = 256 };

typedef struct preparation {
    const machine *m;
    arena *a;
    antler_error *err;
    known_phase *phases[BUCKETS];
    known_preload *preloads[BUCKETS];
    known_op *ops[BUCKETS];
    uint32_t nphases, npreloads; /* distinct ones so far */
} preparation;

static bool same_traffic(const traffic *a, const traffic *b)
{
    bool same = a->pattern == b->pattern && a->bytes == b->bytes && a->unique == b->unique &&
                a->chip_bytes == b->chip_bytes && a->ring == b->ring && a->naxes == b->naxes;
    for (uint8_t i = 0; same && i < a->naxes; i++)
        same = a->axes[i].extent == b->axes[i].extent && a->axes[i].member == b->axes[i].member &&
               a->axes[i].side == b->axes[i].side;
    return same;
}

static bool same_kernel(const kernel_call *a, const kernel_call *b)
{
    return a->kind == b->kind && a->batch == b->batch && a->m == b->m && a->n == b->n && a->k == b->k &&
           a->element_bytes == b->element_bytes;
}

static bool same_phase(const phase *a, const phase *b)
{
    bool same = a->steps == b->steps && a->syncs == b->syncs && a->ntraffic == b->ntraffic &&
                (a->steps == 0 || same_kernel(&a->kernel, &b->kernel));
    for (uint8_t i = 0; same && i < a->ntraffic; i++)
        same = same_traffic(&a->traffic[i], &b->traffic[i]);
    return same;
}

static uint32_t bucket(uint64_t a, uint64_t b)
{
    return (uint32_t)((a * 31 + b) * UINT64_C(0x9E3779B97F4A7C15) >> 56);
}

/* Sum of two footprints, by ascending resource. */
static antler_status merge(const footprint *x, const footprint *y, arena *a, footprint *out, antler_error *err)
{
    footprint f = {.demands = ARENA_ARRAY(a, demand, x->count + y->count)};
    if (!f.demands)
        return err_no_memory(err);
    f.latency_s = x->latency_s > y->latency_s ? x->latency_s : y->latency_s;
    uint32_t i = 0;
    uint32_t j = 0;
    while (i < x->count || j < y->count) {
        uint32_t rx = i < x->count ? x->demands[i].resource : UINT32_MAX;
        uint32_t ry = j < y->count ? y->demands[j].resource : UINT32_MAX;
        demand d = {.resource = rx < ry ? rx : ry};
        if (rx == d.resource)
            d.amount += x->demands[i++].amount;
        if (ry == d.resource)
            d.amount += y->demands[j++].amount;
        f.demands[f.count++] = d;
    }
    *out = f;
    return ANTLER_OK;
}

static double alone_s(const machine *m, const footprint *f)
{
    activity a = {.demand = f, .cap = INFINITY};
    return 1 / share_alone(machine_capacities(m), &a);
}

static antler_status time_phase(preparation *p, const phase *ph, timed_phase *out)
{
    *out = (timed_phase){.id = ++p->nphases, .steps = ph->steps, .wait_s = ph->syncs * machine_sync_s(p->m)};
    for (uint8_t i = 0; i < ph->ntraffic; i++) {
        footprint one;
        antler_status st = machine_footprint(p->m, &ph->traffic[i], p->a, &one, p->err);
        if (st == ANTLER_OK)
            st = merge(&out->exchange, &one, p->a, &out->exchange, p->err);
        if (st != ANTLER_OK)
            return st;
    }
    out->wait_s += out->exchange.latency_s;
    if (out->exchange.count > 0)
        out->exchange_s = alone_s(p->m, &out->exchange);
    if (ph->steps == 0)
        return ANTLER_OK;
    out->kernel_s = ph->steps * machine_kernel_s(p->m, &ph->kernel);
    out->kernel.demands = ARENA_ARRAY(p->a, demand, 1);
    if (!out->kernel.demands)
        return err_no_memory(p->err);
    double bytes = ph->steps * machine_kernel_sram_bytes(p->m, &ph->kernel);
    if (bytes > 0)
        out->kernel.demands[out->kernel.count++] = (demand){.resource = RES_SRAM, .amount = bytes};
    return ANTLER_OK;
}

static antler_status find_phase(preparation *p, const phase *ph, const timed_phase **out)
{
    uint32_t at = bucket(ph->kernel.m * 7 + ph->kernel.n * 5 + ph->kernel.k, ph->ntraffic ? ph->traffic[0].bytes : 0);
    for (known_phase *k = p->phases[at]; k; k = k->next)
        if (same_phase(k->source, ph)) {
            *out = &k->timed;
            return ANTLER_OK;
        }
    known_phase *k = ARENA_ARRAY(p->a, known_phase, 1);
    if (!k)
        return err_no_memory(p->err);
    *k = (known_phase){.source = ph, .next = p->phases[at]};
    p->phases[at] = k;
    *out = &k->timed;
    return time_phase(p, ph, &k->timed);
}

static antler_status find_preload(preparation *p, const traffic *t, const timed_preload **out)
{
    uint32_t at = bucket(t->unique, t->bytes);
    for (known_preload *k = p->preloads[at]; k; k = k->next)
        if (same_traffic(k->source, t)) {
            *out = &k->timed;
            return ANTLER_OK;
        }
    known_preload *k = ARENA_ARRAY(p->a, known_preload, 1);
    if (!k)
        return err_no_memory(p->err);
    *k = (known_preload){.source = t, .next = p->preloads[at], .timed.id = ++p->npreloads};
    p->preloads[at] = k;
    *out = &k->timed;
    antler_status st = machine_footprint(p->m, t, p->a, &k->timed.load, p->err);
    k->timed.first_s = machine_hbm_latency_s(p->m) + k->timed.load.latency_s;
    return st;
}

/* The first operator with the same list of phases; NULL when out of memory. */
static const known_op *find_op(preparation *p, const program_op *op, uint32_t index)
{
    uint32_t at = bucket((uintptr_t)op->phases, op->nphases);
    for (const known_op *k = p->ops[at]; k; k = k->next)
        if (k->phases == op->phases && k->nphases == op->nphases)
            return k;
    known_op *k = ARENA_ARRAY(p->a, known_op, 1);
    if (!k)
        return NULL;
    *k = (known_op){.phases = op->phases, .nphases = op->nphases, .op = index, .next = p->ops[at]};
    p->ops[at] = k;
    return k;
}

static antler_status find_phases(preparation *p, const program_op *op, uint32_t index, timed_op *ops)
{
    const known_op *known = find_op(p, op, index);
    if (!known)
        return err_no_memory(p->err);
    antler_status st = ANTLER_OK;
    for (uint8_t j = 0; j < op->nphases && st == ANTLER_OK; j++) {
        if (known->op < index)
            ops[index].phases[j] = ops[known->op].phases[j];
        else
            st = find_phase(p, &op->phases[j], &ops[index].phases[j]);
    }
    return st;
}

antler_status prepare(const program *prog, const machine *m, arena *a, timed_op **out, antler_error *err)
{
    preparation p = {.m = m, .a = a, .err = err};
    timed_op *ops = ARENA_ARRAY(a, timed_op, prog->nops);
    if (!ops)
        return err_no_memory(err);
    antler_status st = ANTLER_OK;
    for (uint32_t i = 0; i < prog->nops && st == ANTLER_OK; i++) {
        const program_op *op = &prog->ops[i];
        if (program_preloads(op))
            st = find_preload(&p, &op->preload, &ops[i].preload);
        if (st == ANTLER_OK)
            st = find_phases(&p, op, i, ops);
    }
    if (st == ANTLER_OK)
        *out = ops;
    return st;
}
