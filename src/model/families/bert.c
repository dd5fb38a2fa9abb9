/* BERT: an encoder with LayerNorm behind each block, biases, GELU, learned positions and token types.
 *
 * `architectures` says which head it has: BertModel a pooler, BertForMaskedLM the language model over all tokens. */
#include <string.h>

#include "model/family.h"
#include "model/stacks.h"

static const hf_field fields[] = {
    {"hidden_size", HF_COUNT, true, offsetof(decoder_shape, hidden), HF_MAX_WIDTH},
    {"num_hidden_layers", HF_COUNT, true, offsetof(decoder_shape, layers), HF_MAX_LAYERS},
    {"num_attention_heads", HF_COUNT, true, offsetof(decoder_shape, heads), HF_MAX_HEADS},
    {"intermediate_size", HF_COUNT, true, offsetof(decoder_shape, ffn), HF_MAX_WIDTH},
    {"vocab_size", HF_COUNT, true, offsetof(decoder_shape, vocabulary), HF_MAX_VOCABULARY},
    {"max_position_embeddings", HF_COUNT, true, offsetof(decoder_shape, positions), HF_MAX_POSITIONS},
    {"type_vocab_size", HF_COUNT, true, offsetof(decoder_shape, types), HF_MAX_VOCABULARY}};

static antler_status read_head(const hf_config *c, decoder_shape *out, antler_error *err)
{
    const char *head = NULL;
    antler_status status = hf_architecture(c, &head, err);
    if (status)
        return status;
    out->pooler = strcmp(head, "BertModel") == 0;
    out->mlm_head = strcmp(head, "BertForMaskedLM") == 0;
    if (!out->pooler && !out->mlm_head)
        return hf_error(c, "architectures", err, "no operators for '%.64s'; known are BertModel, BertForMaskedLM",
                        head);
    return ANTLER_OK;
}

static antler_status bert_read(const hf_config *c, decoder_shape *out, antler_error *err)
{
    *out = (decoder_shape){.tied = true, .gelu = true, .bias = true};
    antler_status status = hf_read(c, fields, sizeof fields / sizeof fields[0], out, err);
    if (!status)
        status = read_head(c, out, err);
    if (!status)
        status = hf_expect_word(c, "hidden_act", "gelu", err);
    if (!status)
        status = hf_expect_word(c, "position_embedding_type", "absolute", err);
    if (!status)
        status = hf_expect_flag(c, "is_decoder", false, err);
    if (!status)
        status = hf_expect_flag(c, "tie_word_embeddings", true, err);
    return status ? status : decoder_shape_finish(c, out, err);
}

static tensor_ref embed(decoder *d)
{
    builder_axis(d->b, 'z', "token_type", d->shape->types);
    tensor_ref x = decoder_embed(d); /* tokens and positions */
    tensor_ref ids = builder_indices(d->b, "token_type_ids", "m");
    tensor_ref table = builder_weight(d->b, "token_types.weight", "zh");
    tensor_ref types = builder_op(d->b, OP_GATHER, "token_types", "mh,m->mh", (tensor_ref[]){table, ids});
    x = decoder_add(d, "token_type_sum", x, types);
    return decoder_layer_norm(d, 'm', "embedding_norm", x);
}

static tensor_ref layer(decoder *d, tensor_ref x)
{
    tensor_ref y = decoder_linear(d, "qkv", "mh,qh->mq", x);
    tensor_ref qkv = decoder_bias(d, "qkv_bias", "mq,q->mq", y);
    tensor_ref heads = decoder_attention(d, decoder_q(d, qkv), decoder_k(d, qkv), decoder_v(d, qkv));
    y = decoder_linear(d, "output", "ma,ha->mh", heads);
    x = decoder_layer_norm(d, 'm', "attention_norm", decoder_add_bias(d, "attention_residual", x, y));
    y = decoder_linear(d, "up", "mh,fh->mf", x);
    y = decoder_bias(d, "gelu_bias", "mf,f->mf", y);
    y = decoder_linear(d, "down", "mf,hf->mh", y);
    return decoder_layer_norm(d, 'm', "ffn_norm", decoder_add_bias(d, "ffn_residual", x, y));
}

/* A transformation of each token, and the embedding's table again. */
static void mlm_head(decoder *d, tensor_ref x)
{
    builder_axis(d->b, 'i', "hidden", d->shape->hidden);
    tensor_ref y = decoder_linear(d, "transform", "mh,ih->mi", x);
    y = decoder_bias(d, "transform_gelu", "mi,i->mi", y);
    y = decoder_layer_norm(d, 'm', "transform_norm", y);
    y = decoder_lm_head(d, y);
    (void)decoder_bias(d, "logits_bias", "lv,v->lv", y);
}

static void bert_build(decoder *d)
{
    tensor_ref x = embed(d);
    for (uint64_t i = 0; i < d->shape->layers; i++) {
        decoder_layer(d, (int32_t)i);
        x = layer(d, x);
    }
    decoder_layer(d, -1);
    if (d->shape->mlm_head)
        mlm_head(d, x);
    else
        (void)decoder_pooler(d, x);
}

const family bert_family = {.model_type = "bert",
                            .encoder = true,
                            .doc = "BERT: an encoder, LayerNorm behind each block, biases, GELU",
                            .read = bert_read,
                            .build = bert_build};
