/* One line an operator. */
#include "model/graph_text.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/error.h"

static const char *const kind_names[] = {[OP_MATMUL] = "matmul",
                                         [OP_BINARY] = "binary",
                                         [OP_UNARY] = "unary",
                                         [OP_REDUCE] = "reduce",
                                         [OP_GATHER] = "gather"};
static const char *const role_names[] = {[ROLE_BATCH] = "batch", [ROLE_M] = "m", [ROLE_N] = "n", [ROLE_K] = "k"};
static const char *const tensor_marks[] = {[TENSOR_ACTIVATION] = "",
                                           [TENSOR_WEIGHT] = " hbm",
                                           [TENSOR_KV] = " hbm",
                                           [TENSOR_INPUT] = "",
                                           [TENSOR_SPILLED] = " hbm"};

const char *graph_kind_name(op_kind kind)
{
    return kind_names[kind];
}

/* `layer0.qkv.q[batch,kv_head,query,head_dim] 327680 B` */
static void print_operand(const graph *g, const graph_op *op, const graph_operand *o, FILE *out)
{
    const graph_tensor *t = &g->tensors[o->tensor];
    fprintf(out, "%s%s%s[", t->name, o->view ? "." : "", o->view ? o->view : "");
    for (uint8_t i = 0; i < o->naxes; i++)
        fprintf(out, "%s%s", i ? "," : "", op->dim[o->dim[i]].axis);
    fprintf(out, "] %" PRIu64 " B%s", graph_operand_bytes(g, op, o), tensor_marks[t->kind]);
}

static void print_op(const graph *g, uint32_t index, FILE *out)
{
    const graph_op *op = &g->ops[index];
    fprintf(out, "%" PRIu32 " %s %s", index, op->name, kind_names[op->kind]);
    for (uint8_t d = 0; d < op->ndims; d++) {
        fprintf(out, " %s:%s=%" PRIu64, role_names[op->dim[d].role], op->dim[d].axis, op->dim[d].size);
        if (graph_whole_size(op, d) > op->dim[d].size)
            fprintf(out, "@%" PRIu64 "/%" PRIu64, op->slice.first[d], op->slice.whole[d]);
    }
    fputs(" |", out);
    for (uint8_t i = 0; i < op->ninputs; i++) {
        fputs(i ? " , " : " ", out);
        print_operand(g, op, &op->input[i], out);
    }
    fputs(" -> ", out);
    print_operand(g, op, &op->output, out);
    if (op->store_bytes)
        fprintf(out, " store %" PRIu64 " B", op->store_bytes);
    if (op->flops > 0)
        fprintf(out, " | %.0f FLOP", op->flops);
    fputc('\n', out);
}

antler_status graph_print(const graph *g, FILE *out, antler_error *err)
{
    errno = 0;
    fprintf(out,
            "graph: %" PRIu32 " operators, %" PRIu64 " parameters, %" PRIu64 " B resident in HBM, %" PRIu64
            " B read, %" PRIu64 " B written, %.0f FLOP, %" PRIu64 " tokens\n",
            g->nops, g->parameters, g->hbm_resident_bytes, graph_hbm_bytes(g), graph_store_bytes(g),
            graph_total_flops(g), g->tokens);
    for (uint32_t i = 0; i < g->nops; i++)
        print_op(g, i, out);
    if (ferror(out))
        return err_set(err, ANTLER_IO, "cannot write the graph: %s", strerror(errno ? errno : EIO));
    return ANTLER_OK;
}
