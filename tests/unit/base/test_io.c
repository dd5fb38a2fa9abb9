#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"

static char path[] = "/tmp/antler_io_XXXXXX";

static int make_file(void **state)
{
    (void)state;
    int fd = mkstemp(path);
    return fd < 0 || close(fd) ? -1 : 0;
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

static void write_file(const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void reads_every_size(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 4094, 4095, 4096, 4097, 8191, 8192, 100000};
    char *data = malloc(100000);
    assert_non_null(data);
    for (size_t i = 0; i < 100000; i++)
        data[i] = (char)('a' + i % 26);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char *text;
        size_t size;
        write_file(data, sizes[i]);
        assert_int_equal(io_read_text(path, &text, &size, NULL), ANTLER_OK);
        assert_int_equal(size, sizes[i]);
        assert_memory_equal(text, data, size);
        assert_int_equal(text[size], '\0');
        free(text);
    }
    free(data);
}

static void refuse(const void *data, size_t size, const char *message)
{
    char *text = NULL;
    size_t got;
    antler_error err;
    write_file(data, size);
    assert_int_equal(io_read_text(path, &text, &got, &err), ANTLER_BAD_INPUT);
    assert_null(text);
    assert_memory_equal(err.message, path, strlen(path));
    assert_string_equal(err.message + strlen(path), message);
}

static void refuses_what_is_not_text(void **state)
{
    (void)state;
    char *text;
    size_t size;
    refuse("a\nb\0c", 5, ":2: is not UTF-8 text (byte 0x00)");
    refuse("a\n\n\xff", 4, ":3: is not UTF-8 text (byte 0xff)");
    refuse("\xc0\x80", 2, ":1: is not UTF-8 text (byte 0xc0)");         /* overlong NUL */
    refuse("\xed\xa0\x80", 3, ":1: is not UTF-8 text (byte 0xed)");     /* surrogate */
    refuse("\xf4\x90\x80\x80", 4, ":1: is not UTF-8 text (byte 0xf4)"); /* above U+10FFFF */
    refuse("\xe2\x82", 2, ":1: is not UTF-8 text (byte 0xe2)");         /* cut short */
    write_file("\xc2\xb5s \xe2\x82\xac \xf0\x9f\x98\x80", 12);          /* 2, 3 and 4 bytes */
    assert_int_equal(io_read_text(path, &text, &size, NULL), ANTLER_OK);
    free(text);
}

static void reports_the_system_s_reason(void **state)
{
    (void)state;
    char *text;
    size_t size;
    antler_error err;
    assert_int_equal(io_read_text("/nonexistent/x", &text, &size, &err), ANTLER_IO);
    assert_string_equal(err.message, "/nonexistent/x: cannot be opened: No such file or directory");
    assert_int_equal(io_read_text("/tmp", &text, &size, &err), ANTLER_IO);
    assert_string_equal(err.message, "/tmp: cannot be read: Is a directory");
    assert_int_equal(io_read_text("/dev/zero", &text, &size, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "/dev/zero: is larger than 16 MiB; is this the right file?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_size),
        cmocka_unit_test(refuses_what_is_not_text),
        cmocka_unit_test(reports_the_system_s_reason),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
