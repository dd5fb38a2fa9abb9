/* Choices by prices. With a price on SRAM and another on traffic each operator can choose alone, and the choices of all
 * fit together for some prices: the Lagrangian of the allocation problem.
 *
 * An operator's cost under a plan and a preload state is
 *     compute + synchronizations + exchange x (re-layout, shifts, reduction, redistribution)
 *             + execute x (execute state) + preload x (preload state)
 * and it takes the cheapest offer whose execute state is within `part`; one that has none takes its smallest. Traffic
 * costs more than its time alone because preloads share links and SRAM ports with it; a preload state costs residence,
 * and the ports it arrives through. */
#ifndef SCHEDULE_PRICES_H
#define SCHEDULE_PRICES_H

#include "schedule/design.h"

typedef struct prices {
    double exchange;         /* seconds charged for a second of traffic alone */
    double execute, preload; /* seconds charged for a byte of SRAM */
    uint64_t part;           /* bytes of execute state that an operator may take */
} prices;

/* Every plan and preload state of every operator, as vectors of what prices apply to. */
typedef struct price_list price_list;

/* needs: plan sets, none empty. */
antler_status price_list_new(const schedule_input *in, arena *a, price_list **out, antler_error *err);

/* One choice an operator. */
void price_list_choose(const price_list *l, const prices *p, choice *out);

#endif
