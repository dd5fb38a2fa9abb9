#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spec/yaml.h"

static antler_status parse(arena *a, const char *text, yaml_document *out, antler_error *err)
{
    return yaml_parse("t.yaml", text, strlen(text), a, out, err);
}

static void nodes_know_their_place(void **state)
{
    (void)state;
    arena *a = arena_new();
    yaml_document doc;
    antler_error err;
    assert_int_equal(parse(a, "# c\na: 1\nb: {c: [x, 'y z'],\n    d: }\ne: >\n  two\n  words\n", &doc, &err),
                     ANTLER_OK);
    assert_int_equal(doc.root->count, 3);
    const yaml_node *first = yaml_get(doc.root, "a"), *b = yaml_get(doc.root, "b"), *c = yaml_get(b, "c");
    assert_int_equal(first->line, 2);
    assert_int_equal(first->col, 4);
    assert_int_equal(first->key->col, 1);
    assert_int_equal(b->kind, YAML_MAPPING);
    assert_int_equal(c->kind, YAML_LIST);
    assert_int_equal(c->count, 2);
    assert_string_equal(c->first->next->text, "y z");
    assert_int_equal(c->first->next->col, 12);
    assert_null(c->first->next->next);
    assert_null(c->first->key);
    assert_string_equal(yaml_get(b, "d")->text, "");
    assert_int_equal(yaml_get(b, "d")->line, 4);
    assert_string_equal(yaml_get(doc.root, "e")->text, "two words\n");
    assert_null(yaml_get(doc.root, "f"));
    arena_free(a);
}

/* At the limit of depth a file is read; one deeper it is refused. */
static void depth_is_bounded(void **state)
{
    (void)state;
    arena *a = arena_new();
    yaml_document doc;
    antler_error err;
    assert_int_equal(parse(a, "a: [[[[[[[[[[[[[[[x]]]]]]]]]]]]]]]", &doc, &err), ANTLER_OK);
    assert_int_equal(parse(a, "a: [[[[[[[[[[[[[[[[x]]]]]]]]]]]]]]]]", &doc, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "t.yaml:1:19: nested too deeply");
    arena_free(a);
}

/* The square of a mapping's keys is paid for duplicates, so their number is bounded. */
static void keys_are_bounded(void **state)
{
    (void)state;
    arena *a = arena_new();
    yaml_document doc;
    antler_error err;
    char text[1100 * 16];
    size_t used = 0;
    for (int i = 0; i < 1100; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "key%d: 1\n", i);
    assert_int_equal(parse(a, text, &doc, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "t.yaml:1025:1: too many keys in one mapping");
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_know_their_place),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(keys_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
