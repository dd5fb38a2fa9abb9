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

/* Adds what the chip is made with; nothing when the hwspec does not say, and the point then has no energy and price. */
static bool add_figures(json_t *point, const antler_hwspec *spec, const antler_techs *techs)
{
    tech_choice c;
    if (!point || !techs || techs_choose(techs, spec, &c, NULL))
        return point != NULL;
    json_t *figures = json_pack("[s, s, s]", c.technology->digest, c.memory ? c.memory->digest : "", c.package->digest);
    return json_object_set_new(point, "figures", figures) == 0;
}

static json_t *point_json(const antler_hwspec *spec, const antler_model *model, const antler_workload *w,
                          const char *design)
{
    char content[DIGEST];
    antler_dtype_words dtype = antler_workload_dtype(w);
    digest(antler_model_content(model), content);
    /* A value that could not be made is NULL, and json_pack then gives NULL. */
    return json_pack("{s:i, s:s, s:s, s:o, s:s, s:{s:s, s:s}, s:{s:s, s:I, s:I, s:s}}", "schema", SCHEMA_VERSION,
                     "tool", ANTLER_VERSION, "hwspec_name", spec->name, "hwspec", hwspec_json(spec), "design", design,
                     "model", "name", antler_model_name(model), "digest", content, "workload", "phase",
                     antler_phase_name(w->phase), "batch", (json_int_t)w->batch, "context", (json_int_t)w->context,
                     "dtype", dtype.text);
}

antler_status identity_make(const antler_hwspec *spec, const antler_techs *techs, const antler_model *model,
                            const antler_workload *w, const char *design, arena *a, identity *out, antler_error *err)
{
    json_t *point = point_json(spec, model, w, design);
    char *text = add_figures(point, spec, techs)
                     ? json_dumps(point, JSON_SORT_KEYS | JSON_COMPACT | JSON_REAL_PRECISION(17))
                     : NULL;
    json_decref(point);
    identity id = {.json = text ? arena_strdup(a, text) : NULL};
    free(text);
    if (!id.json)
        return err_no_memory(err);
    digest(id.json, id.hash);
    *out = id;
    return ANTLER_OK;
}
