/* Why each operator runs as it does: what its plan costs, and what became of the plans that it was chosen from. */
#ifndef EVALUATE_EXPLAIN_H
#define EVALUATE_EXPLAIN_H

#include "evaluate/compilation.h"

typedef enum fact {
#define FACT(section, id, kind, head, unit) FACT_##id,
#include "evaluate/explain.def"
#undef FACT
    FACTS
} fact;

enum { FACT_COST, FACT_BEATEN, FACT_WHOLE, FACT_REAL, FACT_TEXT = 32 };

typedef struct fact_info {
    const char *name, *head, *unit;
    int section, kind;
} fact_info;

extern const fact_info fact_infos[FACTS];

/* A number of this kind, reals with `digits` significant digits; `text` has room for FACT_TEXT. */
const char *fact_text(fact f, double value, int digits, char *text);

/* Operators that differ in their layer alone: same role, same plans to choose from, same choice. */
typedef struct explained {
    uint32_t op;    /* the first of them */
    uint32_t count; /* how many there are */
    double facts[FACTS];
} explained;

typedef struct explanation {
    uint32_t count;
    explained *rows;  /* by first operator */
    uint32_t *row_of; /* by operator */
} explanation;

void explain_as_table(const compilation *c, const explanation *e);
void explain_as_json(const compilation *c, const explanation *e);

#endif
