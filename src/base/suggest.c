/* Edit distance with swaps of neighbours (optimal string alignment), three rows at a time. Words are short: what is
 * longer than MAX_WORD is never near. */
#include "base/suggest.h"

#include <stddef.h>
#include <string.h>

enum { MAX_WORD = 64 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* needs: both within MAX_WORD. */
static size_t distance(const char *a, const char *b)
{
    size_t rows[3][MAX_WORD + 1];
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    size_t width = strlen(b);
    for (size_t k = 0; k <= width; k++)
        last[k] = before[k] = k;
    for (size_t i = 1; a[i - 1]; i++) {
        row[0] = i;
        for (size_t k = 1; k <= width; k++) {
            size_t replaced = last[k - 1] + (a[i - 1] != b[k - 1]);
            row[k] = least(replaced, 1 + least(last[k], row[k - 1]));
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                row[k] = least(row[k], before[k - 2] + 1);
        }
        size_t *spare = before;
        before = last;
        last = row;
        row = spare;
    }
    return last[width];
}

const char *suggest(const char *word, const char *const *words)
{
    size_t length = strlen(word);
    if (length == 0 || length > MAX_WORD)
        return NULL;
    const char *nearest = NULL, *containing = NULL;
    size_t best = (length + 2) / 3 + 1;
    for (size_t i = 0; words[i]; i++) {
        if (!containing && length >= 3 && strstr(words[i], word))
            containing = words[i];
        size_t d = strlen(words[i]) <= MAX_WORD ? distance(word, words[i]) : best;
        if (d < best) {
            best = d;
            nearest = words[i];
        }
    }
    return nearest ? nearest : containing;
}
