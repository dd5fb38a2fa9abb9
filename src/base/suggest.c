/* Restricted Damerau-Levenshtein distance: the mistakes that fingers make. Names longer than LONGEST are not compared,
 * so that the three rows fit the stack. */
#include "base/suggest.h"

#include <string.h>

enum { LONGEST = 64, FURTHEST = 3 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t distance(const char *a, size_t na, const char *b, size_t nb)
{
    size_t rows[3][LONGEST + 1] = {{0}};
    for (size_t j = 0; j <= nb; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= na; i++) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            row[j] = least(least(above[j] + 1, row[j - 1] + 1), above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], above2[j - 2] + 1);
        }
    }
    return rows[na % 3][nb];
}

const char *suggest_nearest(const char *word, const char *const *names, size_t count)
{
    size_t length = strlen(word);
    size_t limit = least(FURTHEST, length / 3 + 1);
    const char *best = NULL;
    if (length > LONGEST)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        size_t other = strlen(names[i]);
        if (other > LONGEST)
            continue;
        size_t d = distance(word, length, names[i], other);
        /* A name with nothing in common is as far away as it is long: that is no hint. */
        if (d <= limit && d < other) {
            best = names[i];
            if (d == 0)
                break;
            limit = d - 1;
        }
    }
    return best;
}
