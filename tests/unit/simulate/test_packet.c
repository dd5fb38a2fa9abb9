/* The packet model against BookSim 2: the time for every node to deliver a batch, tests/data/booksim_batches.csv. The
 * unit test runs the 4 x 4 rows; with an argument, every row is run and printed. Torus ties (distance k/2) go half each
 * way here, at random there; a packet uses the second half of the virtual channels once it has crossed the dateline of
 * its ring. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simulate/packet.h"

enum { PLUS_X, MINUS_X, PLUS_Y, MINUS_Y, DIRECTIONS, MOST_K = 8, MOST_HOPS = 2 * MOST_K };

typedef struct batch {
    bool torus;
    uint32_t k, packets, flits;
    char topology[8], pattern[16];
    double booksim;
} batch;

typedef struct path {
    uint32_t links[MOST_HOPS];
    uint8_t vc_class[MOST_HOPS];
    uint32_t hops;
} path;

static uint32_t destination(const batch *b, uint32_t s)
{
    uint32_t k = b->k, n = k * k, x = s % k, y = s / k, bits = 0;
    while ((1U << bits) < n)
        bits++;
    if (strcmp(b->pattern, "neighbor") == 0)
        return (x + 1) % k + (y + 1) % k * k;
    if (strcmp(b->pattern, "tornado") == 0)
        return (x + (k + 1) / 2 - 1) % k + (y + (k + 1) / 2 - 1) % k * k;
    if (strcmp(b->pattern, "transpose") == 0)
        return s >> bits / 2 | (s & ((1U << bits / 2) - 1)) << bits / 2;
    if (strcmp(b->pattern, "bitcomp") == 0)
        return ~s & (n - 1);
    if (strcmp(b->pattern, "shuffle") == 0)
        return (s << 1 | s >> (bits - 1)) & (n - 1);
    uint32_t reversed = 0;
    for (uint32_t i = 0; i < bits; i++)
        reversed |= (s >> i & 1) << (bits - 1 - i);
    return reversed;
}

static uint32_t neighbour(uint32_t router, uint32_t k, uint32_t direction)
{
    uint32_t x = router % k, y = router / k;
    switch (direction) {
    case PLUS_X:
        return (x + 1) % k + y * k;
    case MINUS_X:
        return (x + k - 1) % k + y * k;
    case PLUS_Y:
        return x + (y + 1) % k * k;
    default:
        return x + (y + k - 1) % k * k;
    }
}

/* `distance` hops along one dimension, positive or negative. */
static void walk(const batch *b, path *p, uint32_t *at, int distance, bool along_y)
{
    uint32_t direction = (along_y ? PLUS_Y : PLUS_X) + (distance < 0 ? 1U : 0U);
    uint8_t crossed = 0;
    for (int i = 0; i < abs(distance); i++) {
        uint32_t to = neighbour(*at, b->k, direction);
        bool wraps = distance > 0 ? to < *at : to > *at;
        crossed = b->torus && wraps ? 1 : crossed;
        p->links[p->hops] = *at * DIRECTIONS + direction;
        p->vc_class[p->hops++] = crossed;
        *at = to;
    }
}

/* The shorter way; `tie` picks one of two equal ones. */
static int distance(const batch *b, uint32_t from, uint32_t to, bool tie)
{
    int d = (int)to - (int)from, k = (int)b->k;
    if (!b->torus)
        return d;
    d = (d + k) % k;
    return 2 * d > k || (2 * d == k && tie) ? d - k : d;
}

static bool is_tie(const batch *b, uint32_t from, uint32_t to)
{
    return b->torus && 2 * ((to + b->k - from) % b->k) == b->k;
}

/* The flows of one source: one, or one for each way that is as short. Returns how many. */
static uint32_t add_flows(const batch *b, uint32_t source, path *paths, packet_flow *flows)
{
    uint32_t k = b->k, to = destination(b, source), count = 0;
    uint32_t ways_x = is_tie(b, source % k, to % k) ? 2 : 1, ways_y = is_tie(b, source / k, to / k) ? 2 : 1;
    for (uint32_t w = 0; w < ways_x * ways_y; w++) {
        path *p = &paths[count];
        uint32_t at = source;
        p->hops = 0;
        walk(b, p, &at, distance(b, source % k, to % k, w % ways_x), false);
        walk(b, p, &at, distance(b, source / k, to / k, w / ways_x), true);
        flows[count++] = (packet_flow){.source = source,
                                       .destination = to,
                                       .hops = p->hops,
                                       .links = p->links,
                                       .vc_class = p->vc_class,
                                       .packets = b->packets / (ways_x * ways_y),
                                       .flits = b->flits};
    }
    return count;
}

