#include <antler/metrics.h>

static const antler_metric_info table[ANTLER_METRICS] = {
#define ANTLER_METRIC(id, unit, doc) {#id, unit, doc},
#include <antler/metrics.def>
#undef ANTLER_METRIC
};

const antler_metric_info *antler_metric_describe(antler_metric metric)
{
    return &table[metric];
}
