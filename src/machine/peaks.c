#include "machine/peaks.h"

#include <stdlib.h>
#include <string.h>

/* One side of the grid: which run each column (row) belongs to, and how far each run reaches. */
typedef struct side {
    uint32_t length;                  /* columns (rows) in use */
    uint32_t nruns, per_run;          /* runs, and columns (rows) of each */
    uint32_t *run;                    /* by column (row) */
    uint32_t *low, *high;             /* by run */
    uint32_t *count;                  /* by run; zeros in between */
    uint32_t *trees_low, *trees_high; /* runs by where they end; zeros in between */
} side;

struct peaks {
    uint32_t columns, rows;
    side sides[SIDE_Y + 1];  /* SIDE_X, SIDE_Y */
    uint32_t *points_in_row; /* by row: HBM's */
    uint32_t *points_at;     /* by router */
    uint32_t point_low[SIDE_Y + 1], point_high[SIDE_Y + 1];
    int64_t *moves[2]; /* of shifts, up and down: differences by line and position */
};

static bool side_new(side *s, uint32_t size, arena *a)
{
    s->run = ARENA_ARRAY(a, uint32_t, size);
    s->low = ARENA_ARRAY(a, uint32_t, size);
    s->high = ARENA_ARRAY(a, uint32_t, size);
    s->count = ARENA_ARRAY(a, uint32_t, size);
    s->trees_low = ARENA_ARRAY(a, uint32_t, size);
    s->trees_high = ARENA_ARRAY(a, uint32_t, size);
    return s->run && s->low && s->high && s->count && s->trees_low && s->trees_high;
}

static void note_points(peaks *p, const uint32_t *points, uint32_t npoints)
{
    p->point_low[SIDE_X] = p->columns;
    p->point_low[SIDE_Y] = p->rows;
    for (uint32_t i = 0; i < npoints; i++) {
        const uint32_t at[] = {[SIDE_X] = points[i] % p->columns, [SIDE_Y] = points[i] / p->columns};
        p->points_at[points[i]]++;
        p->points_in_row[at[SIDE_Y]]++;
        for (int d = SIDE_X; d <= SIDE_Y; d++) {
            p->point_low[d] = at[d] < p->point_low[d] ? at[d] : p->point_low[d];
            p->point_high[d] = at[d] > p->point_high[d] ? at[d] : p->point_high[d];
        }
    }
}

peaks *peaks_new(uint32_t columns, uint32_t rows, const uint32_t *points, uint32_t npoints, arena *a)
{
    peaks *p = ARENA_ARRAY(a, peaks, 1);
    if (!p)
        return NULL;
    p->columns = columns;
    p->rows = rows;
    size_t routers = (size_t)columns * rows;
    p->points_in_row = ARENA_ARRAY(a, uint32_t, rows);
    p->points_at = ARENA_ARRAY(a, uint32_t, routers);
    for (int way = 0; way < 2; way++)
        p->moves[way] = ARENA_ARRAY(a, int64_t, routers + columns + rows + 1);
    if (!side_new(&p->sides[SIDE_X], columns, a) || !side_new(&p->sides[SIDE_Y], rows, a) || !p->points_in_row ||
        !p->points_at || !p->moves[0] || !p->moves[1])
        return NULL;
    note_points(p, points, npoints);
    return p;
}

/* By axis: how many of its innermost parts a run of `size` consecutive members takes. False when it is no product. */
static bool runs_of(const traffic *t, uint32_t size, uint32_t *within)
{
    for (uint8_t i = t->naxes; i-- > 0;) {
        uint32_t extent = t->axes[i].extent;
        within[i] = 1;
        if (t->axes[i].side == SIDE_NONE)
            return false;
        if (!t->axes[i].member || size == 1)
            continue;
        if (size % extent != 0 && extent % size != 0)
            return false;
        within[i] = size < extent ? size : extent;
        size /= within[i];
    }
    return size == 1;
}

/* Number the runs along one side. */
static void lay_out(side *s, const traffic *t, const uint32_t *within, uint8_t which)
{
    s->length = 1;
    s->per_run = 1;
    for (uint8_t i = 0; i < t->naxes; i++)
        if (t->axes[i].side == which) {
            s->length *= t->axes[i].extent;
            s->per_run *= within[i];
        }
    s->nruns = s->length / s->per_run;
    for (uint32_t g = 0; g < s->nruns; g++)
        s->low[g] = UINT32_MAX;
    for (uint32_t c = 0; c < s->length; c++) {
        uint32_t left = c, run = 0, stride = 1;
        for (uint8_t i = t->naxes; i-- > 0;) {
            if (t->axes[i].side != which)
                continue;
            uint32_t outside = t->axes[i].extent / within[i];
            run += left % t->axes[i].extent / within[i] * stride;
            stride *= outside;
            left /= t->axes[i].extent;
        }
        s->run[c] = run;
        s->low[run] = s->low[run] == UINT32_MAX ? c : s->low[run];
        s->high[run] = c;
    }
}

