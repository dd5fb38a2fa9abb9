/* Column names and units as people read them, and which direction of a column is good. */
#ifndef REPORT_LABEL_H
#define REPORT_LABEL_H

#include <stdbool.h>

#include "base/arena.h"
#include "report/database.h"

/* "HBM bandwidth" for `hbm_bandwidth_gbps`; NULL when out of memory. */
const char *label_words(const column *c, arena *a);

/* "HBM bandwidth (GB/s)"; without the parenthesis when the column has no unit. */
const char *label_axis(const column *c, arena *a);

/* The unit of a column of any statement: ours by name, an aggregate of one of ours (min, max, avg, sum, total), or else
 * what the name ends with, as `best_ms` does; "" when it is none of these. */
const char *label_unit(const database *db, const char *name);

/* Throughputs and utilizations; everything else is better when less. */
bool label_more_is_better(const column *c);

#endif
