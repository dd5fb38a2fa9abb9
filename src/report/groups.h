/* Distinct values numbered as they come: a hash table of cells. */
#ifndef REPORT_GROUPS_H
#define REPORT_GROUPS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "report/cell.h"

typedef struct groups groups;

/* In `a`; NULL when out of memory. */
groups *groups_new(arena *a);

/* The number of a value, counted from 0; texts are copied. False: out of memory. */
bool groups_number(groups *g, const cell *value, uint32_t *number);

size_t groups_count(const groups *g);

/* The values in ascending order (NULL, numbers, texts) to `*values`; returns the place of each number in that order.
 * NULL: out of memory. */
uint32_t *groups_sort(groups *g, cell **values);

#endif
