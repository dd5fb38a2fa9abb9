/* DiT: one denoising step of a diffusion transformer, conditioned on the time step and a class.
 *
 * The condition is one row for each image: time step and class, each through a network of its own. A layer makes six
 * vectors of it that scale, shift and gate its blocks (adaLN-zero). diffusers keeps a copy of the networks of time step
 * and class in every layer, all alike; they are counted and computed once, as in the published network. SiLU of the
 * condition is taken once as well. Latents and the sinusoids of the time step are given on chip. */
#include <inttypes.h>

#include "model/family.h"

enum { SINUSOIDS = 256, FFN_FACTOR = 4, MAX_SIDE = 1 << 12, MAX_CHANNELS = 1 << 10 };

static const hf_field fields[] = {
    {"num_layers", HF_COUNT, true, offsetof(decoder_shape, layers), HF_MAX_LAYERS},
    {"num_attention_heads", HF_COUNT, true, offsetof(decoder_shape, heads), HF_MAX_HEADS},
    {"attention_head_dim", HF_COUNT, true, offsetof(decoder_shape, head_dim), HF_MAX_HEAD_DIM},
    {"num_embeds_ada_norm", HF_COUNT, true, offsetof(decoder_shape, classes), HF_MAX_VOCABULARY}};

typedef struct latents {
    uint64_t side, patch, in, out;
} latents;

static const hf_field latent_fields[] = {{"sample_size", HF_COUNT, true, offsetof(latents, side), MAX_SIDE},
                                         {"patch_size", HF_COUNT, true, offsetof(latents, patch), MAX_SIDE},
                                         {"in_channels", HF_COUNT, true, offsetof(latents, in), MAX_CHANNELS},
                                         {"out_channels", HF_COUNT, false, offsetof(latents, out), MAX_CHANNELS}};

static antler_status read_latents(const hf_config *c, decoder_shape *out, antler_error *err)
{
    latents l = {0};
    antler_status status = hf_read(c, latent_fields, sizeof latent_fields / sizeof latent_fields[0], &l, err);
    if (status)
        return status;
    if (l.side % l.patch != 0)
        return hf_error(c, "patch_size", err, "%" PRIu64 " does not divide sample_size %" PRIu64, l.patch, l.side);
    out->tokens = l.side / l.patch * (l.side / l.patch);
    out->positions = out->tokens;
    out->patch = l.in * l.patch * l.patch;
    out->outputs = (l.out ? l.out : l.in) * l.patch * l.patch;
    return ANTLER_OK;
}

static antler_status dit_read(const hf_config *c, decoder_shape *out, antler_error *err)
{
    *out = (decoder_shape){.gelu = true, .bias = true};
    antler_status status = hf_read(c, fields, sizeof fields / sizeof fields[0], out, err);
    if (!status)
        status = read_latents(c, out, err);
    if (!status)
        status = hf_expect_word(c, "norm_type", "ada_norm_zero", err);
    if (!status)
        status = hf_expect_word(c, "activation_fn", "gelu-approximate", err);
    if (!status)
        status = hf_expect_flag(c, "attention_bias", true, err);
    if (!status)
        status = hf_expect_flag(c, "norm_elementwise_affine", false, err);
    out->hidden = out->heads * out->head_dim;
    out->ffn = FFN_FACTOR * out->hidden;
    return status ? status : decoder_shape_finish(c, out, err);
}

static void name_axes(decoder *d)
{
    const decoder_shape *s = d->shape;
    builder_axis(d->b, 'i', "condition", s->hidden);
    builder_axis(d->b, 'k', "patch", s->patch);
    builder_axis(d->b, 'o', "output", s->outputs);
    builder_axis(d->b, 'e', "sinusoid", SINUSOIDS);
    builder_axis(d->b, 'w', "class", s->classes + 1); /* the last: no class */
    builder_axis(d->b, 'j', "modulation", 6 * s->hidden);
    builder_axis(d->b, 'n', "modulation", 2 * s->hidden);
}

static tensor_ref embed(decoder *d)
{
    tensor_ref x = decoder_linear(d, "patches", "mk,hk->mh", builder_input(d->b, "latents", "mk"));
    x = decoder_bias(d, "patches_bias", "mh,h->mh", x);
    tensor_ref positions = builder_weight(d->b, "positions.weight", "th");
    return builder_op(d->b, OP_BINARY, "embedding_sum", "bth,th->bth", (tensor_ref[]){x, positions});
}

/* silu(time step + class), rows b of `i`. */
static tensor_ref condition(decoder *d)
{
    tensor_ref t = decoder_linear(d, "time_in", "be,ie->bi", builder_input(d->b, "sinusoids", "be"));
    t = decoder_bias(d, "time_silu", "bi,i->bi", t);
    t = decoder_linear(d, "time_out", "bi,hi->bh", t);
    t = decoder_bias(d, "time_bias", "bh,h->bh", t);
    tensor_ref ids = builder_indices(d->b, "class_ids", "b"), table = builder_weight(d->b, "classes.weight", "wh");
    tensor_ref y = builder_op(d->b, OP_GATHER, "class", "bh,b->bh", (tensor_ref[]){table, ids});
    return builder_op(d->b, OP_BINARY, "condition_silu", "bh,bh->bh", (tensor_ref[]){t, y});
}

