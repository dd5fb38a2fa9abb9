#include "sweep/progress.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 24 };

static const double terminal_period_s = 0.1, line_period_s = 5;

double progress_clock(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void progress_start(progress *p, FILE *out, uint64_t total, uint64_t limit)
{
    double now = progress_clock();
    *p = (progress){.out = out, .total = total, .limit = limit, .started = now, .shown = now};
    p->terminal = out && isatty(fileno(out));
}

/* Points that this run will have seen or done at its end, as far as is known now. */
static uint64_t goal(const progress *p)
{
    return p->limit > 0 && p->known + p->limit < p->total ? p->known + p->limit : p->total;
}

static void write_bar(const progress *p, char *text, size_t size)
{
    uint64_t finished = p->known + p->done;
    int full = goal(p) > finished ? (int)(BAR * finished / goal(p)) : BAR;
    (void)snprintf(text, size, "[%.*s%.*s] ", full, "########################", BAR - full, "........................");
}

void progress_line(const progress *p, double now, char *text, size_t size)
{
    uint64_t finished = p->known + p->done, left = goal(p) > finished ? goal(p) - finished : 0;
    double rate = now > p->started ? (double)p->done / (now - p->started) : 0;
    char eta[32] = "?", best[128] = "";
    if (rate > 0) {
        uint64_t s = (uint64_t)llround((double)left / rate);
        (void)snprintf(eta, sizeof eta, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, s / 3600, s / 60 % 60, s % 60);
    }
    if (p->best_ms > 0)
        (void)snprintf(best, sizeof best, ", best %.4g ms (%s)", p->best_ms, p->best);
    (void)snprintf(text, size, "%" PRIu64 "/%" PRIu64 " points, %.3g/s, ETA %s%s", finished, goal(p), rate, eta, best);
}

static void show(progress *p)
{
    char line[256], bar[64] = "";
    double now = progress_clock();
    if (!p->out || now - p->shown < (p->terminal ? terminal_period_s : line_period_s))
        return;
    p->shown = now;
    progress_line(p, now, line, sizeof line);
    if (p->terminal)
        write_bar(p, bar, sizeof bar);
    /* Carriage return, text, and the escape that erases what an older, longer line left. */
    fprintf(p->out, p->terminal ? "\r%s%s\033[K" : "antler: %s%s\n", bar, line);
    (void)fflush(p->out);
}

void progress_known(progress *p)
{
    p->known++;
    show(p);
}

void progress_done(progress *p, double latency_ms, const char *design)
{
    p->done++;
    if (!isnan(latency_ms) && (p->best_ms <= 0 || latency_ms < p->best_ms)) {
        p->best_ms = latency_ms;
        (void)snprintf(p->best, sizeof p->best, "%s", design);
    }
    show(p);
}

void progress_end(progress *p)
{
    if (!p->out || !p->terminal)
        return;
    fputs("\r\033[K", p->out);
    (void)fflush(p->out);
}
