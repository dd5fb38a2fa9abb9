/* From a model and a workload to its checked graph. */
#include "model/graph.h"

#include "base/error.h"
#include "model/model.h"
#include "model/workload.h"

antler_status graph_build(const antler_model *model, const antler_workload *w, arena *a, graph **out, antler_error *err)
{
    antler_status status = workload_check(w, err);
    if (status)
        return status;
    builder_types types = {.weights = dtype_bytes(workload_weights(w)),
                           .kv = dtype_bytes(workload_kv(w)),
                           .activations = dtype_bytes(w->dtype)};
    builder *b = builder_new(a, types);
    if (!b)
        return err_no_memory(err);
    decoder d = decoder_start(b, &model->shape, w);
    model->family->build(&d);
    graph *g = NULL;
    bool every = w->phase == ANTLER_TRAIN_FORWARD;
    status = builder_finish(b, w->batch * (every ? (uint64_t)w->context : 1), &g, err);
    if (status)
        return status == ANTLER_NO_MEMORY ? status : err_prefix(err, "%s", model->name);
    status = graph_check(g, err);
    if (!status)
        *out = g;
    return status;
}
