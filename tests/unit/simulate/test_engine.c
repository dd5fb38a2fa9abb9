/* Timelines worked by hand, as program text. The machine: 4 cores at 1 GHz, ports of 1 GB/s (1 byte a ns), an SRAM port
 * of 16 GB/s, HBM of 10 GB/s, synchronizations of 100 ns, kernels of an IPU: unary takes 0.5 s + 200 cycles for s
 * elements. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "program/program_check.h"
#include "program/program_text.h"
#include "simulate/simulate.h"
#include "support/one_line.h"

static antler_status try_run(arena *a, const char *line, const char *text, sim_result *out, antler_error *err)
{
    const machine *m = machine_from(a, line);
    program *p = NULL;
    antler_status st = program_parse(text, "test", a, &p, err);
    if (st == ANTLER_OK)
        st = program_check(p, m, err);
    return st == ANTLER_OK ? simulate(p, m, true, a, out, err) : st;
}

static sim_result run(arena *a, const char *line, const char *text)
{
    sim_result r;
    antler_error err = {0};
    if (try_run(a, line, text, &r, &err) != ANTLER_OK)
        fail_msg("%s", err.message);
    double shares = r.preload_only_s + r.execute_only_s + r.overlap_s + r.noc_stall_s + r.idle_s;
    assert_true(fabs(shares - r.latency_s) <= 1e-12 * r.latency_s);
    return r;
}

static void nanoseconds(double seconds, double want)
{
    if (fabs(seconds * 1e9 - want) > 1e-6)
        fail_msg("%.9g ns, not %.9g", seconds * 1e9, want);
}

/* 2,000 elements: 0.5 x 2000 + 200 = 1,200 ns; a synchronization before it. */
static void test_one_operator(void **state)
{
    arena *a = arena_new();
    (void)state;
    sim_result r = run(a, "chip.cores=4",
                       "program ops 1\n"
                       "op 0 a layer -1 flops 0\n"
                       "  execute sram 100 hold 0 until -1 reads\n"
                       "    phase compute syncs 1 steps 1 kernel unary 1 2000 1 1 element 2\n"
                       "preloads\n");
    nanoseconds(r.latency_s, 1300);
    nanoseconds(r.compute_s, 1200);
    nanoseconds(r.sync_s, 100);
    assert_int_equal(r.sram_peak, 100);
    arena_free(a);
}

/* 8,000 distinct bytes, 2,000 a core: HBM takes 8000/10 = 800 ns, a port 2000/1 = 2,000 ns, after 50 ns of first
 * access. */
static const char load_then_run[] =
    "program ops 1\n"
    "op 0 a layer -1 flops 0\n"
    "  preload sram 2000 gate any-time hbm-load bytes 2000 unique 8000 chip 0 ring 1 axes 4\n"
    "  execute sram 2100 hold 0 until -1 reads\n"
    "    phase compute syncs 0 steps 1 kernel unary 1 2000 1 1 element 2\n"
    "preloads 0\n";

static void test_preload_then_execute(void **state)
{
    arena *a = arena_new();
    (void)state;
    sim_result r = run(a, "chip.cores=4; hbm.latency=50 ns; hbm.burst=8 B", load_then_run);
    nanoseconds(r.latency_s, 50 + 2000 + 1200);
    nanoseconds(r.idle_s, 50);
    nanoseconds(r.preload_only_s, 2000);
    nanoseconds(r.execute_only_s, 1200);
    nanoseconds(r.execute[0].start_s, 2050);
    assert_true(r.hbm_bytes == 8000);
    arena_free(a);
}

/* Two operators; the second preloads while the first runs. Preload 1 flows from 2,000 on (its 1,000 bytes a core take
 * 1,000 ns alone); the kernel of 0 (all of the 16 GB/s SRAM port) runs beside it: the preload asks 1 GB/s, the kernel
 * gets 15/16 for 1,000 ns: 937.5 of its 1,200 ns are done; the rest takes 262.5 alone: it ends at 2,000 + 1,262.5. */
