/* The known name that a mistyped one probably means. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

/* The nearest of `names` to `word` by edit distance (insert, delete, replace, swap neighbours), the first of equals;
 * NULL when none is close: more than 3 edits, or more than a third of the word. */
const char *suggest_nearest(const char *word, const char *const *names, size_t count);

#endif