static void higher(int64_t *most, int64_t uses)
{
    *most = uses > *most ? uses : *most;
}

/* Sources at or before each link of a line times trees that end beyond it; and the other way. `weight` trees a run. */
static int64_t cross(side *s, const uint32_t *sources, uint32_t size, int64_t weight)
{
    int64_t most = 0, before = 0, behind = 0, beyond = s->nruns, ended = 0;
    for (uint32_t g = 0; g < s->nruns; g++) {
        s->trees_low[s->low[g]]++;
        s->trees_high[s->high[g]]++;
    }
    for (uint32_t i = 0; i < size; i++)
        behind += sources ? sources[i] : i < s->length;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t here = sources ? sources[i] : i < s->length;
        higher(&most, behind * ended);
        behind -= here;
        before += here;
        if (i < s->length) {
            beyond -= s->trees_high[i];
            ended += s->trees_low[i];
            s->trees_low[i] = s->trees_high[i] = 0;
        }
        higher(&most, before * beyond);
    }
    return most * weight;
}

static uint32_t span(const side *s)
{
    uint32_t most = 0;
    for (uint32_t g = 0; g < s->nruns; g++)
        most = s->high[g] - s->low[g] > most ? s->high[g] - s->low[g] : most;
    return most;
}

/* Every part sends to every run. */
static void peak_of_spread(peaks *p, peak *out)
{
    side *x = &p->sides[SIDE_X], *y = &p->sides[SIDE_Y];
    higher(&out->uses, cross(x, NULL, x->length, y->nruns));
    higher(&out->uses, cross(y, NULL, y->length, x->length));
    out->farthest = x->length - 1 + y->length - 1;
}

/* Every attach point sends to every run. Rows with the same points as the row before load the same. */
static void peak_of_load(peaks *p, peak *out)
{
    side *x = &p->sides[SIDE_X], *y = &p->sides[SIDE_Y];
    for (uint32_t row = 0; row < p->rows; row++) {
        const uint32_t *points = p->points_at + (size_t)row * p->columns;
        if (p->points_in_row[row] == 0 ||
            (row > 0 && memcmp(points, points - p->columns, p->columns * sizeof *points) == 0))
            continue;
        higher(&out->uses, cross(x, points, p->columns, y->nruns));
    }
    higher(&out->uses, cross(y, p->points_in_row, p->rows, 1));
    for (int d = SIDE_X; d <= SIDE_Y; d++) {
        uint32_t last = p->sides[d].length - 1, up = 0, down = p->point_high[d];
        if (last > p->point_low[d])
            up = last - p->point_low[d];
        out->farthest += up > down ? up : down;
    }
}

/* Members of a run to the far ends of it, on one line; the other way loads the mirror image, which is the same run. */
static int64_t gather_within(side *s)
{
    int64_t most = 0, now = 0;
    for (uint32_t i = 0; i < s->length; i++) {
        uint32_t g = s->run[i];
        s->count[g]++;
        now++;
        if (i == s->high[g]) {
            now -= s->count[g];
            s->count[g] = 0;
        }
        higher(&most, now);
    }
    for (uint32_t i = s->length; i-- > 0;) {
        uint32_t g = s->run[i];
        s->count[g]++;
        now++;
        if (i == s->low[g]) {
            now -= s->count[g];
            s->count[g] = 0;
        }
        higher(&most, now);
    }
    return most;
}

/* Each member of a run to each other one, on one line: those before a link times those behind it; both ways alike. */
static int64_t pairs_within(side *s)
{
    int64_t most = 0, now = 0;
    for (uint32_t i = 0; i < s->length; i++) {
        uint32_t *before = &s->count[s->run[i]];
        now -= (int64_t)*before * (s->per_run - *before);
        ++*before;
        now += (int64_t)*before * (s->per_run - *before);
        higher(&most, now);
    }
    for (uint32_t g = 0; g < s->nruns; g++)
        s->count[g] = 0;
    return most;
}

