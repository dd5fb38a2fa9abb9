/* Places of keys and of deep brackets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "model/json_place.h"

static void expect_key(const char *text, const char *key, unsigned line, unsigned column)
{
    json_place p = json_key_place(text, strlen(text), key);
    assert_int_equal(p.line, line);
    assert_int_equal(p.column, column);
}

static void keys(void **state)
{
    (void)state;
    expect_key("{\"a\": 1}", "a", 1, 2);
    expect_key("{\n  \"b\": 1,\n\t\"a\" : 2}", "a", 3, 2);
    expect_key("{\"b\": \"a\", \"a\": 1}", "a", 1, 12);                     /* a value is no key */
    expect_key("{\"b\": {\"a\": 1},\n\"a\": 1}", "a", 2, 1);                /* nor is a key further in */
    expect_key("{\"b\": [\"a\", \"x\\\"a\\\": \"],\n\"a\": 1}", "a", 2, 1); /* nor text in a string */
    expect_key("{\"ab\": 1}", "a", 1, 0);
    expect_key("{\"a", "a", 1, 0);
    expect_key("{\"a\"", "a", 1, 0);
    expect_key("{\"a\\", "a", 1, 0);
    expect_key("", "a", 1, 0);
    expect_key("]]}{\"a\":", "a", 1, 5);
}

static void levels(void **state)
{
    (void)state;
    json_place p = {0, 0};
    const char *three = "{\"a\":\n [[1]]}";
    assert_false(json_deeper_than(three, strlen(three), 3, &p));
    assert_true(json_deeper_than(three, strlen(three), 2, &p));
    assert_int_equal(p.line, 2);
    assert_int_equal(p.column, 3);
    assert_false(json_deeper_than("[\"[[[\"]", 7, 1, &p)); /* brackets in a string open nothing */
    assert_false(json_deeper_than("[][][]", 6, 1, &p));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(keys), cmocka_unit_test(levels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
