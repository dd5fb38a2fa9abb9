/* An open hash table that doubles when half full. Shapes that lie alike are one: axes of one part are left out, and
 * neighbours of one kind are joined. */
#include "machine/shapes.h"

#include <string.h>

enum { FIRST_ROOM = 1024 };

typedef struct shape {
    uint32_t group;
    uint8_t pattern, naxes;
    traffic_axis axes[TRAFFIC_MAX_AXES];
} shape;

typedef struct entry {
    bool used;
    shape key;
    peak value;
} entry;

struct shapes {
    arena *a;
    uint32_t room, count;
    entry *entries;
};

shapes *shapes_new(arena *a)
{
    shapes *s = ARENA_ARRAY(a, shapes, 1);
    if (!s)
        return NULL;
    *s = (shapes){.a = a, .room = FIRST_ROOM, .entries = ARENA_ARRAY(a, entry, FIRST_ROOM)};
    return s->entries ? s : NULL;
}

static void make_key(const traffic *t, uint32_t group, shape *out)
{
    memset(out, 0, sizeof *out);
    out->group = group;
    out->pattern = (uint8_t)t->pattern;
    for (uint8_t i = 0; i < t->naxes; i++) {
        traffic_axis axis = t->axes[i];
        axis.member = axis.member && group > 1;
        traffic_axis *last = out->naxes > 0 ? &out->axes[out->naxes - 1] : NULL;
        if (axis.extent == 1)
            continue;
        if (last && last->member == axis.member && last->side == axis.side)
            last->extent *= axis.extent;
        else
            out->axes[out->naxes++] = axis;
    }
}

static bool same(const shape *a, const shape *b)
{
    bool equal = a->group == b->group && a->pattern == b->pattern && a->naxes == b->naxes;
    for (uint8_t i = 0; equal && i < a->naxes; i++)
        equal = a->axes[i].extent == b->axes[i].extent && a->axes[i].member == b->axes[i].member &&
                a->axes[i].side == b->axes[i].side;
    return equal;
}

/* FNV-1a over the fields. */
static uint64_t hash(const shape *k)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    uint64_t head = (uint64_t)k->group << 16 | (uint64_t)k->pattern << 8 | k->naxes;
    h = (h ^ head) * UINT64_C(0x100000001b3);
    for (uint8_t i = 0; i < k->naxes; i++) {
        uint64_t axis = (uint64_t)k->axes[i].extent << 3 | (uint64_t)k->axes[i].side << 1 | k->axes[i].member;
        h = (h ^ axis) * UINT64_C(0x100000001b3);
        h ^= h >> 29;
    }
    return h;
}

static entry *slot(entry *entries, uint32_t room, const shape *key)
{
    uint32_t at = (uint32_t)(hash(key) & (room - 1));
    while (entries[at].used && !same(&entries[at].key, key))
        at = (at + 1) & (room - 1);
    return &entries[at];
}

static bool grow(shapes *s)
{
    uint32_t room = s->room * 2;
    entry *entries = ARENA_ARRAY(s->a, entry, room);
    if (!entries)
        return false;
    for (uint32_t i = 0; i < s->room; i++)
        if (s->entries[i].used)
            *slot(entries, room, &s->entries[i].key) = s->entries[i];
    s->entries = entries;
    s->room = room;
    return true;
}

peak *shapes_find(shapes *s, const traffic *t, uint32_t group, bool *known)
{
    shape key;
    make_key(t, group, &key);
    if (2 * s->count >= s->room && !grow(s))
        return NULL;
    entry *e = slot(s->entries, s->room, &key);
    *known = e->used;
    if (!e->used) {
        *e = (entry){.used = true, .key = key};
        s->count++;
    }
    return &e->value;
}
