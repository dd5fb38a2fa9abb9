/* A lowered operator does what its plan was costed at: phases, synchronizations, steps and bytes, on every plan of
 * random operators. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "schedule/lower.h"
#include "support/chain.h"

typedef struct totals {
    uint64_t syncs, steps, chip_bytes;
    uint64_t bytes[PHASE_STORE + 1]; /* received (sent, for stores) by a core, by kind of phase */
} totals;

static totals add_up(const program_op *op)
{
    totals t = {0};
    for (uint8_t i = 0; i < op->nphases; i++) {
        const phase *ph = &op->phases[i];
        assert_true(i == 0 || op->phases[i - 1].kind < ph->kind);
        assert_true(ph->steps > 0 || ph->syncs > 0 || ph->ntraffic > 0);
        assert_true(ph->ntraffic <= PROGRAM_MAX_TRAFFIC);
        t.syncs += ph->kind == PHASE_REDISTRIBUTE ? 0 : ph->syncs;
        t.steps += ph->kind == PHASE_COMPUTE ? ph->steps : 0;
        for (uint8_t j = 0; j < ph->ntraffic; j++) {
            t.bytes[ph->kind] += ph->traffic[j].bytes;
            t.chip_bytes += ph->traffic[j].chip_bytes;
        }
    }
    return t;
}

static void check_plan(const schedule_input *in, uint32_t index, const plan *p, uint32_t state, arena *a)
{
    program_op op;
    const shard *s = &in->shards[index];
    assert_int_equal(lower_op(in->g, index, s, p, state, in->m, a, &op, NULL), ANTLER_OK);
    totals t = add_up(&op);
    assert_int_equal(t.syncs, p->syncs);
    assert_int_equal(t.steps, p->steps);
    assert_int_equal(t.bytes[PHASE_RELAYOUT], p->gather_bytes);
    assert_int_equal(t.bytes[PHASE_COMPUTE], p->shift_bytes);
    assert_int_equal(t.bytes[PHASE_REDUCE], p->reduce_bytes);
    assert_int_equal(t.chip_bytes, s->relayout_chip_bytes + s->reduce_chip_bytes);
    assert_int_equal(t.bytes[PHASE_STORE] > 0, in->g->ops[index].store_bytes > 0);
    assert_int_equal(op.execute_sram, p->sram_bytes);
    assert_int_equal(op.hold_sram, p->hold_bytes);
    assert_true(op.hold_sram <= op.execute_sram);
    assert_int_equal(program_preloads(&op), p->npreloads > 0);
    if (p->npreloads == 0) {
        assert_int_equal(op.preload_sram, 0);
        return;
    }
    const preload_state *ps = &p->preloads[state];
    assert_int_equal(op.preload_sram, ps->sram_bytes);
    assert_int_equal(op.preload.bytes, ps->sram_bytes);
    assert_int_equal(t.bytes[PHASE_REDISTRIBUTE], ps->redistribute_bytes);
    assert_true(op.preload_sram <= op.execute_sram); /* static and basic rely on it when a preload waits */
}

static void test_phases(void **state)
{
    (void)state;
    uint64_t plans = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        arena *a = arena_new();
        random_state r = random_seed(seed);
        const machine *m = chain_machine(a, &r);
        const graph *g = chain_random(a, &r, 8);
        const schedule_input *in = chain_plans(a, g, m);
        for (uint32_t i = 0; i < g->nops; i++)
            for (uint32_t j = 0; j < in->plans[i]->count; j++) {
                const plan *p = &in->plans[i]->plans[j];
                for (uint32_t s = 0; s < (p->npreloads > 0 ? p->npreloads : 1); s++)
                    check_plan(in, i, p, s, a);
                plans++;
            }
        arena_free(a);
    }
    assert_true(plans > 2000);
}

/* Producers, each once; externals not at all. */
static void test_inputs(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        arena *a = arena_new();
        random_state r = random_seed(seed);
        const machine *m = chain_machine(a, &r);
        const graph *g = chain_random(a, &r, 8);
        const schedule_input *in = chain_plans(a, g, m);
        for (uint32_t i = 0; i < g->nops; i++) {
            program_op op;
            if (in->plans[i]->count == 0)
                continue;
            assert_int_equal(lower_op(g, i, &in->shards[i], in->plans[i]->plans, 0, m, a, &op, NULL), ANTLER_OK);
            assert_ptr_equal(op.name, g->ops[i].name);
            bool read[8] = {0};
            for (uint8_t k = 0; k < g->ops[i].ninputs; k++) {
                int32_t producer = g->tensors[g->ops[i].input[k].tensor].producer;
                if (producer != GRAPH_NONE)
                    read[producer] = true;
            }
            for (uint8_t k = 0; k < op.ninputs; k++) {
                assert_true(read[op.inputs[k]]);
                read[op.inputs[k]] = false;
            }
            for (uint32_t k = 0; k < 8; k++)
                assert_false(read[k]);
        }
        arena_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_phases), cmocka_unit_test(test_inputs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
