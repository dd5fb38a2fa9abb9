/* A scan that knows strings and brackets and nothing else; it is told texts that may be malformed. */
#include "model/json_place.h"

#include <string.h>

typedef struct scan {
    const char *text;
    size_t size, at;
    json_place place; /* of text[at] */
    unsigned depth;   /* brackets open before text[at] */
} scan;

static void step(scan *s)
{
    if (s->text[s->at++] == '\n') {
        s->place.line++;
        s->place.column = 1;
    } else {
        s->place.column++;
    }
}

/* From an opening quote to behind the closing one. */
static void skip_string(scan *s)
{
    step(s);
    while (s->at < s->size && s->text[s->at] != '"') {
        if (s->text[s->at] == '\\' && s->at + 1 < s->size)
            step(s);
        step(s);
    }
    if (s->at < s->size)
        step(s);
}

/* To behind the next token: a string, or one character. */
static void skip_token(scan *s)
{
    char c = s->text[s->at];
    if (c == '"') {
        skip_string(s);
        return;
    }
    if (c == '{' || c == '[')
        s->depth++;
    if ((c == '}' || c == ']') && s->depth > 0)
        s->depth--;
    step(s);
}

static bool colon_follows(const scan *s)
{
    size_t at = s->at;
    while (at < s->size && strchr(" \t\r\n", s->text[at]) && s->text[at])
        at++;
    return at < s->size && s->text[at] == ':';
}

json_place json_key_place(const char *text, size_t size, const char *key)
{
    scan s = {.text = text, .size = size, .place = {1, 1}};
    size_t length = strlen(key);
    while (s.at < s.size) {
        json_place start = s.place;
        const char *token = text + s.at;
        bool outermost = s.depth == 1 && *token == '"';
        skip_token(&s);
        size_t token_length = (size_t)(text + s.at - token);
        if (outermost && token_length == length + 2 && memcmp(token + 1, key, length) == 0 && colon_follows(&s))
            return start;
    }
    return (json_place){1, 0};
}

bool json_deeper_than(const char *text, size_t size, unsigned levels, json_place *out)
{
    scan s = {.text = text, .size = size, .place = {1, 1}};
    while (s.at < s.size) {
        json_place start = s.place;
        skip_token(&s);
        if (s.depth > levels) {
            *out = start;
            return true;
        }
    }
    return false;
}
