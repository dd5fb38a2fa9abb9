/* YAML files as a small tree that keeps every node's position, so that each message can name FILE:LINE:COL.
 *
 * Only what input files need is accepted: one document of mappings, lists and scalars. Aliases, tags, duplicate keys
 * and deep nesting are errors: they would let a short file mean a huge one, or one file mean two things. */
#ifndef SPEC_YAML_H
#define SPEC_YAML_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"

typedef enum yaml_kind { YAML_SCALAR, YAML_LIST, YAML_MAPPING } yaml_kind;

typedef struct yaml_node yaml_node;
struct yaml_node {
    yaml_kind kind;
    unsigned line, col;   /* 1-based */
    const char *text;     /* YAML_SCALAR: its text, "" when nothing was written */
    size_t count;         /* children */
    yaml_node *first;     /* children in the order of the file */
    yaml_node *next;      /* next child of the same parent */
    const yaml_node *key; /* child of a mapping: its key, a scalar; else NULL */
};

typedef struct yaml_document {
    const char *file;
    const yaml_node *root; /* always a mapping */
} yaml_document;

/* The document lives in `a`. ANTLER_BAD_INPUT at the first thing that is wrong with the file. */
antler_status yaml_load(const char *path, arena *a, yaml_document *out, antler_error *err);

/* The same from memory; `file` names it in messages. */
antler_status yaml_parse(const char *file, const char *text, size_t size, arena *a, yaml_document *out,
                         antler_error *err);

/* The child under `key`; NULL when there is none. */
const yaml_node *yaml_get(const yaml_node *mapping, const char *key);

/* ANTLER_BAD_INPUT at a node. */
antler_status yaml_error(const yaml_document *doc, const yaml_node *at, antler_error *err, const char *fmt, ...)
    BASE_PRINTF(4, 5);

/* Is `node` a scalar with text in it, a list, a mapping? `what` names it, `example` is a right one. */
antler_status yaml_expect(const yaml_document *doc, const yaml_node *node, yaml_kind kind, const char *what,
                          const char *example, antler_error *err);

/* The first key that is none of `keys` is an error that names the nearest; `prefix` ("hbm." or "") goes before both. */
antler_status yaml_known_keys(const yaml_document *doc, const yaml_node *mapping, const char *prefix,
                              const char *const *keys, size_t count, antler_error *err);

/* The key `name` of the document: letters, digits, '-', '_' and '.', because names become column values and file
 * names. `example` is a right one. */
antler_status yaml_name(const yaml_document *doc, const char *example, char *name, size_t size, antler_error *err);

#endif
