/* Asking a YAML tree for what a file must hold, with messages that say what would be right. */
#include "spec/yaml.h"

#include "base/suggest.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const yaml_node *yaml_get(const yaml_node *mapping, const char *key)
{
    for (const yaml_node *child = mapping->first; child; child = child->next)
        if (strcmp(child->key->text, key) == 0)
            return child;
    return NULL;
}

antler_status yaml_error(const yaml_document *doc, const yaml_node *at, antler_error *err, const char *fmt, ...)
{
    char text[800];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return err_at(err, ANTLER_BAD_INPUT, doc->file, at->line, at->col, "%s", text);
}

antler_status yaml_expect(const yaml_document *doc, const yaml_node *node, yaml_kind kind, const char *what,
                          const char *example, antler_error *err)
{
    static const char *const kinds[] = {
        [YAML_SCALAR] = "one value", [YAML_LIST] = "a list", [YAML_MAPPING] = "a section of keys"};
    if (node->kind == YAML_SCALAR && node->text[0] == '\0')
        return yaml_error(doc, node, err, "%s has no value; write for example '%s'", what, example);
    if (node->kind != kind)
        return yaml_error(doc, node, err, "%s must be %s, not %s; write for example '%s'", what, kinds[kind],
                          kinds[node->kind], example);
    return ANTLER_OK;
}

antler_status yaml_known_keys(const yaml_document *doc, const yaml_node *mapping, const char *prefix,
                              const char *const *keys, size_t count, antler_error *err)
{
    for (const yaml_node *child = mapping->first; child; child = child->next) {
        const char *key = child->key->text;
        size_t i = 0;
        while (i < count && strcmp(keys[i], key) != 0)
            i++;
        if (i < count)
            continue;
        const char *nearest = suggest_nearest(key, keys, count);
        if (nearest)
            return yaml_error(doc, child->key, err, "unknown key '%s%s'; did you mean '%s%s'?", prefix, key, prefix,
                              nearest);
        char list[400] = "";
        for (i = 0; i < count; i++) {
            size_t used = strlen(list);
            (void)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", keys[i]);
        }
        return yaml_error(doc, child->key, err, "unknown key '%s%s'; the keys here are %s", prefix, key, list);
    }
    return ANTLER_OK;
}

antler_status yaml_name(const yaml_document *doc, const char *example, char *name, size_t size, antler_error *err)
{
    const yaml_node *node = yaml_get(doc->root, "name");
    if (!node)
        return err_at(err, ANTLER_BAD_INPUT, doc->file, doc->root->line, 0,
                      "missing key 'name'; write for example 'name: %s'", example);
    antler_status status = yaml_expect(doc, node, YAML_SCALAR, "name", example, err);
    if (status)
        return status;
    size_t length = strlen(node->text);
    if (strspn(node->text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") != length ||
        length >= size)
        return yaml_error(doc, node, err, "name: '%.80s' must be at most %zu letters, digits, '-', '_' and '.'",
                          node->text, size - 1);
    memcpy(name, node->text, length + 1);
    return ANTLER_OK;
}
