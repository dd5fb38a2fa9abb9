/* A picture on disk by way of gnuplot: FILE.dat and FILE.gp beside FILE.svg, .png or .pdf. */
#ifndef REPORT_GNUPLOT_H
#define REPORT_GNUPLOT_H

#include "report/picture.h"

/* ANTLER_BAD_INPUT: an ending that no terminal draws; ANTLER_IO: a file cannot be written, or gnuplot is missing or
 * fails. The script runs again by itself from its folder: gnuplot FILE.gp. */
antler_status gnuplot_draw(const picture *p, const char *output, arena *a, antler_error *err);

/* Check the ending before any work is done. */
antler_status gnuplot_check_output(const char *output, antler_error *err);

#endif
