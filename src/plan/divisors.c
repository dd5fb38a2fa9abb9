#include "plan/divisors.h"

#include <stdlib.h>

bool divisors_open(divisor_table *t, uint32_t limit)
{
    *t = (divisor_table){.limit = limit, .of = calloc((size_t)limit + 1, sizeof *t->of)};
    return t->of != NULL;
}

void divisors_close(divisor_table *t)
{
    for (uint32_t n = 0; t->of && n <= t->limit; n++)
        free(t->of[n].divisors);
    free(t->of);
    *t = (divisor_table){0};
}

const divisor_list *divisors_of(divisor_table *t, uint32_t n)
{
    divisor_list *list = &t->of[n];
    if (list->count > 0)
        return list;
    uint32_t small = 0;
    uint32_t root = 0;
    for (uint32_t i = 1; i <= n / i; i++) {
        small += n % i == 0;
        root = i;
    }
    uint32_t count = 2 * small - (root * root == n);
    list->divisors = malloc(count * sizeof *list->divisors);
    if (!list->divisors)
        return NULL;
    for (uint32_t i = 1, at = 0; i <= root; i++)
        if (n % i == 0) {
            list->divisors[at] = i;
            list->divisors[count - ++at] = n / i;
        }
    list->count = count;
    return list;
}
