/* Numbers as text, the same in every locale: a program that embeds the library may have set one with decimal commas. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/* The decimal number at the start of `text` (sign, digits, point, exponent; no hex, infinity or NaN); `*end` is the
 * first character after it. False when there is none or it does not fit a double. */
bool number_parse(const char *text, const char **end, double *out);

/* `value` with `digits` significant digits (1 to 17), as printf's %g. */
void number_format(double value, int digits, char *text, size_t size);

#endif
