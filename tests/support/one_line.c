#include "support/one_line.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spec/field.h"

static const char defaults[] =
    "chips=1; inter_chip.topology=all-to-all; inter_chip.latency=0 s; chip.cores=4; chip.clock=1 GHz; core.sram=64 KiB;"
    "core.reserved=0 B; core.sram_bandwidth=16 B/cycle; core.overlap=none; core.kernels=ipu-mk2; "
    "noc.topology=all-to-all;"
    "noc.bandwidth=1 GB/s; noc.hop=0 s; noc.sync=100 ns; noc.multicast=yes; hbm.bandwidth=10 GB/s; hbm.channels=2;"
    "hbm.capacity=1 GiB; hbm.latency=0 s; hbm.burst=64 B; hbm.placement=edges";

static void set_all(antler_hwspec *spec, const char *line)
{
    char copy[1024];
    char *rest = NULL;
    assert_true(strlen(line) < sizeof copy);
    strcpy(copy, line);
    for (char *item = strtok_r(copy, ";", &rest); item; item = strtok_r(NULL, ";", &rest)) {
        char key[64];
        char value[64];
        antler_error err = {0};
        assert_int_equal(sscanf(item, " %63[^= ] = %63[^\n]", key, value), 2);
        if (antler_hwspec_set(spec, key, value, &err) != ANTLER_OK)
            fail_msg("%s: %s", item, err.message);
    }
}

antler_hwspec *one_line_spec(const char *line)
{
    antler_hwspec *spec = calloc(1, sizeof *spec);
    assert_non_null(spec);
    strcpy(spec->name, "one-line");
    set_all(spec, defaults);
    set_all(spec, line);
    return spec;
}

machine *machine_from(arena *a, const char *line)
{
    antler_hwspec *spec = one_line_spec(line);
    machine *m = NULL;
    antler_error err = {0};
    antler_status st = machine_build(spec, a, &m, &err);
    antler_hwspec_free(spec);
    if (st != ANTLER_OK)
        fail_msg("%s: %s", line, err.message);
    return m;
}
