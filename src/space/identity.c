/* The hash decides what is computed again, so it covers all that a result depends on and nothing else: values are taken
 * in base units ("4 TB/s" and "4000 GB/s" are one point), cycles as the times that they are at the point's clock. */
#include "space/identity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <xxhash.h>

#include "base/error.h"
#include "config.h"

enum { DIGEST = 33 };

static void digest(const char *text, char out[DIGEST])
{
    XXH128_canonical_t bytes;
    XXH128_canonicalFromHash(&bytes, XXH3_128bits(text, strlen(text)));
    for (size_t i = 0; i < sizeof bytes.digest; i++)
        (void)snprintf(out + 2 * i, 3, "%02x", bytes.digest[i]);
}

static json_t *field_json(const antler_hwspec *spec, const field *f)
{
    char grid[32];
    switch (f->kind) {
    case FIELD_COUNT:
        return json_integer((json_int_t)hw_number(spec, f->id));
    case FIELD_QUANTITY:
        return json_real(hw_number(spec, f->id));
    case FIELD_GRID:
        (void)snprintf(grid, sizeof grid, "%ux%u", spec->values[f->id].grid[0], spec->values[f->id].grid[1]);
        return json_string(grid);
    case FIELD_WORD:
        break;
    }
    return json_string(hw_word(spec, f->id));
}

/* Every key that has a value. */
static json_t *hwspec_json(const antler_hwspec *spec)
{
    json_t *object = json_object();
    for (size_t i = 0; object && i < HW_FIELDS; i++)
        if (hw_is_set(spec, (field_id)i) &&
            json_object_set_new(object, hw_fields[i].key, field_json(spec, &hw_fields[i])) != 0) {
            json_decref(object);
            return NULL;
        }
    return object;
}

static json_t *point_json(const identity_input *in)
{
    char model[DIGEST];
    digest(in->model_json, model);
    /* A value that could not be made is NULL, and json_pack then gives NULL. */
    return json_pack("{s:i, s:s, s:s, s:o, s:s, s:{s:s, s:s}, s:{s:s, s:I, s:I, s:s}}", "schema", SCHEMA_VERSION,
                     "tool", ANTLER_VERSION, "hwspec_name", in->hwspec->name, "hwspec", hwspec_json(in->hwspec),
                     "design", in->design, "model", "name", in->model_name, "digest", model, "workload", "phase",
                     antler_phase_name(in->workload.phase), "batch", (json_int_t)in->workload.batch, "context",
                     (json_int_t)in->workload.context, "dtype", antler_dtype_name(in->workload.dtype));
}

antler_status identity_make(const identity_input *in, arena *a, identity *out, antler_error *err)
{
    json_t *point = point_json(in);
    char *text = point ? json_dumps(point, JSON_SORT_KEYS | JSON_COMPACT | JSON_REAL_PRECISION(17)) : NULL;
    json_decref(point);
    identity id = {.json = text ? arena_strdup(a, text) : NULL};
    free(text);
    if (!id.json)
        return err_no_memory(err);
    digest(id.json, id.hash);
    *out = id;
    return ANTLER_OK;
}
