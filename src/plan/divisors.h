/* Divisors of numbers up to a limit, each list made when it is first asked for. */
#ifndef PLAN_DIVISORS_H
#define PLAN_DIVISORS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct divisor_list {
    uint32_t count;
    uint32_t *divisors; /* ascending */
} divisor_list;

typedef struct divisor_table {
    uint32_t limit;
    divisor_list *of; /* by number */
} divisor_table;

/* False when out of memory. */
bool divisors_open(divisor_table *t, uint32_t limit);
void divisors_close(divisor_table *t);

/* 1 <= n <= limit; NULL when out of memory. */
const divisor_list *divisors_of(divisor_table *t, uint32_t n);

#endif
