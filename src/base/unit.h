/* Quantities as users write them: "624 KiB", "1.325 GHz", "4 TB/s", "118 cycles".
 * KiB is 1024, KB is 1000; rates need "/s" or "/cycle". A bare number is an error for every unit but UNIT_ONE. */
#ifndef BASE_UNIT_H
#define BASE_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include <antler/error.h>

typedef enum unit {
    UNIT_ONE,    /* a plain number */
    UNIT_BYTE,   /* B KB MB GB TB KiB MiB GiB TiB -> bytes */
    UNIT_BPS,    /* bytes per second; B/cycle is kept per cycle */
    UNIT_HERTZ,  /* Hz kHz MHz GHz */
    UNIT_SECOND, /* ns us ms s; cycles is kept in cycles */
    UNIT_NM,     /* nm */
    UNIT_MM2,    /* um2 mm2 */
    UNIT_WATT,   /* uW mW W kW */
    UNIT_USD,    /* USD */
    UNIT_JOULE,  /* fJ pJ nJ uJ mJ J */
    UNIT_MM      /* nm um mm */
} unit;

typedef struct quantity {
    double value;   /* in the base unit, or in cycles / bytes per cycle when per_cycle */
    bool per_cycle; /* "118 cycles", "4 B/cycle": scales with the clock */
} quantity;

/* Parse all of `text`. On failure `err` says what is wrong and which units are accepted (no position). */
antler_status unit_parse(const char *text, unit u, quantity *out, antler_error *err);

/* The accepted spellings of a unit, for messages: "B, KB, ..., TiB". */
const char *unit_accepts(unit u);

/* A short text that unit_parse reads back as exactly this value: "1 KiB", "4 TB/s", "118 cycles". */
void unit_format(quantity q, unit u, char *text, size_t size);

#endif