static const char overlapped[] =
    "program ops 2\n"
    "op 0 a layer -1 flops 0\n"
    "  preload sram 2000 gate any-time hbm-load bytes 2000 unique 8000 chip 0 ring 1 axes 4\n"
    "  execute sram 2100 hold 10 until 1 reads\n"
    "    phase compute syncs 0 steps 1 kernel unary 1 2000 1 1 element 2\n"
    "op 1 b layer -1 flops 0\n"
    "  preload sram 1000 gate %s hbm-load bytes 1000 unique 4000 chip 0 ring 1 axes 4\n"
    "  execute sram 1100 hold 0 until -1 reads 0\n"
    "    phase compute syncs 0 steps 1 kernel unary 1 2000 1 1 element 2\n"
    "preloads 0 1\n";

static const char *with_gate(char *buffer, size_t size, const char *opens)
{
    (void)snprintf(buffer, size, overlapped, opens);
    return buffer;
}

static void test_overlap_and_port_contention(void **state)
{
    arena *a = arena_new();
    char text[1024];
    (void)state;
    sim_result r = run(a, "hbm.burst=8 B", with_gate(text, sizeof text, "after-start 0"));
    nanoseconds(r.execute[0].end_s, 2000 + 1262.5);
    nanoseconds(r.latency_s, 2000 + 1262.5 + 1200);
    nanoseconds(r.noc_stall_s, 62.5);
    nanoseconds(r.overlap_s, 937.5);
    assert_int_equal(r.sram_peak, 2100 + 1000);
    arena_free(a);
}

/* The same behind a gate after the end of 0: nothing overlaps. Loaded at once: 3,000 ns of loads, then both kernels,
 * the first one beside the second load. */
static void test_gates(void **state)
{
    arena *a = arena_new();
    char text[1024];
    (void)state;
    sim_result r = run(a, "hbm.burst=8 B", with_gate(text, sizeof text, "after-end 0"));
    nanoseconds(r.latency_s, 2000 + 1200 + 1000 + 1200);
    nanoseconds(r.noc_stall_s, 0);
    r = run(a, "hbm.burst=8 B", with_gate(text, sizeof text, "any-time"));
    nanoseconds(r.latency_s, 2000 + 1262.5 + 1200);
    arena_free(a);
}

/* The second preload's first access is hidden behind the first one's data when its gate is open early enough. */
static void test_hidden_latency(void **state)
{
    arena *a = arena_new();
    char text[1024];
    (void)state;
    sim_result r = run(a, "hbm.burst=8 B; hbm.latency=300 ns", with_gate(text, sizeof text, "any-time"));
    nanoseconds(r.preload[1].start_s, 300 + 2000);
    r = run(a, "hbm.burst=8 B; hbm.latency=300 ns", with_gate(text, sizeof text, "after-start 0"));
    nanoseconds(r.preload[1].start_s, 300 + 2000 + 300);
    arena_free(a);
}

/* 3 KiB of SRAM, 972 B of it reserved: the 2,100 left fit operator 0 alone; preload 1 waits until it has ended. */
static void test_preload_waits_for_sram(void **state)
{
    arena *a = arena_new();
    char text[1024];
    (void)state;
    sim_result r =
        run(a, "hbm.burst=8 B; core.sram=3 KiB; core.reserved=972 B", with_gate(text, sizeof text, "after-start 0"));
    nanoseconds(r.latency_s, 2000 + 1200 + 1000 + 1200);
    assert_int_equal(r.sram_peak, 2100);
    arena_free(a);
}

/* Four steps of a kernel of 1,200 ns and 800 bytes of shifts: alternating 4 x 1200 + 800; side by side 4 x 1200 +
 * 800/4. */
static const char shifting[] = "program ops 1\n"
                               "op 0 a layer -1 flops 0\n"
                               "  execute sram 100 hold 0 until -1 reads\n"
                               "    phase compute syncs 6 steps 4 kernel unary 1 2000 1 1 element 2\n"
                               "      traffic shift bytes 800 unique 0 chip 0 ring 4 axes 4*\n"
                               "preloads\n";

