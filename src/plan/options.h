/* The temporal parts that one operand may have under given spatial parts, each with the least that it costs. */
#ifndef PLAN_OPTIONS_H
#define PLAN_OPTIONS_H

#include "plan/divisors.h"
#include "plan/problem.h"

/* What a choice adds to a plan whatever the other operands choose; shifts may be more, by the loop order. */
typedef struct plan_option {
    uint32_t temporal[GRAPH_MAX_DIMS];
    uint32_t ring;
    uint64_t sram_bytes, noc_bytes, syncs;
    double seconds; /* of the output: the final reduction */
} plan_option;

typedef struct option_list {
    uint32_t count, room;
    plan_option *options; /* the first does not rotate */
    plan_option least;    /* each cost alone, over all options */
} option_list;

/* The option that does not rotate. */
plan_option options_still(const plan_problem *pr, const plan *p, uint32_t t);

/* At most the least of each cost over all options, without listing them. */
plan_option options_floor(const plan_problem *pr, const plan *p, uint32_t t);

/* All options of operand `t` under p->parts, replacing those in `list`. False when out of memory. */
bool options_list(const plan_problem *pr, const plan *p, uint32_t t, divisor_table *divisors, option_list *list);
void options_free(option_list *list);

#endif
