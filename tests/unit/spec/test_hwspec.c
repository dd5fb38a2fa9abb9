#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "spec/field.h"
#include "spec/resolve.h"

static antler_hwspec *load(const char *source)
{
    antler_hwspec *spec = NULL;
    antler_error err;
    if (antler_hwspec_load(source, &spec, &err))
        fail_msg("%s", err.message);
    return spec;
}

static void every_shipped_hwspec_loads(void **state)
{
    (void)state;
    const char *const *names;
    size_t count;
    arena *a = arena_new();
    assert_int_equal(spec_shipped("hwspecs", ".yaml", a, &names, &count, NULL), ANTLER_OK);
    assert_true(count >= 4);
    for (size_t i = 0; i < count; i++) {
        antler_hwspec *spec = load(names[i]);
        assert_string_equal(antler_hwspec_name(spec), names[i]); /* the file is called what it holds */
        assert_true(i == 0 || strcmp(names[i - 1], names[i]) < 0);
        antler_hwspec_free(spec);
    }
    arena_free(a);
}

/* Published totals follow from the parts in the files. */
static void figures_add_up(void **state)
{
    (void)state;
    antler_hwspec *pod = load("ipu-pod4"), *one = load("ipu-mk2"), *elk = load("elk-5888"),
                  *wormhole = load("wormhole-n150");
    /* 5,888 cores and 16 TB/s of HBM in all, by either way of counting */
    assert_true(hw_number(pod, HW_CHIPS) * hw_number(pod, HW_CHIP_CORES) == 5888);
    assert_true(hw_number(elk, HW_CHIP_CORES) == 5888);
    assert_true(hw_number(pod, HW_CHIPS) * hw_number(pod, HW_HBM_BANDWIDTH) == 16e12);
    assert_true(hw_number(elk, HW_HBM_BANDWIDTH) == 16e12);
    /* 8 TB/s: 1472 ports of 5.5 GB/s are 8.1 */
    assert_true(fabs(hw_number(one, HW_CHIP_CORES) * hw_number(one, HW_NOC_BANDWIDTH) / 8e12 - 1) < 0.02);
    /* 74 TFLOPS: 72 cores, a tile of 2 * 32^3 operations each 64 cycles of 1 ns */
    double tile =
        2 * hw_number(wormhole, HW_MATRIX_M) * hw_number(wormhole, HW_MATRIX_N) * hw_number(wormhole, HW_MATRIX_K);
    double flops = hw_number(wormhole, HW_CHIP_CORES) * tile / hw_number(wormhole, HW_MATRIX_CYCLES) *
                   hw_number(wormhole, HW_CHIP_CLOCK);
    assert_true(fabs(flops / 74e12 - 1) < 0.01);
    /* one GC200 is one of the pod's four */
    for (size_t i = HW_CHIP_CORES; i < HW_FIELDS; i++)
        assert_true(hw_number(pod, (field_id)i) == hw_number(one, (field_id)i));
    antler_hwspec_free(pod);
    antler_hwspec_free(one);
    antler_hwspec_free(elk);
    antler_hwspec_free(wormhole);
}

static void fallbacks_fill_what_is_left_out(void **state)
{
    (void)state;
    antler_hwspec *spec = load("wormhole-n150");
    assert_true(hw_is_set(spec, HW_CORE_RESERVED));
    assert_true(hw_number(spec, HW_CORE_RESERVED) == 0);
    assert_int_equal(spec->values[HW_CORE_RESERVED].line, 0);
    assert_true(spec->values[HW_CHIP_CORES].line > 0);
    assert_false(hw_is_set(spec, HW_INTER_CHIP_LATENCY));
    antler_hwspec_free(spec);
}

static void copies_are_independent(void **state)
{
    (void)state;
    antler_hwspec *spec = load("ipu-mk2"), *copy = antler_hwspec_copy(spec);
    assert_non_null(copy);
    assert_int_equal(antler_hwspec_set(copy, "hbm.bandwidth", "8 TB/s", NULL), ANTLER_OK);
    assert_true(hw_number(copy, HW_HBM_BANDWIDTH) == 8e12);
    assert_true(hw_number(spec, HW_HBM_BANDWIDTH) == 4e12);
    assert_string_equal(hw_word(copy, HW_HBM_BANDWIDTH), "8 TB/s");
    antler_hwspec_free(spec);
    antler_hwspec_free(copy);
    antler_hwspec_free(NULL);
}

