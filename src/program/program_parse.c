/* Reading a program back, line by line: the keyword of a line says what it adds to. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "program/program_text.h"
#include "program/program_words.h"

enum {
    MOST_OPS = 65536,                     /* some 20 times the longest program known */
    LONGEST_WORD = PROGRAM_MOST_NAME + 1, /* with its end */
    SHORTEST_OP = 20                      /* letters of an operator's line */
};

typedef struct parser {
    const char *file;
    const char *at; /* next character */
    unsigned line;
    uint64_t most_ops; /* that a text of this length can hold */
    arena *a;
    antler_error *err;
    program *p;
    program_op *op; /* the operator being read */
    phase *phase;   /* the phase being read */
    uint32_t ops_read;
} parser;

static antler_status wrong(const parser *r, const char *expected)
{
    return err_at(r->err, ANTLER_BAD_INPUT, r->file, r->line, 0, "expected %s", expected);
}

/* The next word of this line, empty at its end, and its length. One that is too long is cut, and is then no keyword and
 * no number. */
static size_t next_word(parser *r, char *word)
{
    size_t length = 0;
    while (*r->at == ' ')
        r->at++;
    for (; *r->at && *r->at != ' ' && *r->at != '\n'; r->at++, length++)
        if (length + 1 < LONGEST_WORD)
            word[length] = *r->at;
    word[length < LONGEST_WORD ? length : LONGEST_WORD - 1] = '\0';
    return length;
}

static antler_status expect(parser *r, const char *keyword)
{
    char word[LONGEST_WORD];
    (void)next_word(r, word);
    return strcmp(word, keyword) == 0 ? ANTLER_OK : wrong(r, keyword);
}

static bool to_number(const char *word, uint64_t *out, const char **rest)
{
    char *end = NULL;
    errno = 0;
    if (*word < '0' || *word > '9')
        return false;
    *out = strtoull(word, &end, 10);
    *rest = end;
    return errno == 0;
}

static antler_status read_number(parser *r, uint64_t most, uint64_t *out)
{
    char word[LONGEST_WORD];
    const char *rest = NULL;
    (void)next_word(r, word);
    if (!to_number(word, out, &rest) || *rest != '\0' || *out > most)
        return err_at(r->err, ANTLER_BAD_INPUT, r->file, r->line, 0, "expected a whole number, at most %llu",
                      (unsigned long long)most);
    return ANTLER_OK;
}

/* `keyword` and its number. */
static antler_status read_field(parser *r, const char *keyword, uint64_t most, uint64_t *out)
{
    antler_status st = expect(r, keyword);
    return st == ANTLER_OK ? read_number(r, most, out) : st;
}

static antler_status read_field32(parser *r, const char *keyword, uint32_t *out)
{
    uint64_t number = 0;
    antler_status st = read_field(r, keyword, UINT32_MAX, &number);
    if (st == ANTLER_OK)
        *out = (uint32_t)number;
    return st;
}

static antler_status read_double(parser *r, const char *keyword, double *out)
{
    char word[LONGEST_WORD];
    char *end = NULL;
    antler_status st = expect(r, keyword);
    if (st != ANTLER_OK)
        return st;
    (void)next_word(r, word);
    *out = strtod(word, &end);
    return end != word && *end == '\0' && *out >= 0 && *out < 1e300 ? ANTLER_OK : wrong(r, "a number of zero or more");
}

/* An operator's number, or -1. */
static antler_status read_index(parser *r, const char *keyword, int32_t *out)
{
    antler_status st = expect(r, keyword);
    char word[LONGEST_WORD];
    if (st != ANTLER_OK)
        return st;
    (void)next_word(r, word);
    uint64_t number = 0;
    const char *rest = NULL;
    if (strcmp(word, "-1") == 0) {
        *out = -1;
        return ANTLER_OK;
    }
    if (!to_number(word, &number, &rest) || *rest != '\0' || number > MOST_OPS)
        return wrong(r, "a number, or -1");
    *out = (int32_t)number;
    return ANTLER_OK;
}

static antler_status read_choice(parser *r, const char *const *words, const char *expected, int *out)
{
    char word[LONGEST_WORD];
    (void)next_word(r, word);
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], word) == 0) {
            *out = i;
            return ANTLER_OK;
        }
    return wrong(r, expected);
}

/* `12`, `12*`, `12x`, `12x*`: an extent, the side of the grid that it lies along, `*` where its cores form a group. */
static bool read_axis(const char *word, traffic_axis *out)
{
    uint64_t extent = 0;
    const char *rest = NULL;
    if (!to_number(word, &extent, &rest) || extent == 0 || extent > UINT32_MAX)
        return false;
    *out = (traffic_axis){.extent = (uint32_t)extent};
    for (uint8_t side = SIDE_X; side <= SIDE_Y; side++)
        if (*rest == *side_words[side]) {
            out->side = side;
            rest++;
            break;
        }
    out->member = *rest == '*';
    return *(out->member ? rest + 1 : rest) == '\0';
}

