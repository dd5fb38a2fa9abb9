/* Metrics: the table and its documentation agree, shares of time add up, nothing is used more than it is there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "metrics/throughput.h"
#include "support/chain.h"

#define ROUNDING 1e-9 /* relative to the latency; sums of a few thousand intervals */

typedef struct documented {
    char column[64], unit[32], formula[256];
} documented;

/* Rows of the table in METRICS.md, `| `column` | unit | formula | note |`. */
static int read_rows(documented *rows, int most)
{
    FILE *f = fopen(METRICS_MD, "r");
    char line[1024];
    int count = 0;
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        documented row = {0};
        if (strncmp(line, "| `", 3) != 0)
            continue;
        assert_int_equal(sscanf(line, "| `%63[^`]` | %31[^|]| %255[^|]|", row.column, row.unit, row.formula) >= 2, 1);
        row.unit[strcspn(row.unit, " ")] = '\0';
        assert_true(count < most);
        rows[count++] = row;
    }
    (void)fclose(f);
    return count;
}

/* Every metric has its row in the same order with the same unit, and there is no other row: so both ways. */
static void test_documented(void **state)
{
    (void)state;
    documented rows[ANTLER_METRICS + 1];
    int count = read_rows(rows, ANTLER_METRICS + 1);
    for (int i = 0; i < count && i < ANTLER_METRICS; i++) {
        const antler_metric_info *info = antler_metric_describe((antler_metric)i);
        assert_string_equal(rows[i].column, info->name);
        assert_string_equal(rows[i].unit, info->unit);
        assert_true(strlen(info->doc) > 5);
    }
    assert_int_equal(count, ANTLER_METRICS);
}

/* Only what has no model is documented without a formula, and is NULL. */
static void no_formula_no_value(const antler_metrics *m)
{
    documented rows[ANTLER_METRICS];
    (void)read_rows(rows, ANTLER_METRICS);
    static const antler_metric later[] = {ANTLER_M_ideal_ratio, ANTLER_M_compile_s, ANTLER_M_simulate_s};
    for (int i = 0; i < ANTLER_METRICS; i++) {
        bool elsewhere = false; /* filled by evaluate */
        for (size_t k = 0; k < sizeof later / sizeof *later; k++)
            elsewhere |= i == (int)later[k];
        bool modelled = rows[i].formula[0] != '\0' && i != ANTLER_M_power_w;
        if (!elsewhere && isnan(m->value[i]) == modelled)
            fail_msg("%s is %g", rows[i].column, m->value[i]);
    }
}

static double value(const antler_metrics *m, antler_metric which)
{
    return m->value[which];
}

static void close_to(double x, double y, double scale, uint64_t seed, const char *what)
{
    if (fabs(x - y) > ROUNDING * scale)
        fail_msg("seed %llu: %s: %.17g and %.17g", (unsigned long long)seed, what, x, y);
}

static void check_run(const antler_metrics *m, const sim_result *r, const graph *g, const machine *mc, uint64_t seed)
{
    double latency = value(m, ANTLER_M_latency_ms);
    double executing =
        value(m, ANTLER_M_execute_only_ms) + value(m, ANTLER_M_overlap_ms) + value(m, ANTLER_M_noc_stall_ms);
    close_to(value(m, ANTLER_M_preload_only_ms) + executing + value(m, ANTLER_M_idle_ms), latency, latency, seed,
             "the five shares of time");
    close_to(value(m, ANTLER_M_compute_ms) + value(m, ANTLER_M_exchange_ms) + value(m, ANTLER_M_sync_ms), executing,
             latency, seed, "the three shares of execution");
    static const antler_metric shares[] = {ANTLER_M_compute_util, ANTLER_M_hbm_util, ANTLER_M_noc_util,
                                           ANTLER_M_noc_peak_link_util};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        assert_true(value(m, shares[i]) >= 0 && value(m, shares[i]) <= 1 + ROUNDING);
    assert_true(value(m, ANTLER_M_noc_util) <= value(m, ANTLER_M_noc_peak_link_util) * (1 + ROUNDING));
    assert_true(value(m, ANTLER_M_sram_peak_kib) * 1024 <= (double)machine_sram_bytes(mc));
    assert_true(value(m, ANTLER_M_hbm_busy_ms) <= latency * (1 + ROUNDING));
    close_to(value(m, ANTLER_M_hbm_util) * latency, value(m, ANTLER_M_hbm_busy_ms), latency, seed, "HBM's use");
    double tokens = (double)g->tokens;
    close_to(value(m, ANTLER_M_tokens_per_s) * latency / 1e3, tokens, tokens, seed, "tokens");
    assert_true(r->hbm_bytes + 1e-6 >= (double)(graph_hbm_bytes(g) + graph_store_bytes(g)));
}

static void test_runs(void **state)
{
    (void)state;
    int feasible = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        arena *a = arena_new();
        random_state r = random_seed(seed);
        machine *mc = chain_machine(a, &r);
        const graph *g = chain_random(a, &r, (uint32_t)random_in(&r, 1, 8));
        const schedule_input *in = chain_plans(a, g, mc);
        schedule_output out = {0};
        antler_error err = {0};
        antler_metrics m;
        if (schedule_basic(in, a, &out, &err) == ANTLER_OK) {
            sim_result run;
            assert_int_equal(simulate(out.program, mc, false, a, &run, &err), ANTLER_OK);
            metrics_of_run(&run, g, mc, 2, &m);
            check_run(&m, &run, g, mc, seed);
            no_formula_no_value(&m);
            feasible++;
        }
        arena_free(a);
    }
    assert_true(feasible > 150);
}

/* A bound has no timeline. */
static void test_bound(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        arena *a = arena_new();
        random_state r = random_seed(seed);
        machine *mc = chain_machine(a, &r);
        const graph *g = chain_random(a, &r, 6);
        const schedule_input *in = chain_plans(a, g, mc);
        schedule_output out = {0};
        antler_error err = {0};
        antler_metrics m;
        if (schedule_ideal(in, a, &out, &err) == ANTLER_OK) {
            metrics_of_bound(&out, g, mc, 2, &m);
            for (int i = ANTLER_M_preload_only_ms; i <= ANTLER_M_idle_ms; i++)
                assert_true(isnan(m.value[i]));
            assert_true(isnan(m.value[ANTLER_M_noc_util]) && isnan(m.value[ANTLER_M_noc_peak_link_util]) &&
                        isnan(m.value[ANTLER_M_sram_peak_kib]));
            assert_true(m.value[ANTLER_M_hbm_busy_ms] <= m.value[ANTLER_M_latency_ms] * (1 + ROUNDING));
            double parts = m.value[ANTLER_M_compute_ms] + m.value[ANTLER_M_exchange_ms] + m.value[ANTLER_M_sync_ms];
            close_to(parts, out.execute_s * 1e3, parts, seed, "the bound's shares");
            assert_true(m.value[ANTLER_M_exchange_ms] >= -ROUNDING * parts);
        }
        arena_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_documented), cmocka_unit_test(test_runs),
                                       cmocka_unit_test(test_bound)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
