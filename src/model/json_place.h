/* Where things stand in a JSON text: jansson gives positions of syntax errors only. */
#ifndef MODEL_JSON_PLACE_H
#define MODEL_JSON_PLACE_H

#include <stdbool.h>
#include <stddef.h>

/* Counted from 1; columns in bytes. */
typedef struct json_place {
    unsigned line, column;
} json_place;

/* The key of the outermost object, spelled without escapes; {1, 0} when it is not there. */
json_place json_key_place(const char *text, size_t size, const char *key);

/* The first bracket that opens a level deeper than `levels`; false when there is none. */
bool json_deeper_than(const char *text, size_t size, unsigned levels, json_place *out);

#endif