static void set_refuses_and_keeps(void **state)
{
    (void)state;
    antler_error err;
    antler_hwspec *spec = load("ipu-mk2");
    assert_int_equal(antler_hwspec_set(spec, "hbm.bandwith", "8 TB/s", &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "unknown key 'hbm.bandwith'; did you mean 'hbm.bandwidth'?");
    assert_int_equal(antler_hwspec_set(spec, "hbm.bandwidth", "8 TB", &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "hbm.bandwidth: '8 TB' is a size where a rate is needed; write '8 TB/s'");
    assert_int_equal(antler_hwspec_set(spec, "name", "other", &err), ANTLER_BAD_INPUT);
    assert_true(hw_number(spec, HW_HBM_BANDWIDTH) == 4e12);
    antler_hwspec_free(spec);
}

/* Rules that span keys are seen after set; a value that no file wrote has no line to name. */
static void check_after_set(void **state)
{
    (void)state;
    antler_error err;
    antler_hwspec *spec = load("wormhole-n150");
    assert_int_equal(antler_hwspec_check(spec, &err), ANTLER_OK);
    assert_int_equal(antler_hwspec_set(spec, "noc.grid", "7x10", NULL), ANTLER_OK);
    assert_int_equal(antler_hwspec_check(spec, &err), ANTLER_BAD_INPUT);
    assert_non_null(strstr(err.message, "wormhole-n150.yaml: noc.grid: 7x10 holds 70 routers, fewer than the 72"));
    assert_int_equal(antler_hwspec_set(spec, "noc.grid", "8x9", NULL), ANTLER_OK);
    assert_int_equal(antler_hwspec_check(spec, &err), ANTLER_OK);
    assert_int_equal(antler_hwspec_set(spec, "chips", "2", NULL), ANTLER_OK);
    assert_int_equal(antler_hwspec_check(spec, &err), ANTLER_BAD_INPUT);
    assert_non_null(strstr(err.message, "inter_chip.topology"));
    antler_hwspec_free(spec);
}

static void names_are_looked_up(void **state)
{
    (void)state;
    char path[1024], small[8];
    antler_error err;
    assert_int_equal(spec_resolve("ipu-mk2", NULL, "hwspecs", ".yaml", path, sizeof path, &err), ANTLER_OK);
    assert_non_null(strstr(path, "/hwspecs/ipu-mk2.yaml"));
    char first[1024];
    strcpy(first, path);
    /* beside the file that refers to it */
    assert_int_equal(spec_resolve("elk-5888", first, "nowhere", ".yaml", path, sizeof path, &err), ANTLER_OK);
    assert_non_null(strstr(path, "/hwspecs/elk-5888.yaml"));
    assert_int_equal(spec_resolve("elk-5888", NULL, "nowhere", ".yaml", path, sizeof path, &err), ANTLER_BAD_INPUT);
    assert_int_equal(spec_resolve(first, "/elsewhere/x.yaml", "nowhere", ".yaml", path, sizeof path, &err), ANTLER_OK);
    assert_string_equal(path, first);
    assert_int_equal(spec_resolve("ipu-mk2", NULL, "hwspecs", ".yaml", small, sizeof small, &err), ANTLER_BAD_INPUT);
    assert_non_null(strstr(err.message, "too long"));
    assert_int_equal(spec_resolve("ipu-mk3", NULL, "hwspecs", ".yaml", path, sizeof path, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "ipu-mk3: no such file; did you mean 'ipu-mk2'?");
    assert_int_equal(spec_resolve("gpu", NULL, "hwspecs", ".yaml", path, sizeof path, &err), ANTLER_BAD_INPUT);
    assert_non_null(strstr(err.message, "the shipped hwspecs are elk-5888, ipu-mk2"));
    assert_int_equal(spec_resolve("", NULL, "hwspecs", ".yaml", path, sizeof path, &err), ANTLER_BAD_INPUT);
    assert_int_equal(spec_resolve("/", NULL, "hwspecs", ".yaml", path, sizeof path, &err), ANTLER_BAD_INPUT);
}

static void unreadable_is_io(void **state)
{
    (void)state;
    char path[] = "/tmp/antler_hwspec_XXXXXX";
    antler_hwspec *spec = NULL;
    antler_error err;
    int fd = mkstemp(path);
    assert_true(fd >= 0 && fchmod(fd, 0) == 0 && close(fd) == 0);
    antler_status status = antler_hwspec_load(path, &spec, &err);
    assert_int_equal(unlink(path), 0);
    assert_null(spec);
    if (geteuid() == 0) /* root reads everything: the file is empty */
        assert_int_equal(status, ANTLER_BAD_INPUT);
    else
        assert_int_equal(status, ANTLER_IO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shipped_hwspec_loads),
        cmocka_unit_test(figures_add_up),
        cmocka_unit_test(fallbacks_fill_what_is_left_out),
        cmocka_unit_test(copies_are_independent),
        cmocka_unit_test(set_refuses_and_keeps),
        cmocka_unit_test(check_after_set),
        cmocka_unit_test(names_are_looked_up),
        cmocka_unit_test(unreadable_is_io),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