static double run(const batch *b)
{
    static packet_link links[MOST_K * MOST_K * DIRECTIONS];
    static path paths[MOST_K * MOST_K * 4];
    static packet_flow flows[MOST_K * MOST_K * 4];
    uint32_t routers = b->k * b->k, count = 0;
    for (uint32_t r = 0; r < routers; r++)
        for (uint32_t d = 0; d < DIRECTIONS; d++)
            links[r * DIRECTIONS + d] = (packet_link){r, neighbour(r, b->k, d)};
    for (uint32_t r = 0; r < routers; r++)
        count += add_flows(b, r, &paths[count], &flows[count]);
    packet_network net = {.routers = routers,
                          .nlinks = routers * DIRECTIONS,
                          .links = links,
                          .vcs = 8,
                          .vc_classes = b->torus ? 2 : 1,
                          .vc_depth = 16,
                          .link_cycles = 1,
                          .credit_cycles = 1,
                          .iterations = 2};
    packet_result result;
    antler_error err = {0};
    if (packet_run(&net, count, flows, 10000000, &result, &err) != ANTLER_OK)
        fail_msg("%s", err.message);
    uint64_t sent = 0;
    for (uint32_t f = 0; f < count; f++)
        sent += (uint64_t)flows[f].packets * flows[f].flits;
    assert_int_equal(result.flits, sent);
    return (double)result.cycles;
}

static bool read_batch(FILE *f, batch *b)
{
    char line[256];
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "%7[a-z],%u,%15[a-z],%u,%u,%lf", b->topology, &b->k, b->pattern, &b->packets, &b->flits,
                   &b->booksim) != 6)
            continue;
        b->torus = strcmp(b->topology, "torus") == 0;
        return true;
    }
    return false;
}

static FILE *open_batches(void)
{
    FILE *f = fopen(TEST_DATA "/booksim_batches.csv", "r");
    assert_non_null(f);
    return f;
}

static void test_small_batches(void **state)
{
    FILE *f = open_batches();
    batch b;
    int rows = 0;
    (void)state;
    while (read_batch(f, &b)) {
        if (b.k > 4)
            continue;
        assert_true(fabs(run(&b) / b.booksim - 1) < (b.torus ? 0.05 : 0.01));
        rows++;
    }
    (void)fclose(f);
    assert_int_equal(rows, 12);
}

/* Two flows that merge at one link share it in turn: twice the flits at one flit a cycle, and a few cycles of pipeline.
 */
static void test_merging_flows(void **state)
{
    const packet_link links[] = {{0, 2}, {1, 2}, {2, 3}};
    const uint32_t a[] = {0, 2}, b[] = {1, 2};
    const packet_flow flows[] = {{0, 3, 2, a, NULL, 100, 4}, {1, 3, 2, b, NULL, 100, 4}};
    packet_network net = {.routers = 4,
                          .nlinks = 3,
                          .links = links,
                          .vcs = 2,
                          .vc_classes = 1,
                          .vc_depth = 8,
                          .link_cycles = 1,
                          .credit_cycles = 1,
                          .iterations = 2};
    packet_result r;
    antler_error err = {0};
    (void)state;
    assert_int_equal(packet_run(&net, 2, flows, 5000, &r, &err), ANTLER_OK);
    assert_true(r.cycles >= 800 && r.cycles < 840);
    assert_int_equal(r.flit_hops, 1600);
    net.routers = 3;
    assert_int_equal(packet_run(&net, 2, flows, 5000, &r, &err), ANTLER_BAD_INPUT);
    net.routers = 4;
    assert_int_equal(packet_run(&net, 2, flows, 100, &r, &err), ANTLER_BUG);
}

static int print_all(void)
{
    FILE *f = open_batches();
    batch b;
    double error[2] = {0};
    int rows[2] = {0};
    while (read_batch(f, &b)) {
        double cycles = run(&b);
        double off = cycles / b.booksim - 1;
        printf("| %s | %u | %s | %.0f | %.0f | %+.1f%% |\n", b.topology, b.k, b.pattern, cycles, b.booksim, 100 * off);
        error[b.torus] += fabs(off);
        rows[b.torus]++;
    }
    printf("mean error: mesh %.1f%%, torus %.1f%%\n", 100 * error[0] / rows[0], 100 * error[1] / rows[1]);
    return fclose(f);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_merging_flows), cmocka_unit_test(test_small_batches)};
    (void)argv;
    return argc > 1 ? print_all() : cmocka_run_group_tests(tests, NULL, NULL);
}
