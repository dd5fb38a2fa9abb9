/* Machines in one line, for tests: "noc.topology=mesh; chip.cores=16; core.sram=64 KiB". */
#ifndef SUPPORT_ONE_LINE_H
#define SUPPORT_ONE_LINE_H

#include "machine/machine.h"

/* Keys of a hwspec over defaults that make a small all-to-all chip: 4 cores of 64 KiB at 1 GHz with ipu-mk2 kernels, 1
 * GB/s ports, 100 ns syncs, 10 GB/s of HBM over 2 channels. Fails the test on a wrong key or value. */
machine *machine_from(arena *a, const char *line);

/* The hwspec of such a machine; freed with antler_hwspec_free. */
antler_hwspec *one_line_spec(const char *line);

#endif
