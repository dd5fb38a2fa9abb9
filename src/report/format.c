/* The formats that query, pareto and show share. */
#include "report/format.h"

#include <errno.h>
#include <string.h>

#include "base/error.h"

static const format_ops *const formats[] = {
    [ANTLER_TABLE] = &format_table,
    [ANTLER_CSV] = &format_csv,
    [ANTLER_JSON] = &format_json,
    [ANTLER_MARKDOWN] = &format_markdown,
};

antler_status writer_open(writer *w, antler_format format, FILE *out, size_t count, const column *columns,
                          arena *memory, antler_error *err)
{
    if ((int)format < 0 || format > ANTLER_MARKDOWN)
        return err_set(err, ANTLER_BAD_INPUT, "unknown output format %d", (int)format);
    *w = (writer){.ops = formats[format], .out = out, .memory = memory, .count = count, .columns = columns};
    return w->ops->begin(w, err);
}

antler_status writer_row(writer *w, const cell *cells, antler_error *err)
{
    antler_status status = w->ops->row(w, cells, err);
    w->rows++;
    return status;
}

antler_status writer_close(writer *w, antler_error *err)
{
    antler_status status = w->ops->end(w, err);
    if (status == ANTLER_OK && (fflush(w->out) != 0 || ferror(w->out)))
        return err_set(err, ANTLER_IO, "output could not be written: %s", strerror(errno));
    return status;
}

size_t text_width(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80; /* continuation bytes of UTF-8 take no room */
    return width;
}