/* Axes up to the end of the line. */
static antler_status read_axes(parser *r, traffic *t)
{
    char word[LONGEST_WORD];
    for ((void)next_word(r, word); word[0] != '\0'; (void)next_word(r, word))
        if (t->naxes == TRAFFIC_MAX_AXES || !read_axis(word, &t->axes[t->naxes++]))
            return wrong(r, "at most 12 axes, each a number of parts, x or y where it lies along a side, * in a group");
    return ANTLER_OK;
}

static antler_status read_traffic(parser *r, traffic *t)
{
    int pattern = 0;
    *t = (traffic){0};
    antler_status st = read_choice(r, pattern_words, "a traffic pattern (shift, spread, hbm-load, ...)", &pattern);
    t->pattern = (traffic_pattern)pattern;
    if (st == ANTLER_OK)
        st = read_field(r, "bytes", UINT64_MAX, &t->bytes);
    if (st == ANTLER_OK)
        st = read_field(r, "unique", UINT64_MAX, &t->unique);
    if (st == ANTLER_OK)
        st = read_field(r, "chip", UINT64_MAX, &t->chip_bytes);
    if (st == ANTLER_OK)
        st = read_field32(r, "ring", &t->ring);
    if (st == ANTLER_OK)
        st = expect(r, "axes");
    return st == ANTLER_OK ? read_axes(r, t) : st;
}

static antler_status read_kernel(parser *r, phase *ph)
{
    int kind = 0;
    antler_status st = expect(r, "kernel");
    if (st == ANTLER_OK)
        st = read_choice(r, kernel_words, "a kernel (matmul, binary, unary, sum, pick)", &kind);
    ph->kernel.kind = (op_kind)kind;
    uint64_t *const sizes[] = {&ph->kernel.batch, &ph->kernel.m, &ph->kernel.n, &ph->kernel.k};
    for (size_t i = 0; i < 4 && st == ANTLER_OK; i++)
        st = read_number(r, UINT64_MAX, sizes[i]);
    return st == ANTLER_OK ? read_double(r, "element", &ph->kernel.element_bytes) : st;
}

static antler_status read_phase(parser *r)
{
    if (!r->op || r->op->nphases == PROGRAM_MAX_PHASES)
        return wrong(r, "an operator with at most 6 phases");
    int kind = 0;
    if (!r->op->phases)
        r->op->phases = ARENA_ARRAY(r->a, phase, PROGRAM_MAX_PHASES);
    if (!r->op->phases)
        return err_no_memory(r->err);
    r->phase = &r->op->phases[r->op->nphases++];
    antler_status st = read_choice(r, phase_words, "a phase (relayout, redistribute, compute, reduce, store)", &kind);
    r->phase->kind = (phase_kind)kind;
    if (st == ANTLER_OK)
        st = read_field32(r, "syncs", &r->phase->syncs);
    while (*r->at == ' ')
        r->at++;
    if (st != ANTLER_OK || *r->at == '\n' || *r->at == '\0')
        return st;
    st = read_field32(r, "steps", &r->phase->steps);
    return st == ANTLER_OK ? read_kernel(r, r->phase) : st;
}

/* Operators up to the word `end`. */
static antler_status read_ops(parser *r, const char *end, uint32_t *ops, uint8_t *count)
{
    char word[LONGEST_WORD];
    for ((void)next_word(r, word); strcmp(word, end) != 0; (void)next_word(r, word)) {
        uint64_t op = 0;
        const char *rest = NULL;
        if (*count == GRAPH_MAX_OPERANDS || !to_number(word, &op, &rest) || *rest || op > MOST_OPS)
            return wrong(r, "at most 4 operators");
        ops[(*count)++] = (uint32_t)op;
    }
    return ANTLER_OK;
}

/* `needs 3 4 gate`, or `gate` alone. */
static antler_status read_needs(parser *r)
{
    char word[LONGEST_WORD];
    (void)next_word(r, word);
    if (strcmp(word, "needs") == 0)
        return read_ops(r, "gate", r->op->needs, &r->op->nneeds);
    return strcmp(word, "gate") == 0 ? ANTLER_OK : wrong(r, "needs or gate");
}

static antler_status read_preload(parser *r)
{
    if (!r->op)
        return wrong(r, "an operator before its preload");
    int kind = 0;
    antler_status st = read_field(r, "sram", UINT64_MAX, &r->op->preload_sram);
    if (st == ANTLER_OK)
        st = read_needs(r);
    if (st == ANTLER_OK)
        st = read_choice(r, gate_words, "a gate (any-time, after-start N, after-end N)", &kind);
    r->op->gate.kind = (gate_kind)kind;
    uint64_t op = 0;
    if (st == ANTLER_OK && kind != GATE_NONE)
        st = read_number(r, MOST_OPS, &op);
    r->op->gate.op = (uint32_t)op;
    return st == ANTLER_OK ? read_traffic(r, &r->op->preload) : st;
}

