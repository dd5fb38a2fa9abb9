/* A variant's resources, and the footprint of traffic on them: what is common to all topologies. */
#include "machine/machine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "machine/machine_state.h"
#include "machine/ports.h"
#include "machine/topology.h"
#include "machine/transfers.h"
#include "spec/field.h"

static const topology_ops *const topologies[] = {&topology_all_to_all, &topology_mesh, &topology_torus, &topology_ring,
                                                 NULL};

static antler_status find_topology(const antler_hwspec *spec, machine *m, antler_error *err)
{
    const char *name = hw_word(spec, HW_NOC_TOPOLOGY);
    for (size_t i = 0; topologies[i]; i++)
        if (strcmp(topologies[i]->name, name) == 0) {
            m->topology = topologies[i];
            return ANTLER_OK;
        }
    return err_set(err, ANTLER_BAD_INPUT, "noc.topology '%s' has no model yet; there are all-to-all, mesh, torus, ring",
                   name);
}

static antler_status find_kernels(const antler_hwspec *spec, machine *m, antler_error *err)
{
    const char *name = hw_word(spec, HW_CORE_KERNELS);
    m->kernels = kernel_find(name);
    if (!m->kernels)
        return err_set(err, ANTLER_BAD_INPUT, "core.kernels '%s' is no kernel model; there are ipu-mk2 and parametric",
                       name);
    bool port_given = hw_is_set(spec, HW_CORE_SRAM_BANDWIDTH);
    double port = port_given ? hw_number(spec, HW_CORE_SRAM_BANDWIDTH) : m->kernels->port_bytes_per_cycle * m->clock_hz;
    m->kernel_parameters = (kernel_parameters){
        .clock_hz = m->clock_hz,
        .cycle_s = 1 / m->clock_hz,
        .sram_bps = port,
        .port_cycles_per_byte = m->clock_hz / port,
        .tile_m = hw_number(spec, HW_MATRIX_M),
        .tile_n = hw_number(spec, HW_MATRIX_N),
        .tile_k = hw_number(spec, HW_MATRIX_K),
        .tile_cycles = hw_number(spec, HW_MATRIX_CYCLES),
        .fill_cycles = hw_number(spec, HW_MATRIX_FILL),
        .vector_lanes = hw_number(spec, HW_VECTOR_LANES),
        .vector_issue_cycles = hw_number(spec, HW_VECTOR_ISSUE),
    };
    return ANTLER_OK;
}

static antler_status read_core(const antler_hwspec *spec, machine *m, antler_error *err)
{
    double sram = hw_number(spec, HW_CORE_SRAM);
    double reserved = hw_number(spec, HW_CORE_RESERVED);
    if (reserved >= sram)
        return err_set(err, ANTLER_BAD_INPUT, "core.reserved leaves nothing of core.sram");
    m->sram_bytes = (uint64_t)(sram - reserved);
    m->clock_hz = hw_number(spec, HW_CHIP_CLOCK);
    m->overlaps = strcmp(hw_word(spec, HW_CORE_OVERLAP), "dma") == 0;
    return find_kernels(spec, m, err);
}

static antler_status read_system(const antler_hwspec *spec, machine *m, antler_error *err)
{
    m->chips = (uint32_t)hw_number(spec, HW_CHIPS);
    m->cores = (uint32_t)hw_number(spec, HW_CHIP_CORES);
    m->chip_latency_s = hw_number(spec, HW_INTER_CHIP_LATENCY);
    if (m->chips > 1 && strcmp(hw_word(spec, HW_INTER_CHIP_TOPOLOGY), "all-to-all") != 0)
        return err_set(err, ANTLER_BAD_INPUT, "inter_chip.topology '%s' has no model yet; there is all-to-all",
                       hw_word(spec, HW_INTER_CHIP_TOPOLOGY));
    if (m->chips > 1 && !hw_is_set(spec, HW_INTER_CHIP_BANDWIDTH))
        return err_set(err, ANTLER_BAD_INPUT, "inter_chip.bandwidth is missing for %u chips", m->chips);
    m->hbm_latency_s = hw_number(spec, HW_HBM_LATENCY);
    m->hbm_capacity = (uint64_t)hw_number(spec, HW_HBM_CAPACITY) * m->chips;
    m->hbm_bps = hw_number(spec, HW_HBM_BANDWIDTH);
    m->hbm =
        (hbm){.channels = (uint32_t)hw_number(spec, HW_HBM_CHANNELS), .burst = (uint64_t)hw_number(spec, HW_HBM_BURST)};
    return ANTLER_OK;
}

