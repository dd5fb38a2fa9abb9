/* strtod and printf follow the locale; these do not. The C locale is made on the fly: glibc hands out a constant for
 * it, so nothing is allocated or kept. */
#include "base/number.h"

#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char *skip_digits(const char *s)
{
    while (isdigit((unsigned char)*s))
        s++;
    return s;
}

/* The end of the number at `s` by the grammar of the header, or NULL. */
static const char *scan(const char *s)
{
    if (*s == '-' || *s == '+')
        s++;
    const char *whole = s;
    s = skip_digits(s);
    size_t digits = (size_t)(s - whole);
    if (*s == '.') {
        const char *fraction = ++s;
        s = skip_digits(s);
        digits += (size_t)(s - fraction);
    }
    if (digits == 0)
        return NULL;
    if (*s == 'e' || *s == 'E') {
        const char *exponent = s + 1 + (s[1] == '-' || s[1] == '+');
        if (isdigit((unsigned char)*exponent))
            s = skip_digits(exponent);
    }
    return s;
}

bool number_parse(const char *text, const char **end, double *out)
{
    const char *stop = scan(text);
    if (!stop)
        return false;
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (c == (locale_t)0)
        return false;
    char *reached;
    double value = strtod_l(text, &reached, c);
    freelocale(c);
    /* "0x1" scans as "0" but strtod reads it as hex. */
    if (reached != stop || !isfinite(value))
        return false;
    *end = stop;
    *out = value;
    return true;
}

void number_format(double value, int digits, char *text, size_t size)
{
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t old = c == (locale_t)0 ? c : uselocale(c);
    (void)snprintf(text, size, "%.*g", digits, value);
    if (c != (locale_t)0) {
        (void)uselocale(old);
        freelocale(c);
    }
}
