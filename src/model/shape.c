/* Rules that span the fields of a config, and the shape as text. */
#include "model/shape.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONTENT_BYTES = 2048 };

antler_status decoder_shape_finish(const hf_config *c, decoder_shape *s, antler_error *err)
{
    if (s->kv_heads == 0)
        s->kv_heads = s->heads;
    if (s->heads % s->kv_heads != 0)
        return hf_error(c, "num_key_value_heads", err,
                        "%" PRIu64 " do not divide num_attention_heads %" PRIu64 "; make them a divisor of it",
                        s->kv_heads, s->heads);
    if (s->head_dim == 0 && s->hidden % s->heads != 0)
        return hf_error(c, "num_attention_heads", err,
                        "%" PRIu64 " do not divide hidden_size %" PRIu64 "; make them a divisor of it or give head_dim",
                        s->heads, s->hidden);
    if (s->head_dim == 0)
        s->head_dim = s->hidden / s->heads;
    return ANTLER_OK;
}

antler_status decoder_shape_rotates(const hf_config *c, const decoder_shape *s, antler_error *err)
{
    if (s->head_dim % 2 == 0)
        return ANTLER_OK;
    const char *key = json_object_get(c->root, "head_dim") ? "head_dim" : "num_attention_heads";
    return hf_error(c, key, err, "heads of odd size %" PRIu64 " have no halves to rotate; make it even", s->head_dim);
}

bool decoder_shape_local(const decoder_shape *s, uint64_t layer)
{
    bool global = s->global_every > 0 && (layer + 1) % s->global_every == 0;
    return s->window > 0 && layer >= s->window_from && !global;
}

/* By ascending key. */
static const struct {
    const char *key;
    size_t offset;
    bool flag;
} members[] = {
#define COUNT(member)                                                                                                  \
    {                                                                                                                  \
#member, offsetof(decoder_shape, member), false                                                                \
    }
#define FLAG(member)                                                                                                   \
    {                                                                                                                  \
#member, offsetof(decoder_shape, member), true                                                                 \
    }
    FLAG(bias),        COUNT(classes),      COUNT(ffn),
    FLAG(gelu),        COUNT(global_every), COUNT(head_dim),
    COUNT(heads),      COUNT(hidden),       COUNT(kv_heads),
    COUNT(layers),     FLAG(logit_cap),     FLAG(mlm_head),
    FLAG(one_norm),    COUNT(outputs),      COUNT(patch),
    FLAG(pooler),      COUNT(positions),    FLAG(post_norm),
    FLAG(qk_norm),     FLAG(qkv_bias),      FLAG(scaled_embedding),
    FLAG(score_cap),   FLAG(tied),          COUNT(tokens),
    COUNT(types),      COUNT(vocabulary),   COUNT(window),
    COUNT(window_from)
#undef COUNT
#undef FLAG
};

char *decoder_shape_content(const decoder_shape *s, const char *family)
{
    char text[CONTENT_BYTES];
    int used = snprintf(text, sizeof text, "{\"family\":\"%s\"", family);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const char *at = (const char *)s + members[i].offset;
        size_t room = sizeof text - (size_t)used;
        if (members[i].flag && *(const bool *)at)
            used += snprintf(text + used, room, ",\"%s\":true", members[i].key);
        else if (!members[i].flag && *(const uint64_t *)(const void *)at > 0)
            used +=
                snprintf(text + used, room, ",\"%s\":%" PRIu64, members[i].key, *(const uint64_t *)(const void *)at);
    }
    size_t length = (size_t)snprintf(text + used, sizeof text - (size_t)used, "}") + (size_t)used;
    char *content = malloc(length + 1);
    return content ? memcpy(content, text, length + 1) : NULL;
}
