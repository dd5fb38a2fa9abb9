/* Link loads on grids against the walk of every route, on random traffic; and what must hold for any of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reference/brute_links.h"
#include "support/one_line.h"
#include "support/random.h"

static const char *const topologies[] = {"mesh", "torus", "ring"};
static const char *const placements[] = {"edges", "corners", "west-east", "north-south", "center", "distributed"};

/* Attach points from their definition alone; `distributed` is left to test_placements. */
static void attach(brute_grid *g, const char *placement)
{
    for (uint32_t i = 0; i < g->columns * g->rows; i++) {
        uint32_t x = i % g->columns, y = i / g->columns;
        bool we = x == 0 || x == g->columns - 1;
        bool ns = y == 0 || y == g->rows - 1;
        bool mid = (2 * x == g->columns || 2 * x + 1 == g->columns || 2 * x + 2 == g->columns) &&
                   (2 * y == g->rows || 2 * y + 1 == g->rows || 2 * y + 2 == g->rows);
        bool here = (strcmp(placement, "edges") == 0 && (we || ns)) ||
                    (strcmp(placement, "corners") == 0 && we && ns) || (strcmp(placement, "west-east") == 0 && we) ||
                    (strcmp(placement, "north-south") == 0 && ns) || (strcmp(placement, "center") == 0 && mid) ||
                    strcmp(placement, "distributed") == 0;
        if (here)
            g->points[g->npoints++] = i;
    }
}

/* One to four axes, at most `cores` cores, rings that fill the groups. */
static traffic random_traffic(random_state *r, uint32_t cores)
{
    traffic t = {.pattern = (traffic_pattern)random_in(r, TRAFFIC_SHIFT, TRAFFIC_HBM_STORE),
                 .bytes = random_in(r, 1, 1000),
                 .naxes = (uint8_t)random_in(r, 1, 4),
                 .ring = 1};
    uint32_t used = 1;
    uint32_t members = 1;
    for (uint8_t i = 0; i < t.naxes; i++) {
        t.axes[i] = (traffic_axis){.extent = (uint32_t)random_in(r, 1, cores / used), .member = random_in(r, 0, 1)};
        used *= t.axes[i].extent;
        members *= t.axes[i].member ? t.axes[i].extent : 1;
    }
    uint32_t wish = (uint32_t)random_in(r, 1, members);
    for (uint32_t d = 1; d <= wish; d++)
        t.ring = members % d == 0 ? d : t.ring;
    t.unique = t.bytes * used / t.ring;
    return t;
}

/* One to six axes along the sides of a grid, within full rows of cores. */
static traffic random_placed(random_state *r, const brute_grid *g, uint32_t cores)
{
    traffic t = random_traffic(r, cores);
    uint32_t room[] = {[SIDE_X] = g->columns, [SIDE_Y] = cores / g->columns};
    uint32_t members = 1;
    t.naxes = (uint8_t)random_in(r, 1, 6);
    for (uint8_t i = 0; i < t.naxes; i++) {
        uint8_t side = (uint8_t)random_in(r, SIDE_X, SIDE_Y);
        t.axes[i] = (traffic_axis){.extent = (uint32_t)random_in(r, 1, room[side]), .side = side};
        t.axes[i].member = random_in(r, 0, 1);
        room[side] /= t.axes[i].extent;
        members *= t.axes[i].member ? t.axes[i].extent : 1;
    }
    uint32_t wish = (uint32_t)random_in(r, 1, members);
    for (t.ring = wish; members % t.ring != 0;)
        t.ring--;
    t.unique = t.bytes * traffic_cores(&t) / t.ring;
    return t;
}

/* The time of one class is that of its busiest resource, however it is found. */
static void check_time(const machine *m, const traffic *t, const footprint *f)
{
    double longest = 0, flow_s = 0, latency_s = 0;
    antler_error err = {0};
    for (uint32_t i = 0; i < f->count; i++)
        longest = fmax(longest, f->demands[i].amount / machine_capacities(m)[f->demands[i].resource]);
    assert_int_equal(machine_exchange_s(m, t, 1, &flow_s, &latency_s, &err), ANTLER_OK);
    assert_true(flow_s == longest);
    assert_true(latency_s == f->latency_s);
}

/* The routers of a link from its name; false for "link (0,0)+x" that leads nowhere. */
static void ends(const machine *m, const brute_grid *g, uint32_t resource, uint32_t *from, uint32_t *to)
{
    char name[64];
    char sign, axis;
    uint32_t x, y;
    (void)machine_resource_name(m, resource, name, sizeof name);
    assert_int_equal(sscanf(name, "link (%u,%u)%c%c", &x, &y, &sign, &axis), 4);
    *from = y * g->columns + x;
    uint32_t *at = axis == 'x' ? &x : &y;
    uint32_t size = axis == 'x' ? g->columns : g->rows;
    *at = sign == '+' ? (*at + 1) % size : (*at + size - 1) % size;
    *to = y * g->columns + x;
    assert_int_not_equal(*from, *to);
}

static void compare(const machine *m, const brute_grid *g, const footprint *f, const brute_loads *want)
{
    uint32_t next = 0;
    double all = 0;
    double expected = 0;
    while (next < f->count && f->demands[next].resource < RES_NOC)
        next++;
    for (uint32_t r = RES_NOC; r < machine_resources(m); r++) {
        uint32_t from, to;
        ends(m, g, r, &from, &to);
        double got = 0;
        if (next < f->count && f->demands[next].resource == r)
            got = f->demands[next++].amount;
        assert_true(fabs(got - want->bytes[from][to]) <= 1e-9 * (1 + got));
        all += got;
    }
    assert_int_equal(next, f->count);
    for (uint32_t i = 0; i < BRUTE_MAX_ROUTERS; i++)
        for (uint32_t j = 0; j < BRUTE_MAX_ROUTERS; j++)
            expected += want->bytes[i][j];
    assert_true(fabs(all - expected) <= 1e-9 * (1 + all)); /* none on a link that the machine does not have */
    assert_true(all <= want->byte_hops * (1 + 1e-9));
    if (!g->multicast)
        assert_true(fabs(all - want->byte_hops) <= 1e-9 * (1 + all));
}

