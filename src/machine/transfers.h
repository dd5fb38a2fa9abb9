/* A logical pattern as lists of cores: who belongs together, and who gets the same bytes. */
#ifndef MACHINE_TRANSFERS_H
#define MACHINE_TRANSFERS_H

#include <antler/error.h>

#include "machine/traffic.h"

/* Number of `core` within its group: its coordinates along member axes, in mixed radix, first axis outermost. */
uint32_t transfers_member(const traffic *t, uint32_t core);

/* The core that is number `member` of the group that `core` is in. */
uint32_t transfers_core(const traffic *t, uint32_t core, uint32_t member);

/* Where part `core` lies on a grid of `columns`. */
uint32_t transfers_router(const traffic *t, uint32_t columns, uint32_t core);

/* Where the parts of `t` lie, sub-group after sub-group of `size` consecutive members; `cores` has room for all. */
void transfers_list(const traffic *t, uint32_t size, uint32_t columns, uint32_t *cores);

/* How many cores get the same bytes of a SPREAD or an HBM_LOAD: the largest divisor of `ring` that leaves each of the
 * unique bytes a receiver. */
uint32_t transfers_sharers(const traffic *t);

/* ANTLER_BUG when `t` does not fit `cores` cores in rows of `columns` (0: no grid) or its rings do not fill its groups.
 */
antler_status transfers_check(const traffic *t, uint32_t cores, uint32_t columns, antler_error *err);

#endif
