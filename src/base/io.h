/* Whole files into memory. */
#ifndef BASE_IO_H
#define BASE_IO_H

#include <stddef.h>

#include <antler/error.h>

/* No input file of ours is near this; a larger one is a mistake (a database, a device). */
#define IO_FILE_LIMIT ((size_t)16 * 1024 * 1024)

/* All of a text file, NUL-terminated, to be freed by the caller. ANTLER_IO with the system's reason when it cannot be
 * read; ANTLER_BAD_INPUT when it is larger than IO_FILE_LIMIT or is not UTF-8 (the line is named; NUL is refused too).
 */
antler_status io_read_text(const char *path, char **text, size_t *size, antler_error *err);

/* ANTLER_BAD_INPUT at the first line that is not UTF-8; a NUL byte is refused too. */
antler_status io_check_text(const char *path, const char *text, size_t size, antler_error *err);

#endif
