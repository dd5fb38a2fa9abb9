/* The checker: one broken program a rule, each made from a sound one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "program/program_check.h"
#include "program/program_text.h"
#include "support/one_line.h"

static const char sound[] = "program ops 3\n"
                            "op 0 a layer -1 flops 0\n"
                            "  preload sram 10 gate any-time hbm-load bytes 10 unique 40 chip 0 ring 1 axes 4\n"
                            "  execute sram 20 hold 5 until 2 reads\n"
                            "    phase compute syncs 0 steps 1 kernel unary 1 2 1 1 element 2\n"
                            "op 1 b layer -1 flops 0\n"
                            "  preload sram 10 gate after-start 0 hbm-load bytes 10 unique 40 chip 0 ring 1 axes 4\n"
                            "  execute sram 20 hold 5 until 2 reads 0\n"
                            "    phase compute syncs 0 steps 1 kernel unary 1 2 1 1 element 2\n"
                            "op 2 c layer -1 flops 0\n"
                            "  execute sram 20 hold 0 until -1 reads 0 1\n"
                            "    phase compute syncs 0 steps 1 kernel unary 1 2 1 1 element 2\n"
                            "preloads 0 1\n";

typedef void breaker(program *p);

static void check(breaker *breaks, const char *rule)
{
    arena *a = arena_new();
    const machine *m = machine_from(a, "core.sram=2 KiB");
    program *p = NULL;
    antler_error err = {0};
    assert_int_equal(program_parse(sound, "sound", a, &p, &err), ANTLER_OK);
    breaks(p);
    if (!rule) {
        assert_int_equal(program_check(p, m, &err), ANTLER_OK);
    } else {
        assert_int_equal(program_check(p, m, &err), ANTLER_BUG);
        if (!strstr(err.message, rule))
            fail_msg("'%s' does not say '%s'", err.message, rule);
    }
    arena_free(a);
}

static void nothing(program *p)
{
    (void)p;
}

static void reads_later(program *p)
{
    p->ops[1].inputs[0] = 2;
}

static void reads_dropped(program *p)
{
    p->ops[0].hold_until = 1;
}

static void keeps_backwards(program *p)
{
    p->ops[2].hold_until = 1;
}

static void keeps_beyond(program *p)
{
    p->ops[2].hold_until = 3;
}

static void too_large(program *p)
{
    p->ops[2].execute_sram = 4096;
}

static void gate_on_itself(program *p)
{
    p->ops[1].gate.op = 1;
}

/* 1 comes first and waits for 0, whose preload comes second. */
static void gate_behind(program *p)
{
    p->preload_order[0] = 1;
    p->preload_order[1] = 0;
}

static void keeps_too_much(program *p)
{
    p->ops[0].hold_sram = UINT64_MAX - 8;
}

static void no_kernel_size(program *p)
{
    p->ops[2].phases[0].kernel.m = 0;
}

static void on_missing_cores(program *p)
{
    p->ops[0].preload.axes[0].extent = 5;
}

static void on_no_cores(program *p)
{
    p->ops[0].preload.axes[0].extent = 0;
}

static void broken_rings(program *p)
{
    p->ops[0].preload.ring = 3;
}

static void loads_nothing(program *p)
{
    p->ops[0].preload.bytes = 0;
}

static void preloads_by_shift(program *p)
{
    p->ops[0].preload.pattern = TRAFFIC_SHIFT;
}

static void loads_late(program *p)
{
    p->ops[2].phases[0].traffic[p->ops[2].phases[0].ntraffic++] = p->ops[0].preload;
}

static void not_queued(program *p)
{
    p->npreloads = 1;
}

static void queued_twice(program *p)
{
    p->preload_order[1] = 0;
}

static void queued_for_nothing(program *p)
{
    p->preload_order[1] = 2;
}

static void queued_unknown(program *p)
{
    p->preload_order[1] = 9;
}

static void sram_for_nothing(program *p)
{
    p->ops[2].preload_sram = 8;
}

/* Operator 0 stores what operator 1 loads, after its end. */
static void loads_stored(program *p)
{
    phase *ph = &p->ops[0].phases[p->ops[0].nphases++];
    *ph = (phase){.kind = PHASE_STORE, .ntraffic = 1};
    ph->traffic[0] = p->ops[0].preload;
    ph->traffic[0].pattern = TRAFFIC_HBM_STORE;
    p->ops[1].gate = (gate){.kind = GATE_AFTER_END, .op = 0};
    p->ops[1].nneeds = 1;
    p->ops[1].needs[0] = 0;
}

static void loads_unstored(program *p)
{
    loads_stored(p);
    p->ops[0].nphases--;
}

static void loads_own_output(program *p)
{
    loads_stored(p);
    p->ops[1].needs[0] = 1;
}

static void loads_too_early(program *p)
{
    loads_stored(p);
    p->ops[1].gate.kind = GATE_AFTER_START;
}

static void needs_for_nothing(program *p)
{
    loads_stored(p);
    p->ops[2].nneeds = 1;
}

static void test_rules(void **state)
{
    (void)state;
    check(nothing, NULL);
    check(loads_stored, NULL);
    check(loads_unstored, "has not stored it before");
    check(loads_own_output, "has not stored it before");
    check(loads_too_early, "may load an output before it is stored");
    check(needs_for_nothing, "needs a stored output and loads nothing");
    check(reads_later, "reads an operator that has not run before it");
    check(reads_dropped, "reads an output that is no longer kept");
    check(keeps_backwards, "keeps its output until");
    check(keeps_beyond, "keeps its output until");
    check(too_large, "a state larger than a core's SRAM");
    check(gate_on_itself, "may preload only after operator 1");
    check(gate_behind, "operator 'b' may preload only after operator 0");
    check(keeps_too_much, "a state larger than a core's SRAM");
    check(no_kernel_size, "a kernel of no size");
    check(on_missing_cores, "on more cores than there are");
    check(on_no_cores, "on no core");
    check(broken_rings, "rings that do not divide its groups");
    check(loads_nothing, "HBM traffic of no bytes");
    check(preloads_by_shift, "another pattern than an HBM load");
    check(loads_late, "only preloads may");
    check(not_queued, "is missing in the preload queue");
    check(queued_twice, "is in the preload queue twice");
    check(queued_for_nothing, "with nothing to load");
    check(queued_unknown, "names operator 9 of 3");
    check(sram_for_nothing, "SRAM for a preload of no bytes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rules)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
