/* A sweep from its file to its database. */
#include <antler/sweep.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <omp.h>

#include "base/error.h"
#include "sweep/stop.h"
#include "sweep/team.h"

#define DEFAULT_CACHE_BYTES ((size_t)256 * 1024 * 1024)

static antler_status check_options(const antler_sweep_options *o, antler_error *err)
{
    if (!o->sweep)
        return err_set(err, ANTLER_BAD_INPUT, "no sweep file; name one like 'sweeps/quickstart.yaml'");
    if (o->shards == 0 ? o->shard != 0 : o->shard < 1 || o->shard > o->shards)
        return err_set(err, ANTLER_BAD_INPUT, "shard %u/%u is none; it must be K/N with K from 1 to N, for example 1/4",
                       o->shard, o->shards);
    return ANTLER_OK;
}

/* The database's path; the folder of results is made when it is the default. */
static antler_status choose_database(const antler_sweep_options *o, const char *name, char *path, size_t size,
                                     antler_error *err)
{
    int length = o->database ? snprintf(path, size, "%s", o->database) : snprintf(path, size, "results/%s.db", name);
    if (length < 0 || (size_t)length >= size)
        return err_set(err, ANTLER_BAD_INPUT, "the database's path is longer than %zu characters; use a shorter one",
                       size - 1);
    if (!o->database && !o->dry_run && mkdir("results", 0777) != 0 && errno != EEXIST)
        return err_set(err, ANTLER_IO, "results: cannot make this folder: %s; name a database with -o",
                       strerror(errno));
    return ANTLER_OK;
}

static antler_status evaluate_all(const antler_sweep_options *o, const sweep_inputs *in, shard_range range,
                                  antler_sweep_summary *summary, antler_error *err)
{
    progress bar;
    team_task task = {.in = in,
                      .progress = &bar,
                      .range = range,
                      .limit = o->limit,
                      .jobs = o->jobs ? o->jobs : (unsigned)omp_get_num_procs()};
    antler_status status = store_open(summary->database, &task.store, err);
    if (status)
        return status;
    task.cache = antler_cache_new(o->cache_bytes ? o->cache_bytes : DEFAULT_CACHE_BYTES);
    progress_start(&bar, o->progress, summary->points, o->limit);
    status = task.cache ? team_run(&task, summary, err) : err_no_memory(err);
    progress_end(&bar);
    antler_cache_free(task.cache);
    antler_status closed = store_close(task.store, status ? NULL : err);
    return status ? status : closed;
}

antler_status antler_sweep_run(const antler_sweep_options *options, antler_sweep_summary *out, antler_error *err)
{
    sweep_inputs in = {.memory = NULL};
    antler_sweep_summary summary = {.points = 0};
    const shard_range range = {options->shards ? options->shard - 1 : 0, options->shards ? options->shards : 1};
    double start = progress_clock();
    antler_status status = check_options(options, err);
    if (!status)
        status = inputs_load(options->sweep, &in, err);
    if (!status)
        status = choose_database(options, in.file->name, summary.database, sizeof summary.database, err);
    if (!status)
        status = census_count(in.space, in.file, range, &summary.points, err);
    if (!status && !options->dry_run)
        status = evaluate_all(options, &in, range, &summary, err);
    if (!status && options->dry_run && options->out)
        status = census_print(&in, range, summary.points, options->out, err);
    inputs_free(&in);
    stop_clear();
    summary.seconds = progress_clock() - start;
    if (!status)
        *out = summary;
    return status;
}
