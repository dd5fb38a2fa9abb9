/* The named queries of `antler query`. */
#ifndef REPORT_NAMED_H
#define REPORT_NAMED_H

#include <stdio.h>

#include <antler/report.h>

#include "base/error.h"

/* NULL when there is none of this name. */
const antler_named_query *named_find(const char *name);

/* ANTLER_BAD_INPUT when `text` can only be meant as a name, and is not one. */
antler_status named_check(const char *text, antler_error *err);

#endif
