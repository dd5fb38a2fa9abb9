/* The order of preloads inside a layer (Elk, section 4.4): the operators that load most are permuted, alike in every
 * layer; the others keep their places in execute order. */
#ifndef SCHEDULE_ORDER_H
#define SCHEDULE_ORDER_H

#include "schedule/contest.h"
#include "schedule/period.h"

/* needs: an open contest whose best candidate preloads in execute order, and the layers of its graph. leaves: other
 * orders with the best candidate's choices entered in it, at most `effort` of them: first those in which no operator is
 * further than one place from where it executes, then two, ... Orders are built from the last preload of a layer
 * backwards; those that keep too much resident, or that cannot beat the best by the time of loads and executes alone,
 * are cut off. */
antler_status order_search(contest *c, const period *layers, uint32_t effort);

/* Order every layer of `to`, which is in execute order, as `from` orders its first layer. False when that is execute
 * order too. */
bool order_apply(const period *from_layers, const preload_queue *from, const period *to_layers, preload_queue *to);

#endif
