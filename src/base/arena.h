/* Memory that lives as long as one point: allocated piece by piece, freed whole. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

typedef struct arena arena;

/* NULL when out of memory. */
arena *arena_new(void);
void arena_free(arena *a);

/* `count` zeroed objects of `size` bytes, aligned for any type; NULL when out of memory or on overflow. */
void *arena_alloc(arena *a, size_t count, size_t size);
char *arena_strdup(arena *a, const char *text);

/* Bytes handed out so far: the point's memory in statistics. */
size_t arena_used(const arena *a);

#define ARENA_ARRAY(a, type, count) ((type *)arena_alloc((a), (count), sizeof(type)))

#endif
