/* What the explanation of a schedule says, operator by operator; explain_table.c and explain_json.c print it. All times
 * are those of one phase alone on the machine: how they overlap in a run is the simulator's to find. */
#include "evaluate/explain.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"

#define US  1e6
#define KIB 1024.0

const fact_info fact_infos[FACTS] = {
#define FACT(section, id, kind, head, unit) {#id, head, unit, FACT_##section, FACT_##kind},
#include "evaluate/explain.def"
#undef FACT
};

const char *fact_text(fact f, double value, int digits, char *text)
{
    if (fact_infos[f].kind == FACT_WHOLE)
        (void)snprintf(text, FACT_TEXT, "%llu", (unsigned long long)value);
    else
        number_format(value, digits, text, FACT_TEXT);
    return text;
}

static bool same_row(const compilation *c, uint32_t x, uint32_t y)
{
    const choice *a = &c->scheduled.choices[x];
    const choice *b = &c->scheduled.choices[y];
    return c->alike[x] == c->alike[y] && a->plan == b->plan && a->state == b->state &&
           strcmp(c->graph->ops[x].role, c->graph->ops[y].role) == 0;
}

static void find_rows(const compilation *c, explanation *e)
{
    for (uint32_t i = 0; i < c->graph->nops; i++) {
        uint32_t row = 0;
        while (row < e->count && !same_row(c, e->rows[row].op, i))
            row++;
        if (row == e->count)
            e->rows[e->count++].op = i;
        e->rows[row].count++;
        e->row_of[i] = row;
    }
}

static void set_sizes(const plan_set *set, const choice *ch, double *facts)
{
    const plan *p = ch->plan;
    facts[FACT_cores] = p->cores;
    facts[FACT_steps] = p->steps;
    facts[FACT_execute_kib] = (double)p->sram_bytes / KIB;
    facts[FACT_hbm_bytes] = (double)set->hbm_bytes;
    facts[FACT_preload_states] = p->npreloads;
    if (p->npreloads > 0)
        facts[FACT_preload_kib] = (double)p->preloads[ch->state].sram_bytes / KIB;
}

static void set_times(const plan *p, const plan_times *t, double *facts)
{
    facts[FACT_preload_us] = t->preload_s * US;
    facts[FACT_redistribute_us] = t->redistribute_s * US;
    facts[FACT_relayout_us] = t->relayout_s * US;
    facts[FACT_compute_us] = p->compute_s * US;
    facts[FACT_shift_us] = t->shift_s * US;
    facts[FACT_reduce_us] = t->reduce_s * US;
    facts[FACT_store_us] = t->store_s * US;
    facts[FACT_time_us] = p->time_s * US;
}

/* Plans of the set are on its front: one that is neither larger nor slower than the choice receives more bytes. */
static void set_beaten(const plan_set *set, const plan *chosen, double *facts)
{
    static const fact reasons[2][2] = {{FACT_more_bytes, FACT_slower}, {FACT_larger, FACT_larger_and_slower}};
    facts[FACT_tried] = (double)set->counts.tried;
    facts[FACT_too_large] = (double)set->counts.too_large;
    facts[FACT_dominated] = (double)set->counts.dominated;
    facts[FACT_outpaced] = (double)set->counts.outpaced;
    facts[FACT_pruned_subtrees] = (double)set->counts.pruned;
    for (uint32_t i = 0; i < set->count; i++) {
        const plan *p = &set->plans[i];
        if (p != chosen)
            facts[reasons[p->sram_bytes > chosen->sram_bytes][p->time_s > chosen->time_s]]++;
    }
}

static antler_status explain_row(const compilation *c, explained *row)
{
    const plan_set *set = c->plans[row->op];
    const choice *ch = &c->scheduled.choices[row->op];
    plan_times t = {0};
    antler_status st = plan_phase_times(c->graph, &c->graph->ops[row->op], &c->shards[row->op], ch->plan, ch->state,
                                        c->machine, &t, c->err);
    set_sizes(set, ch, row->facts);
    set_times(ch->plan, &t, row->facts);
    set_beaten(set, ch->plan, row->facts);
    return st;
}

antler_status compilation_explain(compilation *c)
{
    unsigned wanted = c->point->dump & (ANTLER_DUMP_EXPLANATION | ANTLER_DUMP_EXPLANATION_JSON);
    if (!wanted)
        return ANTLER_OK;
    if (!c->scheduled.program)
        return err_set(c->err, ANTLER_BAD_INPUT, "design '%s' is a bound: it chooses no plans to explain",
                       c->design->name);
    explanation e = {.rows = ARENA_ARRAY(c->memory, explained, c->graph->nops),
                     .row_of = ARENA_ARRAY(c->memory, uint32_t, c->graph->nops)};
    if (!e.rows || !e.row_of)
        return err_no_memory(c->err);
    find_rows(c, &e);
    for (uint32_t i = 0; i < e.count; i++) {
        antler_status st = explain_row(c, &e.rows[i]);
        if (st != ANTLER_OK)
            return st;
    }
    if (wanted & ANTLER_DUMP_EXPLANATION)
        explain_as_table(c, &e);
    if (wanted & ANTLER_DUMP_EXPLANATION_JSON)
        explain_as_json(c, &e);
    return compilation_written(c);
}
