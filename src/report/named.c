/* Queries that everybody asks, by name. They are plain SQL over `results`, for --show-sql to print and people to
 * change. On large databases the aggregates keep nothing but the id, and the rest is joined to the few rows that are
 * left. */
#include "report/named.h"

#include <string.h>

#include "base/suggest.h"

static const antler_named_query queries[] = {
    {"best", "the fastest point of each model, workload and design",
     "WITH best AS (\n"
     "  SELECT id, min(latency_ms) FROM results WHERE status = 'ok'\n"
     "  GROUP BY model, phase, batch, context, dtype, design)\n"
     "SELECT model, phase, batch, context, dtype, design, id, hwspec, chips, chip_cores, core_sram_kib,\n"
     "  hbm_bandwidth_gbps, latency_ms, tokens_per_s, compute_util, hbm_util, ideal_ratio\n"
     "FROM best JOIN results USING (id)\n"
     "ORDER BY model, phase, batch, context, dtype, latency_ms\n"},
    {"front", "the fastest point for each number of cores, where more cores make it faster; bounds left out",
     "WITH fastest AS (\n"
     "  SELECT model, phase, batch, context, dtype, chips * chip_cores AS cores, id, min(latency_ms) AS least\n"
     "  FROM results WHERE status = 'ok' AND design <> 'ideal'\n"
     "  GROUP BY model, phase, batch, context, dtype, chips * chip_cores),\n"
     "compared AS (\n"
     "  SELECT id, cores, least, min(least) OVER (\n"
     "    PARTITION BY model, phase, batch, context, dtype ORDER BY cores\n"
     "    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS with_fewer FROM fastest)\n"
     "SELECT model, phase, batch, context, dtype, cores, id, hwspec, design, core_sram_kib, noc_topology,\n"
     "  hbm_bandwidth_gbps, latency_ms, tokens_per_s\n"
     "FROM compared JOIN results USING (id)\n"
     "WHERE with_fewer IS NULL OR least < with_fewer\n"
     "ORDER BY model, phase, batch, context, dtype, cores\n"},
    {"failures", "why points cannot run, the commonest reason first",
     "SELECT status, design, count(*) AS points, min(id) AS first_id, reason\n"
     "FROM results WHERE status <> 'ok'\n"
     "GROUP BY status, design, reason ORDER BY points DESC, first_id LIMIT 50\n"},
    {"slowest", "the points that antler took longest to compile and simulate",
     "SELECT id, model, design, chip_cores, noc_topology, compile_s, simulate_s,\n"
     "  compile_s + simulate_s AS total_s\n"
     "FROM results WHERE status = 'ok'\n"
     "ORDER BY total_s DESC, id LIMIT 20\n"},
};
enum { QUERIES = sizeof queries / sizeof *queries };

const antler_named_query *antler_named_queries(size_t *count)
{
    *count = QUERIES;
    return queries;
}

const antler_named_query *named_find(const char *name)
{
    for (size_t i = 0; i < QUERIES; i++)
        if (strcmp(queries[i].name, name) == 0)
            return &queries[i];
    return NULL;
}

static void list_names(char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < QUERIES && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", queries[i].name);
}

/* One word is no SELECT, so it is meant as a name. */
antler_status named_check(const char *text, antler_error *err)
{
    char known[128];
    const char *names[QUERIES];
    if (!*text || text[strcspn(text, " \t\r\n(;*'\"-/")] || named_find(text))
        return ANTLER_OK;
    for (size_t i = 0; i < QUERIES; i++)
        names[i] = queries[i].name;
    const char *nearest = suggest_nearest(text, names, QUERIES);
    list_names(known, sizeof known);
    return err_set(err, ANTLER_BAD_INPUT, "no query is called '%s'; there are: %s%s%s%s", text, known,
                   nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}
