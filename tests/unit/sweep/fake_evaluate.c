#include "fake_evaluate.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <antler/evaluate.h>
#include <antler/sweep.h>

#include "base/error.h"
#include "spec/field.h"

atomic_uint fake_evaluations, fake_delay_us, fake_stop_at, fake_kill_at;
atomic_bool fake_broken;

struct antler_cache {
    size_t bytes;
};

antler_cache *antler_cache_new(size_t bytes)
{
    antler_cache *cache = malloc(sizeof *cache);
    if (cache)
        cache->bytes = bytes;
    return cache;
}

void antler_cache_free(antler_cache *cache)
{
    free(cache);
}

const antler_design_info *antler_designs(void)
{
    static const antler_design_info list[] = {{"basic", ""}, {"static", ""}, {"ideal", ""}, {NULL, NULL}};
    return list;
}

/* Different for different points, and in no order of their index. */
static double made_up(const antler_point *p)
{
    double x = hw_number(p->hwspec, HW_CHIP_CORES) * 0.37 + hw_number(p->hwspec, HW_HBM_BANDWIDTH) / 7e11 +
               p->workload.batch * 0.11 + (double)p->design[0] + (double)antler_model_name(p->model)[0];
    return 1 + fabs(sin(x));
}

antler_status antler_evaluate(const antler_point *point, antler_metrics *out, antler_error *err)
{
    unsigned number = atomic_fetch_add(&fake_evaluations, 1) + 1, delay = atomic_load(&fake_delay_us);
    double cores = hw_number(point->hwspec, HW_CHIP_CORES), latency = made_up(point);
    if (number == atomic_load(&fake_stop_at))
        antler_sweep_stop();
    if (number == atomic_load(&fake_kill_at))
        (void)raise(SIGKILL);
    if (delay > 0)
        (void)usleep((useconds_t)(delay * (latency - 1) * (cores == 24 ? 8 : 1)));
    if (hw_number(point->hwspec, HW_CORE_SRAM) < 65536)
        return err_set(err, ANTLER_INFEASIBLE, "%.0f bytes of SRAM are missing",
                       65536 - hw_number(point->hwspec, HW_CORE_SRAM));
    if (cores == 13 && atomic_load(&fake_broken))
        return err_set(err, ANTLER_BUG, "thirteen");
    for (int i = 0; i < ANTLER_METRICS; i++)
        out->value[i] = latency * (i + 1);
    out->value[ANTLER_M_energy_mj] = NAN;
    return ANTLER_OK;
}