/* A tree of each member: along its row once, then along the columns of its run. */
static void peak_of_gather(peaks *p, bool multicast, peak *out)
{
    side *x = &p->sides[SIDE_X], *y = &p->sides[SIDE_Y];
    if (multicast) {
        higher(&out->uses, gather_within(x));
        higher(&out->uses, gather_within(y) * x->per_run);
    } else {
        higher(&out->uses, pairs_within(x) * y->per_run);
        higher(&out->uses, pairs_within(y) * x->per_run);
    }
    out->farthest = span(x) + span(y);
}

/* Where member `index` of the first run is along a side, and its number there. */
static uint32_t member_at(const traffic *t, const uint32_t *within, uint32_t index, uint8_t which, uint32_t *number)
{
    uint32_t at = 0, stride = 1, numbers = 1;
    *number = 0;
    for (uint8_t i = t->naxes; i-- > 0;) {
        uint32_t digit = index % within[i];
        index /= within[i];
        if (t->axes[i].side != which)
            continue;
        at += digit * stride;
        stride *= t->axes[i].extent;
        *number += digit * numbers;
        numbers *= within[i];
    }
    return at;
}

/* One move along line `line` of a side, in all runs; differences. */
static void add_move(peaks *p, const side *s, uint32_t line, uint32_t from, uint32_t to)
{
    int64_t *moves = p->moves[to < from] + (size_t)line * (s->length + 1);
    uint32_t low = from < to ? from : to, high = from < to ? to : from;
    if (low == high)
        return;
    for (uint32_t g = 0; g < s->nruns; g++) {
        moves[s->low[g] + low]++;
        moves[s->low[g] + high]--;
    }
}

/* The fullest link of `lines` lines; clears them. */
static int64_t fullest(peaks *p, const side *s, uint32_t lines)
{
    int64_t most = 0;
    for (int way = 0; way < 2; way++) {
        int64_t *moves = p->moves[way];
        for (uint32_t line = 0; line < lines; line++, moves += s->length + 1) {
            int64_t now = 0;
            for (uint32_t i = 0; i < s->length; i++) {
                now += moves[i];
                higher(&most, now);
            }
            memset(moves, 0, (s->length + 1) * sizeof *moves);
        }
    }
    return most;
}

/* Each member to the next: along the row of the one, then the column of the other. */
static void peak_of_shift(peaks *p, const traffic *t, const uint32_t *within, peak *out)
{
    side *x = &p->sides[SIDE_X], *y = &p->sides[SIDE_Y];
    for (int d = SIDE_X; d <= SIDE_Y; d++) {
        for (uint32_t i = 0; i < t->ring; i++) {
            uint32_t next = (i + 1) % t->ring, row = 0, column = 0, ignored = 0;
            uint32_t x0 = member_at(t, within, i, SIDE_X, &ignored), y0 = member_at(t, within, i, SIDE_Y, &row);
            uint32_t x1 = member_at(t, within, next, SIDE_X, &column);
            uint32_t y1 = member_at(t, within, next, SIDE_Y, &ignored);
            uint32_t hops = (uint32_t)(abs((int)x1 - (int)x0) + abs((int)y1 - (int)y0));
            out->farthest = hops > out->farthest ? hops : out->farthest;
            if (d == SIDE_X)
                add_move(p, x, row, x0, x1);
            else
                add_move(p, y, column, y0, y1);
        }
        higher(&out->uses, d == SIDE_X ? fullest(p, x, y->per_run) : fullest(p, y, x->per_run));
    }
}

bool peaks_find(peaks *p, const traffic *t, uint32_t group, bool multicast, peak *out)
{
    uint32_t within[TRAFFIC_MAX_AXES];
    if (t->pattern == TRAFFIC_HBM_STORE || t->naxes == 0 || !runs_of(t, group, within))
        return false;
    for (uint8_t d = SIDE_X; d <= SIDE_Y; d++)
        lay_out(&p->sides[d], t, within, d);
    *out = (peak){0};
    switch (t->pattern) {
    case TRAFFIC_SPREAD:
        peak_of_spread(p, out);
        break;
    case TRAFFIC_HBM_LOAD:
        peak_of_load(p, out);
        break;
    case TRAFFIC_ALL_GATHER:
        peak_of_gather(p, multicast, out);
        break;
    case TRAFFIC_REDUCE_SCATTER:
        peak_of_gather(p, false, out);
        break;
    case TRAFFIC_SHIFT:
        peak_of_shift(p, t, within, out);
        break;
    case TRAFFIC_HBM_STORE:
        break;
    }
    return true;
}
