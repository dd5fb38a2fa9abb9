/* Least recently used sets go first. An entry owns an arena with its set; getting one copies it out under the lock. */
#include "plan/cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "plan/signature.h"

#define HASH_NONFATAL_OOM          1
#define uthash_nonfatal_oom(entry) ((entry)->lost = true)
#include <uthash.h>

typedef struct entry {
    char *key;
    plan_set *set;
    arena *memory;
    size_t bytes;
    bool lost;         /* the table had no memory for it */
    UT_hash_handle hh; /* in insertion order: used entries are moved to the end */
} entry;

struct plan_cache {
    pthread_mutex_t lock;
    entry *entries;
    size_t limit;
    plan_cache_stats stats;
};

plan_cache *plan_cache_new(size_t bytes)
{
    plan_cache *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->limit = bytes;
    if (pthread_mutex_init(&c->lock, NULL) != 0) {
        free(c);
        return NULL;
    }
    return c;
}

static void drop(plan_cache *c, entry *e)
{
    if (!e->lost)
        HASH_DEL(c->entries, e);
    c->stats.bytes -= e->bytes;
    arena_free(e->memory);
    free(e);
}

void plan_cache_free(plan_cache *c)
{
    if (!c)
        return;
    while (c->entries)
        drop(c, c->entries);
    (void)pthread_mutex_destroy(&c->lock);
    free(c);
}

plan_cache_stats plan_cache_statistics(plan_cache *c)
{
    (void)pthread_mutex_lock(&c->lock);
    plan_cache_stats stats = c->stats;
    (void)pthread_mutex_unlock(&c->lock);
    return stats;
}

static plan_set *copy_set(const plan_set *set, arena *a)
{
    plan_set *copy = ARENA_ARRAY(a, plan_set, 1);
    plan *plans = ARENA_ARRAY(a, plan, set->count);
    if (!copy || !plans)
        return NULL;
    *copy = *set;
    copy->plans = plans;
    for (uint32_t i = 0; i < set->count; i++) {
        plans[i] = set->plans[i];
        uint32_t n = plans[i].npreloads;
        preload_state *states = ARENA_ARRAY(a, preload_state, n);
        if (!states)
            return NULL;
        if (n > 0)
            memcpy(states, set->plans[i].preloads, n * sizeof *states);
        plans[i].preloads = states;
    }
    return copy;
}

/* A copy of a cached set in `a`; NULL when there is none (or no memory for the copy: computed again then). */
static plan_set *look_up(plan_cache *c, const char *key, arena *a)
{
    entry *e = NULL;
    plan_set *copy = NULL;
    (void)pthread_mutex_lock(&c->lock);
    HASH_FIND_STR(c->entries, key, e);
    if (e) {
        HASH_DEL(c->entries, e);
        HASH_ADD_KEYPTR(hh, c->entries, e->key, strlen(e->key), e);
        copy = e->lost ? NULL : copy_set(e->set, a);
        if (e->lost)
            drop(c, e);
    }
    c->stats.hits += copy != NULL;
    c->stats.misses += copy == NULL;
    (void)pthread_mutex_unlock(&c->lock);
    return copy;
}

static entry *entry_new(const char *key, const plan_set *set)
{
    entry *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->memory = arena_new();
    e->set = e->memory ? copy_set(set, e->memory) : NULL;
    e->key = e->set ? arena_strdup(e->memory, key) : NULL;
    if (!e->key) {
        arena_free(e->memory);
        free(e);
        return NULL;
    }
    e->bytes = arena_used(e->memory) + sizeof *e;
    return e;
}

/* Not keeping a set is no failure: it is computed again. */
static void insert(plan_cache *c, const char *key, const plan_set *set)
{
    entry *e = entry_new(key, set);
    if (!e)
        return;
    entry *other = NULL;
    (void)pthread_mutex_lock(&c->lock);
    HASH_FIND_STR(c->entries, key, other);
    c->stats.bytes += e->bytes;
    if (other || e->bytes > c->limit) {
        e->lost = true;
    } else {
        while (c->entries && c->stats.bytes > c->limit) {
            drop(c, c->entries);
            c->stats.evicted++;
        }
        HASH_ADD_KEYPTR(hh, c->entries, e->key, strlen(e->key), e);
    }
    if (e->lost)
        drop(c, e);
    (void)pthread_mutex_unlock(&c->lock);
}

antler_status plan_cache_get(plan_cache *c, const graph *g, const graph_op *op, const shard *s, const machine *m,
                             arena *a, plan_set **out, antler_error *err)
{
    if (!c)
        return plans_enumerate(g, op, s, m, a, out, err);
    const char *key = plan_signature(g, op, s, m, a);
    if (!key)
        return err_no_memory(err);
    plan_set *found = look_up(c, key, a);
    if (found) {
        *out = found;
        return ANTLER_OK;
    }
    antler_status st = plans_enumerate(g, op, s, m, a, out, err);
    if (st == ANTLER_OK)
        insert(c, key, *out);
    return st;
}