static antler_status build_resources(const antler_hwspec *spec, machine *m, arena *a, antler_error *err)
{
    antler_status st = m->topology->build(m, a, err);
    if (st != ANTLER_OK)
        return st;
    m->scratch = ARENA_ARRAY(a, demand, m->resources);
    m->moved = ARENA_ARRAY(a, double, m->resources);
    if (!m->scratch || !m->moved)
        return err_no_memory(err);
    m->capacity[RES_HBM] = m->hbm_bps;
    m->capacity[RES_SRAM] = m->kernel_parameters.sram_bps;
    double chip = m->chips > 1 ? hw_number(spec, HW_INTER_CHIP_BANDWIDTH) : INFINITY;
    m->capacity[RES_CHIP_OUT] = chip;
    m->capacity[RES_CHIP_IN] = chip;
    return ANTLER_OK;
}

/* Plans and their bandwidth-free costs depend on this and on the operator alone. */
static antler_status make_kernel_key(machine *m, arena *a, antler_error *err)
{
    const kernel_parameters *k = &m->kernel_parameters;
    char text[512];
    (void)snprintf(text, sizeof text, "%s %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g cores %u sram %llu",
                   m->kernels->name, k->clock_hz, k->sram_bps, k->tile_m, k->tile_n, k->tile_k, k->tile_cycles,
                   k->fill_cycles, k->vector_lanes, k->vector_issue_cycles, m->cores,
                   (unsigned long long)m->sram_bytes);
    m->kernel_key = arena_strdup(a, text);
    return m->kernel_key ? ANTLER_OK : err_no_memory(err);
}

antler_status machine_build(const antler_hwspec *spec, arena *a, machine **out, antler_error *err)
{
    machine *m = ARENA_ARRAY(a, machine, 1);
    if (!m)
        return err_no_memory(err);
    antler_status st = read_core(spec, m, err);
    if (st == ANTLER_OK)
        st = read_system(spec, m, err);
    if (st == ANTLER_OK)
        st = find_topology(spec, m, err);
    if (st != ANTLER_OK)
        return st;
    m->sync_s = hw_number(spec, HW_NOC_SYNC);
    m->hop_s = hw_number(spec, HW_NOC_HOP);
    m->link_bps = hw_number(spec, HW_NOC_BANDWIDTH);
    m->multicast = strcmp(hw_word(spec, HW_NOC_MULTICAST), "yes") == 0;
    m->columns = spec->values[HW_NOC_GRID].grid[0];
    m->rows = spec->values[HW_NOC_GRID].grid[1];
    m->placement = arena_strdup(a, hw_word(spec, HW_HBM_PLACEMENT));
    if (!m->placement)
        return err_no_memory(err);
    st = build_resources(spec, m, a, err);
    if (st == ANTLER_OK)
        st = make_kernel_key(m, a, err);
    if (st == ANTLER_OK)
        *out = m;
    return st;
}

antler_status machine_with_hbm(const machine *m, double bps, arena *a, machine **out, antler_error *err)
{
    machine *copy = ARENA_ARRAY(a, machine, 1);
    double *capacity = ARENA_ARRAY(a, double, m->resources);
    if (!copy || !capacity)
        return err_no_memory(err);
    memcpy(capacity, m->capacity, m->resources * sizeof *capacity);
    capacity[RES_HBM] = bps;
    *copy = *m;
    copy->capacity = capacity;
    copy->hbm_bps = bps;
    *out = copy;
    return ANTLER_OK;
}

