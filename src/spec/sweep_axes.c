/* Axis values in memory: lists are parsed one by one, ranges unrolled. */
#include "spec/sweep_axes.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

typedef struct range {
    const yaml_node *node;
    quantity from, to, step;
} range;

antler_status sweep_axis_field(const yaml_document *doc, const yaml_node *key, const field **out, antler_error *err)
{
    const char *nearest = NULL;
    *out = field_find(key->text, &nearest);
    if (*out)
        return ANTLER_OK;
    if (nearest)
        return yaml_error(doc, key, err, "unknown axis '%s'; did you mean '%s'?", key->text, nearest);
    return yaml_error(doc, key, err, "unknown axis '%s'; an axis is a key of a hwspec like 'hbm.bandwidth'", key->text);
}

static antler_status read_value(const yaml_document *doc, const yaml_node *node, const field *f, field_value *out,
                                antler_error *err)
{
    antler_error why;
    antler_status status = yaml_expect(doc, node, YAML_SCALAR, f->key, f->example, err);
    if (status)
        return status;
    if (field_parse(f, node->text, out, &why))
        return yaml_error(doc, node, err, "%s", why.message);
    return ANTLER_OK;
}

static antler_status read_list(const yaml_document *doc, const yaml_node *node, arena *a, sweep_axis *axis,
                               antler_error *err)
{
    if (node->count == 0 || node->count > SWEEP_LIST_LIMIT)
        return yaml_error(doc, node, err, "%s: a list must hold 1 to %d values, not %zu", axis->field->key,
                          SWEEP_LIST_LIMIT, node->count);
    axis->values = ARENA_ARRAY(a, field_value, node->count);
    if (!axis->values)
        return err_no_memory(err);
    for (const yaml_node *child = node->first; child; child = child->next) {
        field_value *value = &axis->values[axis->count];
        antler_status status = read_value(doc, child, axis->field, value, err);
        if (status)
            return status;
        for (size_t i = 0; i < axis->count; i++)
            if (strcmp(axis->values[i].text, value->text) == 0)
                return yaml_error(doc, child, err, "%s: '%s' is listed twice; remove one", axis->field->key,
                                  value->text);
        axis->count++;
    }
    return ANTLER_OK;
}

/* One bound of a range. The step is not a value of the field: it has the unit but not the limits. */
static antler_status read_bound(const yaml_document *doc, const yaml_node *mapping, const char *key, const field *f,
                                quantity *out, antler_error *err)
{
    antler_error why;
    const yaml_node *node = yaml_get(mapping, key);
    if (!node)
        return yaml_error(doc, mapping, err, "%s: the range has no '%s'; write '{from: ..., to: ..., step: ...}'",
                          f->key, key);
    antler_status status = yaml_expect(doc, node, YAML_SCALAR, key, f->example, err);
    if (status)
        return status;
    if (unit_parse(node->text, f->unit, out, &why))
        return yaml_error(doc, node, err, "%s: %s: %s", f->key, key, why.message);
    field_value value;
    if (strcmp(key, "step") != 0 && field_parse(f, node->text, &value, &why))
        return yaml_error(doc, node, err, "%s", why.message);
    return ANTLER_OK;
}

static antler_status read_range(const yaml_document *doc, const yaml_node *node, const field *f, range *out,
                                antler_error *err)
{
    static const char *const keys[] = {"from", "to", "step"};
    if (f->kind != FIELD_COUNT && f->kind != FIELD_QUANTITY)
        return yaml_error(doc, node, err, "%s has no order, so no range; list its values, like [%s]", f->key,
                          f->example);
    antler_status status = yaml_known_keys(doc, node, "", keys, 3, err);
    if (!status)
        status = read_bound(doc, node, "from", f, &out->from, err);
    if (!status)
        status = read_bound(doc, node, "to", f, &out->to, err);
    if (!status)
        status = read_bound(doc, node, "step", f, &out->step, err);
    if (status)
        return status;
    if (out->step.value <= 0)
        return yaml_error(doc, yaml_get(node, "step"), err,
                          "%s: the range never ends with this step; it must be "
                          "above zero",
                          f->key);
    if (out->to.value < out->from.value)
        return yaml_error(doc, yaml_get(node, "to"), err,
                          "%s: the range never reaches this end; it must not be below "
                          "'from'",
                          f->key);
    if (out->from.per_cycle != out->to.per_cycle || out->from.per_cycle != out->step.per_cycle)
        return yaml_error(doc, node, err, "%s: 'from', 'to' and 'step' must all count in cycles, or none", f->key);
    return ANTLER_OK;
}

/* from + i * step carries binary noise ("0.30000000000000004"); 15 digits are what a double holds of a decimal. */
static double without_noise(double value)
{
    char text[40];
    const char *end;
    double clean;
    number_format(value, 15, text, sizeof text);
    return number_parse(text, &end, &clean) ? clean : value;
}

static antler_status unroll(const yaml_document *doc, const range *r, arena *a, sweep_axis *axis, antler_error *err)
{
    /* A step that meets `to` but for rounding counts as meeting it. */
    double steps = floor((r->to.value - r->from.value) / r->step.value + 1e-9);
    if (!(steps < SWEEP_RANGE_LIMIT))
        return yaml_error(doc, r->node, err, "%s: the range has more than %d values; take a larger step",
                          axis->field->key, SWEEP_RANGE_LIMIT);
    size_t count = (size_t)steps + 1;
    axis->values = ARENA_ARRAY(a, field_value, count);
    if (!axis->values)
        return err_no_memory(err);
    for (; axis->count < count; axis->count++) {
        char text[64];
        antler_error why;
        quantity q = {.value = without_noise(r->from.value + (double)axis->count * r->step.value),
                      .per_cycle = r->from.per_cycle};
        unit_format(q, axis->field->unit, text, sizeof text);
        if (field_parse(axis->field, text, &axis->values[axis->count], &why))
            return yaml_error(doc, r->node, err, "%s", why.message);
    }
    return ANTLER_OK;
}

antler_status sweep_read_axis(const yaml_document *doc, const yaml_node *node, arena *a, sweep_axis *out,
                              antler_error *err)
{
    sweep_axis axis = {.line = node->key->line};
    antler_status status = sweep_axis_field(doc, node->key, &axis.field, err);
    if (status)
        return status;
    if (node->kind == YAML_MAPPING) {
        range r = {.node = node};
        status = read_range(doc, node, axis.field, &r, err);
        if (!status)
            status = unroll(doc, &r, a, &axis, err);
    } else if (node->kind == YAML_LIST) {
        status = read_list(doc, node, a, &axis, err);
    } else {
        axis.values = ARENA_ARRAY(a, field_value, 1);
        status = axis.values ? read_value(doc, node, axis.field, axis.values, err) : err_no_memory(err);
        axis.count = 1;
    }
    if (!status)
        *out = axis;
    return status;
}
