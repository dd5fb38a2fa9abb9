/* The prices under which the choices of all operators run quickest together. */
#ifndef SCHEDULE_PRICE_SEARCH_H
#define SCHEDULE_PRICE_SEARCH_H

#include "schedule/contest.h"

/* needs: an open contest. leaves: the choices of every set of prices tried entered in it. Prices lie on a grid that
 * knows nothing of HBM, and of the NoC's bandwidth only which part of the grid to look at (MODEL.md, "Elk"), and are
 * searched coordinate by coordinate. */
antler_status price_search(contest *c);

#endif
