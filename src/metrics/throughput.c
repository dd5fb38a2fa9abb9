#include "metrics/throughput.h"

#include <math.h>

#define MS   1e3
#define GIGA 1e9
#define TERA 1e12
#define KIB  1024.0

static void none(antler_metrics *out)
{
    for (int i = 0; i < ANTLER_METRICS; i++)
        out->value[i] = NAN;
}

static void throughput(double latency_s, double hbm_bytes, const graph *g, const machine *m, double element_bytes,
                       antler_metrics *out)
{
    double flops = graph_total_flops(g);
    double hbm_bps = machine_hbm_bps(m) * machine_chips(m);
    out->value[ANTLER_M_latency_ms] = latency_s * MS;
    out->value[ANTLER_M_tokens_per_s] = (double)g->tokens / latency_s;
    out->value[ANTLER_M_tflops] = flops / latency_s / TERA;
    out->value[ANTLER_M_compute_util] = flops / latency_s / machine_peak_flops(m, element_bytes);
    out->value[ANTLER_M_hbm_util] = hbm_bytes / hbm_bps / latency_s;
    out->value[ANTLER_M_hbm_gb] = hbm_bytes / GIGA;
    out->value[ANTLER_M_hbm_busy_ms] = hbm_bytes / hbm_bps * MS;
}

void metrics_of_run(const sim_result *r, const graph *g, const machine *m, double element_bytes, antler_metrics *out)
{
    none(out);
    throughput(r->latency_s, r->hbm_bytes, g, m, element_bytes, out);
    out->value[ANTLER_M_noc_util] = r->noc_mean_util;
    out->value[ANTLER_M_noc_peak_link_util] = r->noc_peak_util;
    out->value[ANTLER_M_sram_peak_kib] = (double)r->sram_peak / KIB;
    out->value[ANTLER_M_preload_only_ms] = r->preload_only_s * MS;
    out->value[ANTLER_M_execute_only_ms] = r->execute_only_s * MS;
    out->value[ANTLER_M_overlap_ms] = r->overlap_s * MS;
    out->value[ANTLER_M_noc_stall_ms] = r->noc_stall_s * MS;
    out->value[ANTLER_M_idle_ms] = r->idle_s * MS;
    out->value[ANTLER_M_compute_ms] = r->compute_s * MS;
    out->value[ANTLER_M_exchange_ms] = r->exchange_s * MS;
    out->value[ANTLER_M_sync_ms] = r->sync_s * MS;
}

void metrics_of_bound(const schedule_output *bound, const graph *g, const machine *m, double element_bytes,
                      antler_metrics *out)
{
    none(out);
    double hbm_bytes = (double)(graph_hbm_bytes(g) + graph_store_bytes(g));
    throughput(bound->latency_s, hbm_bytes, g, m, element_bytes, out);
    out->value[ANTLER_M_compute_ms] = bound->compute_s * MS;
    out->value[ANTLER_M_exchange_ms] = bound->exchange_s * MS;
    out->value[ANTLER_M_sync_ms] = bound->sync_s * MS;
}
