/* ViT: an encoder of image patches, LayerNorm before each block, biases, GELU.
 *
 * The image is given on chip, a row of `patch` elements for each patch. Before the patches stands a class token: a
 * gather moves the patches behind it, and the sum with the positions puts it there. `architectures` says which head it
 * has: ViTModel a pooler, ViTForImageClassification one of as many classes as `id2label` has. */
#include <inttypes.h>
#include <string.h>

#include "model/family.h"
#include "model/stacks.h"

enum { MAX_IMAGE = 1 << 15, MAX_PATCH = 1 << 10, MAX_CHANNELS = 1 << 10 };

static const hf_field fields[] = {{"hidden_size", HF_COUNT, true, offsetof(decoder_shape, hidden), HF_MAX_WIDTH},
                                  {"num_hidden_layers", HF_COUNT, true, offsetof(decoder_shape, layers), HF_MAX_LAYERS},
                                  {"num_attention_heads", HF_COUNT, true, offsetof(decoder_shape, heads), HF_MAX_HEADS},
                                  {"intermediate_size", HF_COUNT, true, offsetof(decoder_shape, ffn), HF_MAX_WIDTH}};

typedef struct image {
    uint64_t size, patch, channels;
} image;

static const hf_field image_fields[] = {{"image_size", HF_COUNT, true, offsetof(image, size), MAX_IMAGE},
                                        {"patch_size", HF_COUNT, true, offsetof(image, patch), MAX_PATCH},
                                        {"num_channels", HF_COUNT, true, offsetof(image, channels), MAX_CHANNELS}};

static antler_status read_image(const hf_config *c, decoder_shape *out, antler_error *err)
{
    image i = {0};
    antler_status status = hf_read(c, image_fields, sizeof image_fields / sizeof image_fields[0], &i, err);
    if (status)
        return status;
    if (i.size % i.patch != 0)
        return hf_error(c, "patch_size", err, "%" PRIu64 " does not divide image_size %" PRIu64, i.patch, i.size);
    uint64_t side = i.size / i.patch;
    out->tokens = side * side + 1;
    out->positions = out->tokens;
    out->patch = i.channels * i.patch * i.patch;
    return ANTLER_OK;
}

static antler_status read_head(const hf_config *c, decoder_shape *out, antler_error *err)
{
    const char *head = NULL;
    antler_status status = hf_architecture(c, &head, err);
    if (status)
        return status;
    out->pooler = strcmp(head, "ViTModel") == 0;
    if (out->pooler)
        return ANTLER_OK;
    if (strcmp(head, "ViTForImageClassification") != 0)
        return hf_error(c, "architectures", err,
                        "no operators for '%.64s'; known are ViTModel, ViTForImageClassification", head);
    out->classes = hf_members(c, "id2label");
    return out->classes > 0 ? ANTLER_OK : hf_error(c, "id2label", err, "must be an object with a member a class");
}

static antler_status vit_read(const hf_config *c, decoder_shape *out, antler_error *err)
{
    *out = (decoder_shape){.gelu = true, .bias = true};
    antler_status status = hf_read(c, fields, sizeof fields / sizeof fields[0], out, err);
    if (!status)
        status = read_image(c, out, err);
    if (!status)
        status = read_head(c, out, err);
    if (!status)
        status = hf_expect_word(c, "hidden_act", "gelu", err);
    if (!status)
        status = hf_expect_flag(c, "qkv_bias", true, err);
    return status ? status : decoder_shape_finish(c, out, err);
}

static tensor_ref embed(decoder *d)
{
    builder *b = d->b;
    builder_axis(b, 'n', "batch", d->batch * (d->shape->tokens - 1));
    builder_axis(b, 'k', "patch", d->shape->patch);
    tensor_ref x = decoder_linear(d, "patches", "nk,hk->nh", builder_input(b, "pixels", "nk"));
    x = decoder_bias(d, "patches_bias", "nh,h->nh", x);
    tensor_ref places = builder_indices(b, "patch_rows", "m");
    x = builder_op(b, OP_GATHER, "behind_class", "mh,m->mh", (tensor_ref[]){x, places});
    tensor_ref positions = builder_weight(b, "positions.weight", "th"), token = builder_weight(b, "class_token", "h");
    return builder_op(b, OP_BINARY, "embedding_sum", "bth,th,h->bth", (tensor_ref[]){x, positions, token});
}

static void classify(decoder *d, tensor_ref x)
{
    builder_axis(d->b, 'w', "class", d->shape->classes);
    tensor_ref rows = builder_indices(d->b, "first_rows", "b");
    tensor_ref first = builder_op(d->b, OP_GATHER, "first_token", "bh,b->bh", (tensor_ref[]){x, rows});
    tensor_ref y = decoder_linear(d, "classifier", "bh,wh->bw", first);
    (void)decoder_bias(d, "classifier_bias", "bw,w->bw", y);
}

static void vit_build(decoder *d)
{
    tensor_ref x = embed(d);
    for (uint64_t i = 0; i < d->shape->layers; i++) {
        decoder_layer(d, (int32_t)i);
        x = classic_attention(d, x);
        x = classic_ffn(d, x);
    }
    decoder_layer(d, -1);
    x = decoder_layer_norm(d, 'm', "final_norm", x);
    if (d->shape->pooler)
        (void)decoder_pooler(d, x);
    else
        classify(d, x);
}

const family vit_family = {.model_type = "vit",
                           .encoder = true,
                           .doc = "ViT: an encoder of image patches, LayerNorm, biases, GELU",
                           .read = vit_read,
                           .build = vit_build};
