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

static antler_status check_text(const char *path, const buffer *b, antler_error *err)
{
    const char *nul = memchr(b->data, '\0', b->used);
    if (!nul)
        return ANTLER_OK;
    unsigned line = 1;
    for (const char *s = b->data; s < nul; s++)
        line += *s == '\n';
    return err_at(err, ANTLER_BAD_INPUT, path, line, 0, "holds a NUL byte; a text file is needed");
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
        status = check_text(path, &b, err);
    if (status) {
        free(b.data);
        return status;
    }
    *text = b.data;
    *size = b.used;
    return ANTLER_OK;
}
