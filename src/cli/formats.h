/* --csv, --json, --markdown: the same options in every command that prints rows. */
#ifndef CLI_FORMATS_H
#define CLI_FORMATS_H

#include "args.h"

/* Table rows for a command's options. */
#define FORMAT_OPTIONS                                                                                                 \
    {"csv", 0x2000 + ANTLER_CSV, NULL, 0, "print comma-separated values, every bit of a number kept", 0},              \
        {"json", 0x2000 + ANTLER_JSON, NULL, 0, "print an array of objects", 0},                                       \
    {                                                                                                                  \
        "markdown", 0x2000 + ANTLER_MARKDOWN, NULL, 0, "print a Markdown table", 0                                     \
    }

/* Is `key` one of them? Then *format is set. */
int format_option(int key, antler_format *format);

#endif
