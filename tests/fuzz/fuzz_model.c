/* Any bytes as a config.json: they are refused with one line, or they are a model whose graphs pass their check or are
 * refused for being too large. */
#include <stdint.h>
#include <stdlib.h>

#include "check_error.h"
#include "model/graph.h"
#include "model/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_graph(const antler_model *model, antler_phase phase, uint32_t batch, uint32_t context)
{
    if (model->shape.tokens > 0 && model->shape.tokens <= UINT32_MAX)
        context = (uint32_t)model->shape.tokens;
    antler_workload w = {.phase = phase, .batch = batch, .context = context, .dtype = ANTLER_INT4};
    antler_error err;
    graph *g = NULL;
    arena *a = arena_new();
    if (!a)
        return;
    antler_status status = graph_build(model, &w, a, &g, &err);
    if (status)
        check_error(status, &err); /* a broken graph is ANTLER_BUG and ends the fuzzer */
    else if (g->parameters == 0 || graph_hbm_bytes(g) == 0 || graph_hbm_bytes(g) > (uint64_t)1 << 60)
        abort();
    arena_free(a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    antler_model *model = NULL;
    antler_error err;
    antler_status status = model_parse("fuzz", (const char *)data, size, &model, &err);
    if (status) {
        check_error(status, &err);
        return 0;
    }
    check_graph(model, ANTLER_DECODE, 3, 17);
    check_graph(model, ANTLER_PREFILL, 2, 5);
    check_graph(model, ANTLER_TRAIN_FORWARD, 2, 5);
    check_graph(model, ANTLER_DECODE, UINT32_MAX, UINT32_MAX);
    antler_model_free(model);
    return 0;
}
