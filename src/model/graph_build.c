/* From a model and a workload to its checked graph. */
#include "model/graph.h"

#include <inttypes.h>

#include "base/error.h"
#include "model/model.h"
#include "model/workload.h"

/* Does the network run this way at all? */
static antler_status check_run(const antler_model *model, const antler_workload *w, antler_error *err)
{
    uint64_t tokens = model->shape.tokens;
    if (model->family->encoder && w->phase == ANTLER_DECODE)
        return err_set(err, ANTLER_BAD_INPUT,
                       "%s: has no decode, it takes all tokens at once; use phase prefill or train-forward",
                       model->name);
    if (tokens > 0 && tokens != w->context)
        return err_set(err, ANTLER_BAD_INPUT, "%s: context is %" PRIu32 "; its images have %" PRIu64 " tokens",
                       model->name, w->context, tokens);
    return ANTLER_OK;
}

antler_status graph_build(const antler_model *model, const antler_workload *w, arena *a, graph **out, antler_error *err)
{
    antler_status status = workload_check(w, err);
    if (!status)
        status = check_run(model, w, err);
    if (status)
        return status;
    builder_types types = {.weights = dtype_bytes(workload_weights(w)),
                           .kv = dtype_bytes(workload_kv(w)),
                           .activations = dtype_bytes(w->dtype)};
    builder *b = builder_new(a, types);
    if (!b)
        return err_no_memory(err);
    antler_workload how = *w;
    if (model->family->encoder)
        how.phase = ANTLER_TRAIN_FORWARD; /* no cache, and all tokens come out */
    decoder d = decoder_start(b, &model->shape, &how);
    model->family->build(&d);
    graph *g = NULL;
    bool every = how.phase == ANTLER_TRAIN_FORWARD;
    status = builder_finish(b, w->batch * (every ? (uint64_t)w->context : 1), &g, err);
    if (status)
        return status == ANTLER_NO_MEMORY ? status : err_prefix(err, "%s", model->name);
    status = graph_check(g, err);
    if (!status)
        *out = g;
    return status;
}
