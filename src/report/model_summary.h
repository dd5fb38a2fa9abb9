/* What one run of a model consists of, layers that are alike once. */
#ifndef REPORT_MODEL_SUMMARY_H
#define REPORT_MODEL_SUMMARY_H

#include "model/graph.h"
#include "model/model.h"

typedef struct model_row {
    uint32_t op;         /* the first that the row stands for */
    uint32_t layers;     /* that are alike in it; 0: outside the layers */
    uint64_t parameters; /* of weights that no operator before it reads */
    uint64_t hbm_bytes;  /* read, and stored */
} model_row;

typedef struct model_summary {
    const antler_model *model;
    const antler_workload *workload;
    const graph *g;
    uint32_t nrows;
    model_row *rows;
    uint32_t nlayers;
    uint32_t *like;              /* by layer, the first layer that is alike */
    uint64_t kv_bytes_per_token; /* that one more token of one sequence adds in all layers */
} model_summary;

/* leaves: everything in `a`. */
antler_status model_summarize(const antler_model *model, const antler_workload *w, arena *a, model_summary *out,
                              antler_error *err);

/* FLOPs for each byte of HBM; NAN when there are none. */
double model_intensity(double flops, uint64_t bytes);

/* The three views. */
antler_status model_table(const model_summary *s, arena *a, FILE *out, antler_error *err);
antler_status model_json(const model_summary *s, FILE *out, antler_error *err);
antler_status model_dot(const model_summary *s, FILE *out, antler_error *err);

#endif