static void test_against_walk(void **state)
{
    random_state r = random_seed(2);
    bool seen[TRAFFIC_HBM_STORE + 1][3] = {{false}};
    (void)state;
    for (int i = 0; i < 4000; i++) {
        arena *a = arena_new();
        char line[256];
        uint32_t kind = (uint32_t)random_in(&r, 0, 2);
        brute_grid g = {.columns = (uint32_t)random_in(&r, 1, 7),
                        .rows = (uint32_t)random_in(&r, 1, 7),
                        .wraps = kind > 0,
                        .multicast = random_in(&r, 0, 1)};
        uint32_t cores = (uint32_t)random_in(&r, 1, g.columns * g.rows);
        if (kind == 2) {
            g.columns = cores = g.columns * g.rows;
            g.rows = 1;
        }
        const char *placement = placements[random_in(&r, 0, 5)];
        attach(&g, placement);
        (void)snprintf(line, sizeof line,
                       "noc.topology=%s; chip.cores=%u; noc.grid=%ux%u; noc.multicast=%s; noc.hop=1 ns;"
                       "hbm.placement=%s; hbm.channels=%u",
                       topologies[kind], cores, g.columns, g.rows, g.multicast ? "yes" : "no", placement,
                       g.columns * g.rows);
        const machine *m = machine_from(a, line);
        bool placed = cores >= g.columns && random_in(&r, 0, 1);
        traffic t = placed ? random_placed(&r, &g, cores) : random_traffic(&r, cores);
        brute_loads want;
        brute_walk(&g, &t, t.ring, &want);
        footprint f;
        antler_error err = {0};
        assert_int_equal(machine_footprint(m, &t, a, &f, &err), ANTLER_OK);
        compare(m, &g, &f, &want);
        check_time(m, &t, &f);
        double farthest = f.latency_s / 1e-9;
        assert_true(farthest >= want.farthest - 1e-6 && farthest <= g.columns + g.rows);
        seen[t.pattern][kind] = true;
        arena_free(a);
    }
    for (int p = 0; p <= TRAFFIC_HBM_STORE; p++)
        for (int kind = 0; kind < 3; kind++)
            assert_true(seen[p][kind]);
}

static double load(const footprint *f, uint32_t resource)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (f->demands[i].resource == resource)
            return f->demands[i].amount;
    return 0;
}

/* A square mesh with HBM in its corners looks the same from the other side: uniform traffic loads +x as -x, +y as -y.
 */
static void test_symmetric(void **state)
{
    (void)state;
    for (uint32_t side = 2; side <= 6; side++) {
        arena *a = arena_new();
        char line[128];
        brute_grid g = {.columns = side, .rows = side};
        (void)snprintf(line, sizeof line, "noc.topology=mesh; chip.cores=%u; hbm.placement=corners", side * side);
        const machine *m = machine_from(a, line);
        traffic_pattern patterns[] = {TRAFFIC_SPREAD, TRAFFIC_HBM_LOAD};
        for (int p = 0; p < 2; p++) {
            traffic t = {.pattern = patterns[p],
                         .bytes = 12,
                         .unique = 12 * side * side,
                         .ring = 1,
                         .naxes = 1,
                         .axes = {{.extent = side * side}}};
            footprint f;
            antler_error err = {0};
            double by_ends[36][36] = {{0}};
            assert_int_equal(machine_footprint(m, &t, a, &f, &err), ANTLER_OK);
            for (uint32_t r = RES_NOC; r < machine_resources(m); r++) {
                uint32_t from, to;
                ends(m, &g, r, &from, &to);
                by_ends[from][to] = load(&f, r);
                assert_true(by_ends[from][to] > 0 || patterns[p] == TRAFFIC_HBM_LOAD);
            }
            uint32_t last = side * side - 1;
            for (uint32_t i = 0; i <= last; i++)
                for (uint32_t j = 0; j <= last; j++)
                    assert_true(by_ends[i][j] == by_ends[last - i][last - j]);
        }
        arena_free(a);
    }
}

/* Links that exist: mesh 2 x (4 x 2 + 3 x 3) = 34 on 4 x 3; torus 4 x 12 = 48; ring of 12: 24; ring of 2: one pair. */
static void test_link_counts(void **state)
{
    static const struct {
        const char *line;
        uint32_t links;
    } cases[] = {{"noc.topology=mesh; chip.cores=12; noc.grid=4x3", 34},
                 {"noc.topology=torus; chip.cores=12; noc.grid=4x3", 48},
                 {"noc.topology=torus; chip.cores=8; noc.grid=4x2", 24},
                 {"noc.topology=ring; chip.cores=12", 24},
                 {"noc.topology=ring; chip.cores=2", 2},
                 {"noc.topology=mesh; chip.cores=1", 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arena *a = arena_new();
        assert_int_equal(machine_resources(machine_from(a, cases[i].line)) - RES_NOC, cases[i].links);
        arena_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_walk), cmocka_unit_test(test_symmetric),
                                       cmocka_unit_test(test_link_counts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
