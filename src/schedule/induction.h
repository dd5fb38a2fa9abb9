/* Elk's inductive schedule (section 4.2): from the last operator back, how many later operators preload while it runs,
 * and what SRAM each of them gets. */
#ifndef SCHEDULE_INDUCTION_H
#define SCHEDULE_INDUCTION_H

#include "schedule/choice.h"

/* needs: plan sets, none empty. leaves: `choices`, one an operator. ANTLER_INFEASIBLE when an operator's smallest plan
 * does not fit beside kept outputs. */
antler_status induction_choose(const schedule_input *in, arena *a, choice *choices, antler_error *err);

#endif
