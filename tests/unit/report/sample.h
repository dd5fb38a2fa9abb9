/* A small results database with the tables that reports rely on, for tests that need no sweep. */
#ifndef TESTS_REPORT_SAMPLE_H
#define TESTS_REPORT_SAMPLE_H

#include <stddef.h>

/* Make `path` anew and run `sql` in it after the tables exist; fails the test when SQLite does. */
void sample_make(const char *path, const char *sql);

/* What `write` printed to a stream, in `text`. */
#define SAMPLE_CAPTURE(text, statement)                                                                                \
    do {                                                                                                               \
        FILE *out = fmemopen((text), sizeof(text), "w");                                                               \
        assert_non_null(out);                                                                                          \
        statement;                                                                                                     \
        fclose(out);                                                                                                   \
    } while (0)

#endif
