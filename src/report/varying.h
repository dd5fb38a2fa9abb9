/* Which inputs differ among rows: the axes that a sweep turned. */
#ifndef REPORT_VARYING_H
#define REPORT_VARYING_H

#include "report/database.h"

/* Inputs are the columns of `results` before `status`, the id apart; their number, counted with the id. */
size_t inputs_end(const database *db);

/* (*out)[c]: does column c, an input, differ among the rows with status ok that `where` selects? In the database's
 * memory. One scan. */
antler_status varying_inputs(database *db, const char *where, bool **out, antler_error *err);

#endif
