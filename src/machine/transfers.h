/* A logical pattern as transfers between cores: who sends how much to whom. */
#ifndef MACHINE_TRANSFERS_H
#define MACHINE_TRANSFERS_H

#include "machine/traffic.h"

/* Called for each transfer of a pattern; `source` and `destination` are cores. */
typedef void transfer_sink(void *self, uint32_t source, uint32_t destination, double bytes);

/* Walk SHIFT, ALL_GATHER, REDUCE_SCATTER. All members of a sub-group of `ring` exchange with one another, except that a
 * shift goes to the next member alone. */
void transfers_walk(const traffic *t, transfer_sink *sink, void *self);

/* Number of `core` within its group: its coordinates along member axes, in mixed radix, first axis outermost. */
uint32_t transfers_member(const traffic *t, uint32_t core);

/* The core that is number `member` of the group that `core` is in. */
uint32_t transfers_core(const traffic *t, uint32_t core, uint32_t member);

#endif