static void test_alternating_and_overlapped_cores(void **state)
{
    arena *a = arena_new();
    (void)state;
    sim_result r = run(a, "core.overlap=none", shifting);
    nanoseconds(r.latency_s, 4800 + 800 + 600);
    nanoseconds(r.exchange_s, 800);
    /* The first shift alone, 200. Then three pairs: 600 ns of shifts, in and out of the port at 2 GB/s, beside 3,600 ns
     * of kernel that asks for all 16 and gets 14, so does 600 x 14/16 = 525; the other 3,075 alone. At last a kernel.
     */
    r = run(a, "core.overlap=dma", shifting);
    nanoseconds(r.latency_s, 200 + 600 + 3075 + 1200 + 600);
    nanoseconds(r.compute_s, 600 + 3075 + 1200);
    nanoseconds(r.exchange_s, 200);
    arena_free(a);
}

/* A re-layout of 1,000 bytes a core beside a preload of 1,280: each asks for all of a core's 1 GB/s of ingress and gets
 * half. The re-layout ends at 2,000 ns, twice its time, with 1,000 bytes loaded; the last 280 come alone. */
static void test_ingress_contention(void **state)
{
    arena *a = arena_new();
    (void)state;
    sim_result r = run(a, "chip.cores=4",
                       "program ops 2\n"
                       "op 0 a layer -1 flops 0\n"
                       "  execute sram 1000 hold 0 until -1 reads\n"
                       "    phase relayout syncs 0\n"
                       "      traffic spread bytes 1000 unique 4000 chip 0 ring 1 axes 4\n"
                       "op 1 b layer -1 flops 0\n"
                       "  preload sram 1280 gate after-start 0 hbm-load bytes 1280 unique 5120 chip 0 ring 1 axes 4\n"
                       "  execute sram 1280 hold 0 until -1 reads\n"
                       "preloads 1\n");
    nanoseconds(r.execute[0].end_s, 2000);
    nanoseconds(r.latency_s, 2280);
    nanoseconds(r.noc_stall_s, 1000);
    nanoseconds(r.overlap_s, 1000);
    nanoseconds(r.preload_only_s, 280);
    nanoseconds(r.exchange_s, 2000);
    assert_true(r.noc_bytes == 4 * 1000 + 4 * 1280);
    nanoseconds(r.noc_peak_util * 1e-9, 1); /* ingress is full all the time */
    arena_free(a);
}

/* 100 bytes a core take 100 ns, first access 500. Two requests are out at once: 0 and 1 at 0 ns, 2 when the data of 0
 * have come, at 600. So 1 flows at once behind 0, and 2 from 600 + 500 on, after 400 ns of nothing. */
static void test_exposed_latency(void **state)
{
    arena *a = arena_new();
    (void)state;
    sim_result r = run(a, "hbm.burst=8 B; hbm.latency=500 ns",
                       "program ops 3\n"
                       "op 0 a layer -1 flops 0\n"
                       "  preload sram 100 gate any-time hbm-load bytes 100 unique 400 chip 0 ring 1 axes 4\n"
                       "  execute sram 100 hold 0 until -1 reads\n"
                       "op 1 b layer -1 flops 0\n"
                       "  preload sram 100 gate any-time hbm-load bytes 100 unique 400 chip 0 ring 1 axes 4\n"
                       "  execute sram 100 hold 0 until -1 reads\n"
                       "op 2 c layer -1 flops 0\n"
                       "  preload sram 100 gate any-time hbm-load bytes 100 unique 400 chip 0 ring 1 axes 4\n"
                       "  execute sram 100 hold 0 until -1 reads\n"
                       "preloads 0 1 2\n");
    nanoseconds(r.preload[0].start_s, 500);
    nanoseconds(r.preload[1].start_s, 600);
    nanoseconds(r.preload[2].start_s, 1100);
    nanoseconds(r.latency_s, 1200);
    nanoseconds(r.idle_s, 500 + 400);
    arena_free(a);
}