static tensor_ref part(const decoder *d, tensor_ref modulation, const char *name, uint64_t index)
{
    return builder_view(modulation, name, index * d->shape->hidden, d->shape->hidden);
}

typedef struct norm_roles {
    const char *mean, *centre, *sum, *scale, *shift;
} norm_roles;

/* LayerNorm without weights of its own; what it would multiply and add comes from the condition. */
static tensor_ref modulated_norm(decoder *d, const norm_roles *r, tensor_ref x, tensor_ref scale, tensor_ref shift)
{
    tensor_ref mean = builder_op(d->b, OP_REDUCE, r->mean, "bth->bt", &x);
    tensor_ref away = builder_op(d->b, OP_BINARY, r->centre, "bth,bt->bth", (tensor_ref[]){x, mean});
    tensor_ref squares = builder_op(d->b, OP_REDUCE, r->sum, "bth->bt", &away);
    tensor_ref y = builder_op(d->b, OP_BINARY, r->scale, "bth,bt,bh->bth", (tensor_ref[]){away, squares, scale});
    return builder_op(d->b, OP_BINARY, r->shift, "bth,bh->bth", (tensor_ref[]){y, shift});
}

/* x + gate * (y + bias). */
static tensor_ref gated_add(decoder *d, const char *bias, const char *role, tensor_ref x, tensor_ref y, tensor_ref gate)
{
    y = decoder_bias(d, bias, "mh,h->mh", y);
    return builder_op(d->b, OP_BINARY, role, "bth,bth,bh->bth", (tensor_ref[]){x, y, gate});
}

static tensor_ref layer(decoder *d, tensor_ref x, tensor_ref condition)
{
    static const norm_roles attention = {"attention_norm_mean", "attention_norm_centre", "attention_norm_sum",
                                         "attention_norm_scale", "attention_norm"};
    static const norm_roles ffn = {"ffn_norm_mean", "ffn_norm_centre", "ffn_norm_sum", "ffn_norm_scale", "ffn_norm"};
    tensor_ref six = decoder_linear(d, "modulation", "bh,jh->bj", condition);
    six = decoder_bias(d, "modulation_bias", "bj,j->bj", six);
    tensor_ref y = modulated_norm(d, &attention, x, part(d, six, "scale1", 1), part(d, six, "shift1", 0));
    tensor_ref qkv = decoder_linear(d, "qkv", "mh,qh->mq", y);
    qkv = decoder_bias(d, "qkv_bias", "mq,q->mq", qkv);
    tensor_ref heads = decoder_attention(d, decoder_q(d, qkv), decoder_k(d, qkv), decoder_v(d, qkv));
    y = decoder_linear(d, "output", "ma,ha->mh", heads);
    x = gated_add(d, "output_bias", "attention_residual", x, y, part(d, six, "gate1", 2));
    y = modulated_norm(d, &ffn, x, part(d, six, "scale2", 4), part(d, six, "shift2", 3));
    y = decoder_linear(d, "up", "mh,fh->mf", y);
    y = decoder_bias(d, "gelu_bias", "mf,f->mf", y);
    y = decoder_linear(d, "down", "mf,hf->mh", y);
    return gated_add(d, "down_bias", "ffn_residual", x, y, part(d, six, "gate2", 5));
}

static void dit_build(decoder *d)
{
    static const norm_roles last = {"final_norm_mean", "final_norm_centre", "final_norm_sum", "final_norm_scale",
                                    "final_norm"};
    name_axes(d);
    tensor_ref x = embed(d), c = condition(d);
    for (uint64_t i = 0; i < d->shape->layers; i++) {
        decoder_layer(d, (int32_t)i);
        x = layer(d, x, c);
    }
    decoder_layer(d, -1);
    tensor_ref two = decoder_linear(d, "final_modulation", "bh,nh->bn", c);
    two = decoder_bias(d, "final_modulation_bias", "bn,n->bn", two);
    x = modulated_norm(d, &last, x, part(d, two, "scale", 1), part(d, two, "shift", 0));
    x = decoder_linear(d, "noise", "mh,oh->mo", x);
    (void)decoder_bias(d, "noise_bias", "mo,o->mo", x);
}

static const char *const class_names[] = {"DiTTransformer2DModel", "Transformer2DModel", NULL};

const family dit_family = {.model_type = "dit",
                           .class_names = class_names,
                           .encoder = true,
                           .doc = "DiT: a denoising step, blocks modulated by time step and class",
                           .read = dit_read,
                           .build = dit_build};
