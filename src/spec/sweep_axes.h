/* The axes of a sweep: from the sweep file's `axes`, and from the CSV file of `points`. */
#ifndef SPEC_SWEEP_AXES_H
#define SPEC_SWEEP_AXES_H

#include "spec/sweep_file.h"
#include "spec/yaml.h"

/* No range is longer: a longer one is a mistake in its step. Lists are compared pairwise for values written twice. */
enum { SWEEP_RANGE_LIMIT = 1000000, SWEEP_LIST_LIMIT = 10000 };

/* One axis: a value, a list of values or a range {from, to, step}. */
antler_status sweep_read_axis(const yaml_document *doc, const yaml_node *node, arena *a, sweep_axis *out,
                              antler_error *err);

/* The field that a key of `axes` or `derive` names, or ANTLER_BAD_INPUT with the nearest. */
antler_status sweep_axis_field(const yaml_document *doc, const yaml_node *key, const field **out, antler_error *err);

antler_status sweep_read_points(const char *path, arena *a, sweep_points *out, antler_error *err);

#endif