static antler_status read_execute(parser *r)
{
    if (!r->op)
        return wrong(r, "an operator before its execute");
    antler_status st = read_field(r, "sram", UINT64_MAX, &r->op->execute_sram);
    if (st == ANTLER_OK)
        st = read_field(r, "hold", UINT64_MAX, &r->op->hold_sram);
    if (st == ANTLER_OK)
        st = read_index(r, "until", &r->op->hold_until);
    if (st == ANTLER_OK)
        st = expect(r, "reads");
    return st == ANTLER_OK ? read_ops(r, "", r->op->inputs, &r->op->ninputs) : st;
}

static antler_status read_op(parser *r)
{
    uint64_t number = 0;
    char word[LONGEST_WORD];
    antler_status st = r->p ? read_number(r, MOST_OPS, &number) : wrong(r, "'program ops N' first");
    if (st != ANTLER_OK)
        return st;
    if (number != r->ops_read || r->ops_read == r->p->nops)
        return wrong(r, "operators 0, 1, 2, ... in order, as many as the first line says");
    r->op = &r->p->ops[r->ops_read++];
    r->phase = NULL;
    size_t length = next_word(r, word);
    if (length == 0 || length > PROGRAM_MOST_NAME)
        return wrong(r, "a name of 1 to 127 letters");
    r->op->name = arena_strdup(r->a, word);
    if (!r->op->name)
        return err_no_memory(r->err);
    st = read_index(r, "layer", &r->op->layer);
    return st == ANTLER_OK ? read_double(r, "flops", &r->op->flops) : st;
}

static antler_status read_program(parser *r)
{
    uint64_t count = 0;
    antler_status st = r->p ? wrong(r, "one program") : read_field(r, "ops", MOST_OPS, &count);
    if (st != ANTLER_OK)
        return st;
    if (count > r->most_ops)
        return wrong(r, "no more operators than the text has lines for");
    r->p = ARENA_ARRAY(r->a, program, 1);
    if (!r->p)
        return err_no_memory(r->err);
    r->p->nops = (uint32_t)count;
    r->p->ops = ARENA_ARRAY(r->a, program_op, count);
    r->p->preload_order = ARENA_ARRAY(r->a, uint32_t, count);
    return r->p->ops && r->p->preload_order ? ANTLER_OK : err_no_memory(r->err);
}

static antler_status read_preloads(parser *r)
{
    char word[LONGEST_WORD];
    if (!r->p)
        return wrong(r, "'program ops N' first");
    for ((void)next_word(r, word); word[0] != '\0'; (void)next_word(r, word)) {
        uint64_t op = 0;
        const char *rest = NULL;
        if (r->p->npreloads == r->p->nops || !to_number(word, &op, &rest) || *rest || op >= r->p->nops)
            return wrong(r, "operators of this program, each once");
        r->p->preload_order[r->p->npreloads++] = (uint32_t)op;
    }
    return ANTLER_OK;
}

static antler_status read_phase_traffic(parser *r)
{
    if (!r->phase || r->phase->ntraffic == PROGRAM_MAX_TRAFFIC)
        return wrong(r, "a phase with at most 4 kinds of traffic");
    return read_traffic(r, &r->phase->traffic[r->phase->ntraffic++]);
}

static antler_status read_line(parser *r)
{
    static const struct {
        const char *keyword;
        antler_status (*read)(parser *r);
    } lines[] = {{"program", read_program},  {"op", read_op},       {"preload", read_preload},
                 {"execute", read_execute},  {"phase", read_phase}, {"traffic", read_phase_traffic},
                 {"preloads", read_preloads}};
    char word[LONGEST_WORD];
    (void)next_word(r, word);
    if (word[0] == '#')
        r->at = strchr(r->at, '\n') ? strchr(r->at, '\n') : r->at + strlen(r->at);
    if (word[0] == '\0' || word[0] == '#')
        return ANTLER_OK;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (strcmp(lines[i].keyword, word) == 0)
            return lines[i].read(r);
    return wrong(r, "program, op, preload, execute, phase, traffic or preloads");
}

/* Past the end of a line that has been read whole. */
static antler_status end_line(parser *r)
{
    char word[LONGEST_WORD];
    (void)next_word(r, word);
    if (word[0] != '\0' && word[0] != '#')
        return wrong(r, "nothing more on this line");
    const char *end = strchr(r->at, '\n');
    r->at = end ? end + 1 : r->at + strlen(r->at);
    r->line++;
    return ANTLER_OK;
}

antler_status program_parse(const char *text, const char *file, arena *a, program **out, antler_error *err)
{
    parser r = {.file = file, .at = text, .line = 1, .most_ops = strlen(text) / SHORTEST_OP, .a = a, .err = err};
    antler_status st = ANTLER_OK;
    while (st == ANTLER_OK && *r.at != '\0') {
        st = read_line(&r);
        if (st == ANTLER_OK)
            st = end_line(&r);
    }
    if (st == ANTLER_OK && (!r.p || r.ops_read != r.p->nops))
        st = wrong(&r, "as many operators as the first line says");
    if (st == ANTLER_OK)
        *out = r.p;
    return st;
}
