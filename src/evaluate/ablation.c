#include "evaluate/ablation.h"

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "evaluate/variants.h"

#define MS 1e3

enum { COMBINATIONS = 8 };

typedef struct ablated {
    elk_parts parts;
    const char *design; /* that is this combination; NULL: none is */
    double seconds;     /* INFINITY: no program */
} ablated;

/* From nothing decided jointly to everything. Without depth, allocation and order it is basic with its preloads as
 * early as the one before lets them. */
static const ablated combinations[COMBINATIONS] = {
    {.parts = {0}},
    {.parts = {.depth = true}},
    {.parts = {.allocation = true}},
    {.parts = {.order = true}},
    {.parts = {.depth = true, .order = true}},
    {.parts = {.allocation = true, .order = true}},
    {.parts = {.depth = true, .allocation = true}, .design = "elk-dyn"},
    {.parts = {.depth = true, .allocation = true, .order = true}, .design = "elk-full"},
};

static antler_status measure(const compilation *c, ablated *row)
{
    compilation v = *c;
    v.variant = NULL;
    v.parts = &row->parts;
    antler_status st = variants_compile(&v);
    row->seconds = v.latency_s;
    arena_free(v.variant);
    return st == ANTLER_INFEASIBLE ? ANTLER_OK : st;
}

static void print_table_row(const ablated *row, double ideal_s, FILE *out)
{
    (void)fprintf(out, "%-5s  %-10s  %-5s  ", row->parts.depth ? "yes" : "-", row->parts.allocation ? "yes" : "-",
                  row->parts.order ? "yes" : "-");
    if (isinf(row->seconds))
        (void)fprintf(out, "%10s  %11s", "-", "-");
    else
        (void)fprintf(out, "%10.4f  %11.4f", row->seconds * MS, ideal_s / row->seconds);
    (void)fprintf(out, "%s%s\n", row->design ? "  " : "", row->design ? row->design : "");
}

static void print_table(const ablated *rows, double ideal_s, FILE *out)
{
    (void)fputs("depth  allocation  order  latency_ms  ideal_ratio  design\n"
                "-----  ----------  -----  ----------  -----------  --------\n",
                out);
    for (int i = 0; i < COMBINATIONS; i++)
        print_table_row(&rows[i], ideal_s, out);
}

static void print_json(const ablated *rows, double ideal_s, FILE *out)
{
    static const char *const words[] = {"false", "true"};
    for (int i = 0; i < COMBINATIONS; i++) {
        const ablated *r = &rows[i];
        (void)fprintf(out, "%s{\"depth\": %s, \"allocation\": %s, \"order\": %s", i ? ",\n " : "[",
                      words[r->parts.depth], words[r->parts.allocation], words[r->parts.order]);
        if (isinf(r->seconds))
            (void)fputs(", \"latency_ms\": null, \"ideal_ratio\": null}", out);
        else
            (void)fprintf(out, ", \"latency_ms\": %.9g, \"ideal_ratio\": %.9g}", r->seconds * MS, ideal_s / r->seconds);
    }
    (void)fputs("]\n", out);
}

antler_status compilation_ablate(compilation *c)
{
    unsigned wanted = c->point->dump & (ANTLER_DUMP_ABLATION | ANTLER_DUMP_ABLATION_JSON);
    if (!wanted)
        return ANTLER_OK;
    ablated rows[COMBINATIONS];
    antler_status st = ANTLER_OK;
    for (int i = 0; i < COMBINATIONS && st == ANTLER_OK; i++) {
        rows[i] = combinations[i];
        st = measure(c, &rows[i]);
    }
    if (st != ANTLER_OK)
        return st;
    if (wanted & ANTLER_DUMP_ABLATION)
        print_table(rows, c->ideal_s, c->point->dump_to);
    else
        print_json(rows, c->ideal_s, c->point->dump_to);
    return compilation_written(c);
}
