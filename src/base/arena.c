#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES ((size_t)256 * 1024)
#define ALIGNMENT   alignof(max_align_t)

typedef struct block {
    struct block *next;
    size_t size;
    size_t used;
    max_align_t data[];
} block;

struct arena {
    block *blocks;
    size_t used;
};

arena *arena_new(void)
{
    return calloc(1, sizeof(arena));
}

void arena_free(arena *a)
{
    if (!a)
        return;
    for (block *b = a->blocks; b;) {
        block *next = b->next;
        free(b);
        b = next;
    }
    free(a);
}

/* A block with room for `bytes`; large requests get a block of their own. */
static block *block_for(arena *a, size_t bytes)
{
    block *b = a->blocks;
    if (b && b->size - b->used >= bytes)
        return b;
    size_t size = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
    if (size > SIZE_MAX - sizeof(block))
        return NULL;
    b = malloc(sizeof(block) + size);
    if (!b)
        return NULL;
    *b = (block){.next = a->blocks, .size = size};
    a->blocks = b;
    return b;
}

void *arena_alloc(arena *a, size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX - ALIGNMENT) / size)
        return NULL;
    size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (bytes == 0)
        bytes = ALIGNMENT;
    block *b = block_for(a, bytes);
    if (!b)
        return NULL;
    void *piece = (char *)b->data + b->used;
    b->used += bytes;
    a->used += bytes;
    return memset(piece, 0, bytes);
}

char *arena_strdup(arena *a, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = arena_alloc(a, size, 1);
    return copy ? memcpy(copy, text, size) : NULL;
}

size_t arena_used(const arena *a)
{
    return a->used;
}
