/* Which known word did somebody mean who wrote an unknown one? */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

/* The nearest of `words` (NULL-ended): by fewest insertions, deletions, replacements and swaps of neighbours, up to a
 * third of the word; failing that, the first that contains the word. NULL when none is near. The first of equals. */
const char *suggest(const char *word, const char *const *words);

#endif