/* 1,280 bytes leave each core at 1 GB/s; HBM takes the 5,120 at 2 GB/s, which is slower: 2,560 ns. */
static void test_store(void **state)
{
    arena *a = arena_new();
    (void)state;
    sim_result r = run(a, "hbm.bandwidth=2 GB/s",
                       "program ops 1\n"
                       "op 0 a layer -1 flops 0\n"
                       "  execute sram 1280 hold 0 until -1 reads\n"
                       "    phase store syncs 1\n"
                       "      traffic hbm-store bytes 1280 unique 5120 chip 0 ring 1 axes 4\n"
                       "preloads\n");
    nanoseconds(r.latency_s, 100 + 2560);
    nanoseconds(r.hbm_busy_s, 2560);
    assert_true(r.hbm_bytes == 5120 && r.noc_bytes == 0);
    arena_free(a);
}

/* Operators that do nothing, phases in which nothing takes time: no time, and no number that is none. */
static void test_nothing_takes_time(void **state)
{
    arena *a = arena_new();
    (void)state;
    sim_result r = run(a, "noc.sync=0 s",
                       "program ops 2\n"
                       "op 0 a layer -1 flops 0\n"
                       "  execute sram 100 hold 0 until -1 reads\n"
                       "op 1 b layer -1 flops 0\n"
                       "  execute sram 100 hold 0 until -1 reads\n"
                       "    phase relayout syncs 3\n"
                       "    phase compute syncs 1 steps 1 kernel unary 1 2000 1 1 element 2\n"
                       "      traffic shift bytes 0 unique 0 chip 0 ring 4 axes 4*\n"
                       "    phase store syncs 0\n"
                       "preloads\n");
    nanoseconds(r.latency_s, 1200);
    r = run(a, "chip.cores=4", "program ops 0\n");
    assert_true(r.latency_s == 0 && r.noc_mean_util == 0 && r.noc_peak_util == 0);
    arena_free(a);
}

/* The first of three operators exchanges 1,000 bytes a core, the second runs a kernel of 0.5 x 20000 + 200 = 10,200 ns,
 * the third needs 1,000 bytes a core, 4,000 of HBM. With 1 GB/s of HBM the preload asks 1/4 of a port: the exchange
 * gets 3/4, ends at 1,333.3 and leaves 666.7 bytes, which take 2,666.7 ns beside the kernel; that gets 15.75/16 of the
 * SRAM port meanwhile and does 2,625 ns of its work: 1,333.3 + 2,666.7 + 7,575 + 1,200. With 2 GB/s the preload takes
 * half of the port and both end at 2,000: 2,000 + 10,200 + 1,200. So the faster memory makes the slower run. */
static void test_faster_memory_slower_run(void **state)
{
    static const char text[] =
        "program ops 3\n"
        "op 0 a layer -1 flops 0\n"
        "  execute sram 1000 hold 0 until -1 reads\n"
        "    phase relayout syncs 0\n"
        "      traffic shift bytes 1000 unique 0 chip 0 ring 4 axes 4*\n"
        "op 1 b layer -1 flops 0\n"
        "  execute sram 1000 hold 0 until -1 reads\n"
        "    phase compute syncs 0 steps 1 kernel unary 1 20000 1 1 element 2\n"
        "op 2 c layer -1 flops 0\n"
        "  preload sram 1000 gate any-time hbm-load bytes 1000 unique 4000 chip 0 ring 1 axes 4\n"
        "  execute sram 1000 hold 0 until -1 reads\n"
        "    phase compute syncs 0 steps 1 kernel unary 1 2000 1 1 element 2\n"
        "preloads 2\n";
    arena *a = arena_new();
    (void)state;
    sim_result r = run(a, "hbm.burst=8 B; hbm.bandwidth=1 GB/s", text);
    nanoseconds(r.execute[0].end_s, 4000.0 / 3);
    nanoseconds(r.preload[2].end_s, 4000);
    nanoseconds(r.latency_s, 4000 + 7575 + 1200);
    r = run(a, "hbm.burst=8 B; hbm.bandwidth=2 GB/s", text);
    nanoseconds(r.preload[2].end_s, 2000);
    nanoseconds(r.latency_s, 2000 + 10200 + 1200);
    arena_free(a);
}

