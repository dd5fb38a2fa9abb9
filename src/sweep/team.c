/* The threads of an OpenMP team each take the next point, evaluate it, and hand it back. Taking and handing back are
 * done under one lock, evaluating under none: it reads what no one writes (models, designs) and writes what is its own
 * (the point's arena and result). Finished points wait in a window, a ring by order of index, until all before them are
 * there; whoever completes the front of the window writes it. The window also bounds memory: when a slow point holds
 * up a full window, the others sleep. OpenMP has no way to sleep on a condition, hence the pthread lock. */
#include "sweep/team.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "sweep/stop.h"

enum { WINDOW = 256 };

/* One point on its way. Everything it points to is in its arena. */
typedef struct job {
    arena *memory;
    space_point point;
    identity id;
    row_status status;
    const char *reason;
    antler_metrics metrics;
    bool finished;
} job;

typedef struct team {
    const team_task *task;
    antler_sweep_summary *summary;
    pthread_mutex_t lock; /* of all below, of the space, the store and the progress */
    pthread_cond_t moved; /* the front of the window, or the end has come */
    job window[WINDOW];
    uint64_t front, back; /* jobs front .. back - 1 are in the window, each at its number modulo WINDOW */
    uint64_t next;        /* index of the space to look at */
    bool closed;          /* no new points */
    antler_status status; /* the first failure */
    antler_error *err;
} team;

static job *slot(team *t, uint64_t number)
{
    return &t->window[number % WINDOW];
}

static void clear(job *j)
{
    arena_free(j->memory);
    *j = (job){.memory = NULL};
}

/* Lock held. */
static void fail(team *t, antler_status status)
{
    if (!t->status)
        t->status = status;
    t->closed = true;
}

/* Is a point of this hash (an equal point at an earlier index) in work? Lock held. */
static bool pending(team *t, const char *hash)
{
    for (uint64_t i = t->front; i < t->back; i++)
        if (strcmp(slot(t, i)->id.hash, hash) == 0)
            return true;
    return false;
}

/* Make the point of an index; `*wanted` when it is in the space and not known yet. Lock held. */
static antler_status prepare(team *t, uint64_t index, job *j, bool *wanted)
{
    const sweep_inputs *in = t->task->in;
    bool inside = false, known = false;
    *wanted = false;
    j->memory = arena_new();
    if (!j->memory)
        return err_no_memory(t->err);
    antler_status status = space_point_at(in->space, index, j->memory, &j->point, &inside, t->err);
    if (status || !inside)
        return status;
    status = identity_make(j->point.hwspec, in->techs, in->models[j->point.model_index], &j->point.workload,
                           in->file->designs.items[j->point.design_index], j->memory, &j->id, t->err);
    if (!status)
        status = store_has(t->task->store, j->id.hash, &known, t->err);
    if (status)
        return status;
    if (known || pending(t, j->id.hash)) {
        t->summary->known++;
        progress_known(t->task->progress);
        return ANTLER_OK;
    }
    *wanted = true;
    return ANTLER_OK;
}

/* Fill the slot at the back with the next wanted point; false when there is none left. Lock held. */
static bool fill(team *t, job *j)
{
    const team_task *task = t->task;
    while (!t->closed && !stop_requested() && t->next < space_size(task->in->space)) {
        bool wanted = false;
        if (task->limit > 0 && t->back == task->limit)
            break;
        antler_status status = prepare(t, t->next, j, &wanted);
        t->next += task->range.step;
        if (!status && wanted)
            return true;
        clear(j);
        if (status)
            fail(t, status);
    }
    return false;
}

/* The next point to evaluate; NULL: none left. */
static job *take(team *t)
{
    job *j = NULL;
    (void)pthread_mutex_lock(&t->lock);
    while (!t->closed && t->back - t->front == WINDOW)
        (void)pthread_cond_wait(&t->moved, &t->lock);
    if (!t->closed && fill(t, slot(t, t->back))) {
        j = slot(t, t->back++);
    } else {
        t->closed = true;
        (void)pthread_cond_broadcast(&t->moved);
    }
    (void)pthread_mutex_unlock(&t->lock);
    return j;
}

/* Every outcome is a row: what went wrong is its reason. */
static void evaluate(const team_task *task, job *j)
{
    const sweep_inputs *in = task->in;
    antler_error why;
    const antler_point point = {.hwspec = j->point.hwspec,
                                .model = in->models[j->point.model_index],
                                .workload = j->point.workload,
                                .design = in->file->designs.items[j->point.design_index],
                                .cache = task->cache};
    antler_status status = antler_hwspec_check(point.hwspec, &why);
    if (!status)
        status = antler_evaluate(&point, &j->metrics, &why);
    j->status = status == ANTLER_OK ? ROW_OK : status == ANTLER_INFEASIBLE ? ROW_INFEASIBLE : ROW_ERROR;
    if (status)
        j->reason = arena_strdup(j->memory, why.message);
    if (status && !j->reason)
        j->reason = "out of memory";
}

/* Lock held. */
static antler_status write_row(team *t, const job *j)
{
    const sweep_inputs *in = t->task->in;
    const store_row row = {.hash = j->id.hash,
                           .input_json = j->id.json,
                           .sweep = in->file->name,
                           .model = in->model_names[j->point.model_index],
                           .design = in->file->designs.items[j->point.design_index],
                           .hwspec = j->point.hwspec,
                           .workload = j->point.workload,
                           .status = j->status,
                           .reason = j->reason,
                           .metrics = j->metrics};
    antler_status status = store_put(t->task->store, &row, t->err);
    if (status)
        return status;
    t->summary->ok += j->status == ROW_OK;
    t->summary->infeasible += j->status == ROW_INFEASIBLE;
    t->summary->failed += j->status == ROW_ERROR;
    progress_done(t->task->progress, j->status == ROW_OK ? j->metrics.value[ANTLER_M_latency_ms] : NAN, row.design);
    return ANTLER_OK;
}

/* Write the finished points at the front of the window, in one transaction. Lock held. */
static void advance(team *t)
{
    antler_status status = t->status;
    for (; t->front < t->back && slot(t, t->front)->finished; t->front++) {
        if (!status)
            status = write_row(t, slot(t, t->front));
        clear(slot(t, t->front));
    }
    if (!status)
        status = store_commit(t->task->store, t->err);
    if (status)
        fail(t, status);
    (void)pthread_cond_broadcast(&t->moved);
}

static void hand_back(team *t, job *j)
{
    (void)pthread_mutex_lock(&t->lock);
    j->finished = true;
    if (j == slot(t, t->front))
        advance(t);
    (void)pthread_mutex_unlock(&t->lock);
}

static void work(team *t)
{
    for (job *j = take(t); j; j = take(t)) {
        evaluate(t->task, j);
        hand_back(t, j);
    }
}

antler_status team_run(const team_task *task, antler_sweep_summary *summary, antler_error *err)
{
    antler_status status = ANTLER_OK;
    team *t = calloc(1, sizeof *t);
    if (!t)
        return err_no_memory(err);
    *t = (team){.task = task, .summary = summary, .next = task->range.first, .err = err};
    if (pthread_mutex_init(&t->lock, NULL) != 0) {
        status = err_no_memory(err);
        goto free_team;
    }
    if (pthread_cond_init(&t->moved, NULL) != 0) {
        status = err_no_memory(err);
        goto free_lock;
    }
#pragma omp parallel num_threads((int)task->jobs)
    work(t);
    status = t->status;
    (void)pthread_cond_destroy(&t->moved);
free_lock:
    (void)pthread_mutex_destroy(&t->lock);
free_team:
    free(t);
    return status;
}