uint32_t machine_chips(const machine *m)
{
    return m->chips;
}

uint32_t machine_cores(const machine *m)
{
    return m->cores;
}

uint64_t machine_sram_bytes(const machine *m)
{
    return m->sram_bytes;
}

double machine_sync_s(const machine *m)
{
    return m->sync_s;
}

bool machine_overlaps(const machine *m)
{
    return m->overlaps;
}

double machine_hbm_bps(const machine *m)
{
    return m->hbm_bps;
}

double machine_link_bps(const machine *m)
{
    return m->link_bps;
}

double machine_hbm_latency_s(const machine *m)
{
    return m->hbm_latency_s;
}

uint64_t machine_hbm_capacity(const machine *m)
{
    return m->hbm_capacity;
}

uint32_t machine_columns(const machine *m)
{
    return m->columns;
}

uint32_t machine_full_rows(const machine *m)
{
    return m->columns > 0 ? m->cores / m->columns : 0;
}

uint32_t machine_resources(const machine *m)
{
    return m->resources;
}

const double *machine_capacities(const machine *m)
{
    return m->capacity;
}

const char *machine_kernel_key(const machine *m)
{
    return m->kernel_key;
}

const char *machine_resource_name(const machine *m, uint32_t resource, char *buffer, size_t size)
{
    static const char *const common[] = {"HBM", "SRAM port", "inter-chip out", "inter-chip in"};
    if (resource < RES_NOC)
        return common[resource];
    return m->topology->link_name(m, resource - RES_NOC, buffer, size);
}

bool machine_supports(const machine *m, double element_bytes)
{
    return m->kernels->supports(element_bytes);
}

double machine_peak_flops(const machine *m, double element_bytes)
{
    return 2 * m->kernels->peak_macs(&m->kernel_parameters, element_bytes) * m->clock_hz * m->cores * m->chips;
}

double machine_kernel_s(const machine *m, const kernel_call *call)
{
    return m->kernels->cycles(&m->kernel_parameters, call) * m->kernel_parameters.cycle_s;
}

double machine_kernel_floor_s(const machine *m, const kernel_call *call)
{
    return m->kernels->floor_cycles(&m->kernel_parameters, call) * m->kernel_parameters.cycle_s;
}

double machine_kernel_sram_bytes(const machine *m, const kernel_call *call)
{
    return m->kernels->sram_bytes(&m->kernel_parameters, call, machine_kernel_s(m, call));
}

static void push(footprint *f, uint32_t resource, double amount)
{
    if (amount > 0)
        f->demands[f->count++] = (demand){.resource = resource, .amount = amount};
}

void machine_common_loads(const machine *m, const traffic *t, footprint *out)
{
    bool is_hbm = t->pattern == TRAFFIC_HBM_LOAD || t->pattern == TRAFFIC_HBM_STORE;
    port_bytes core = ports_of_core(t, m->multicast);
    push(out, RES_HBM, is_hbm ? hbm_rounded(&m->hbm, t->unique) : 0);
    push(out, RES_SRAM, core.in + core.out);
    push(out, RES_CHIP_OUT, (double)t->chip_bytes);
    push(out, RES_CHIP_IN, (double)t->chip_bytes);
    if (t->chip_bytes > 0)
        out->latency_s = m->chip_latency_s;
}

antler_status machine_footprint(const machine *m, const traffic *t, arena *a, footprint *out, antler_error *err)
{
    antler_status st = transfers_check(t, m->cores, m->columns, err);
    if (st != ANTLER_OK)
        return st;
    footprint f = {.demands = m->scratch};
    machine_common_loads(m, t, &f);
    m->topology->loads(m, t, &f);
    demand *kept = ARENA_ARRAY(a, demand, f.count);
    if (!kept)
        return err_no_memory(err);
    memcpy(kept, f.demands, f.count * sizeof *kept);
    f.demands = kept;
    *out = f;
    return ANTLER_OK;
}