/* Weights that two chips share fly 7 ns from one to the other, on top of the first access. */
static void test_flight_of_a_preload(void **state)
{
    static const char text[] =
        "program ops 1\n"
        "op 0 a layer -1 flops 0\n"
        "  preload sram 2000 gate any-time hbm-load bytes 2000 unique 8000 chip 100 ring 1 axes 4\n"
        "  execute sram 2100 hold 0 until -1 reads\n"
        "    phase compute syncs 0 steps 1 kernel unary 1 2000 1 1 element 2\n"
        "preloads 0\n";
    arena *a = arena_new();
    (void)state;
    sim_result r =
        run(a, "chips=2; inter_chip.bandwidth=1 GB/s; inter_chip.latency=7 ns; hbm.latency=50 ns; hbm.burst=8 B", text);
    nanoseconds(r.idle_s, 57);
    nanoseconds(r.latency_s, 57 + 2000 + 1200);
    arena_free(a);
}

static void refused(const char *line, const char *text, antler_status want, const char *says)
{
    arena *a = arena_new();
    sim_result r;
    antler_error err = {0};
    assert_int_equal(try_run(a, line, text, &r, &err), want);
    if (!strstr(err.message, says))
        fail_msg("'%s' does not say '%s'", err.message, says);
    arena_free(a);
}

static void test_broken_programs(void **state)
{
    char text[1024];
    (void)state;
    refused("core.sram=2 KiB", load_then_run, ANTLER_BUG, "larger than a core's SRAM");
    refused("core.sram=3 KiB; core.reserved=1024 B", load_then_run, ANTLER_BUG, "SRAM");
    refused("hbm.burst=8 B", with_gate(text, sizeof text, "after-start 1"), ANTLER_BUG, "which waits for it");
    /* operator 0's output is kept beside operator 1, and both do not fit */
    refused("core.sram=3 KiB; core.reserved=962 B",
            "program ops 2\n"
            "op 0 a layer -1 flops 0\n"
            "  execute sram 2000 hold 1500 until 1 reads\n"
            "    phase compute syncs 0 steps 1 kernel unary 1 2 1 1 element 2\n"
            "op 1 b layer -1 flops 0\n"
            "  execute sram 2000 hold 0 until -1 reads 0\n"
            "    phase compute syncs 0 steps 1 kernel unary 1 2 1 1 element 2\n"
            "preloads\n",
            ANTLER_BUG, "overflows a core's SRAM by 1390 bytes");
    /* 1's preload is first in the queue and keeps its SRAM until 1 runs, which leaves none to load 0 into */
    refused("core.sram=3 KiB; core.reserved=72 B",
            "program ops 2\n"
            "op 0 a layer -1 flops 0\n"
            "  preload sram 2000 gate any-time hbm-load bytes 2000 unique 8000 chip 0 ring 1 axes 4\n"
            "  execute sram 2100 hold 0 until -1 reads\n"
            "    phase compute syncs 0 steps 1 kernel unary 1 2 1 1 element 2\n"
            "op 1 b layer -1 flops 0\n"
            "  preload sram 2000 gate any-time hbm-load bytes 2000 unique 8000 chip 0 ring 1 axes 4\n"
            "  execute sram 2100 hold 0 until -1 reads\n"
            "    phase compute syncs 0 steps 1 kernel unary 1 2 1 1 element 2\n"
            "preloads 1 0\n",
            ANTLER_BUG, "waits for ever");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_operator),
                                       cmocka_unit_test(test_preload_then_execute),
                                       cmocka_unit_test(test_overlap_and_port_contention),
                                       cmocka_unit_test(test_gates),
                                       cmocka_unit_test(test_hidden_latency),
                                       cmocka_unit_test(test_preload_waits_for_sram),
                                       cmocka_unit_test(test_alternating_and_overlapped_cores),
                                       cmocka_unit_test(test_ingress_contention),
                                       cmocka_unit_test(test_exposed_latency),
                                       cmocka_unit_test(test_store),
                                       cmocka_unit_test(test_nothing_takes_time),
                                       cmocka_unit_test(test_faster_memory_slower_run),
                                       cmocka_unit_test(test_flight_of_a_preload),
                                       cmocka_unit_test(test_broken_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
