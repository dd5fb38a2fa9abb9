/* Reads by growing a buffer rather than by asking for the size: pipes and /dev/stdin have none. */
#include "base/io.h"

#include "base/error.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BYTES = 4096 };

typedef struct buffer {
    char *data;
    size_t used, size;
} buffer;

static antler_status read_all(FILE *file, const char *path, buffer *b, antler_error *err)
{
    for (;;) {
        if (b->size - b->used < 2) {
            size_t size = b->size ? 2 * b->size : FIRST_BYTES;
            char *grown = realloc(b->data, size);
            if (!grown)
                return err_no_memory(err);
            b->data = grown;
            b->size = size;
        }
        errno = 0;
        size_t got = fread(b->data + b->used, 1, b->size - b->used - 1, file);
        b->used += got;
        if (ferror(file))
            return err_at(err, ANTLER_IO, path, 0, 0, "cannot be read: %s", strerror(errno ? errno : EIO));
        if (got == 0)
            break;
        if (b->used > IO_FILE_LIMIT)
            return err_at(err, ANTLER_BAD_INPUT, path, 0, 0, "is larger than %zu MiB; is this the right file?",
                          IO_FILE_LIMIT >> 20);
    }
    b->data[b->used] = '\0';
    return ANTLER_OK;
}

/* Length of the UTF-8 character in the `size` bytes at s, 0 when it is none: overlong forms, surrogates and NUL are
 * none. */
static size_t character_length(const unsigned char *s, size_t size)
{
    static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (s[0] < 0x80)
        return s[0] != 0;
    size_t length = s[0] >= 0xf8 ? 0 : s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : s[0] >= 0xc0 ? 2 : 0;
    if (length == 0 || length > size)
        return 0;
    unsigned long code = s[0] & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (s[i] & 0x3f);
    }
    return code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0 : length;
}

antler_status io_check_text(const char *path, const char *text, size_t size, antler_error *err)
{
    const unsigned char *s = (const unsigned char *)text, *end = s + size;
    unsigned line = 1;
    while (s < end) {
        size_t length = character_length(s, (size_t)(end - s));
        if (length == 0)
            return err_at(err, ANTLER_BAD_INPUT, path, line, 0, "is not UTF-8 text (byte 0x%02x)", *s);
        line += *s == '\n';
        s += length;
    }
    return ANTLER_OK;
}

antler_status io_read_text(const char *path, char **text, size_t *size, antler_error *err)
{
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (!file && errno == ENOMEM)
        return err_no_memory(err);
    if (!file)
        return err_at(err, ANTLER_IO, path, 0, 0, "cannot be opened: %s", strerror(errno));
    buffer b = {NULL, 0, 0};
    antler_status status = read_all(file, path, &b, err);
    (void)fclose(file);
    if (!status)
        status = io_check_text(path, b.data, b.used, err);
    if (status) {
        free(b.data);
        return status;
    }
    *text = b.data;
    *size = b.used;
    return ANTLER_OK;
}
