/* Everything that is known of a hwspec's keys, in one table, and how one value of each is read. */
#include "spec/field.h"

#include "base/error.h"
#include "base/number.h"
#include "base/suggest.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const chip_topologies[] = {"all-to-all", "ring", "mesh", "torus", NULL};
static const char *const noc_topologies[] = {"all-to-all", "mesh", "torus", "ring", "hierarchical", NULL};
static const char *const placements[] = {"edges", "corners", "west-east", "north-south", "center", "distributed", NULL};
static const char *const kernel_models[] = {"ipu-mk2", "parametric", NULL};
static const char *const overlaps[] = {"none", "dma", NULL};
static const char *const memories[] = {"hbm2", "hbm2e", "hbm3", "hbm3e", "gddr6", "lpddr4", "lpddr5", "remote", NULL};
static const char *const yes_no[] = {"yes", "no", NULL};

#define KIB 1024.0
#define GIB (1024.0 * 1024.0 * 1024.0)

/* The kinds of row: a count, a quantity with a unit, a word. `fallback` NULL and not required: unset unless written. */
#define COUNT(ID, KEY, NAME, REQUIRED, EXAMPLE, FALLBACK, MIN, MAX, DOC)                                               \
    [ID] = {ID, KEY, NAME, 1, NAME, FIELD_COUNT, UNIT_ONE, REQUIRED, EXAMPLE, FALLBACK, MIN, MAX, NULL, DOC}
#define QUANTITY(ID, KEY, COLUMN, SCALE, NAME, UNIT, REQUIRED, EXAMPLE, FALLBACK, MIN, MAX, DOC)                       \
    [ID] = {ID, KEY, COLUMN, SCALE, NAME, FIELD_QUANTITY, UNIT, REQUIRED, EXAMPLE, FALLBACK, MIN, MAX, NULL, DOC}
#define WORD(ID, KEY, NAME, REQUIRED, EXAMPLE, FALLBACK, WORDS, DOC)                                                   \
    [ID] = {ID, KEY, NAME, 1, NAME, FIELD_WORD, UNIT_ONE, REQUIRED, EXAMPLE, FALLBACK, 0, 0, WORDS, DOC}

/* clang-format off */
const field hw_fields[HW_FIELDS] = {
    COUNT(HW_CHIPS, "chips", "chips", false, "4", "1", 1, 65536,
          "chips in the system"),
    WORD(HW_INTER_CHIP_TOPOLOGY, "inter_chip.topology", "inter_chip_topology", false, "all-to-all", NULL,
         chip_topologies, "how chips are joined; needed with more than one chip"),
    QUANTITY(HW_INTER_CHIP_BANDWIDTH, "inter_chip.bandwidth", "inter_chip_bandwidth_gbps", 1e9, "inter_chip_bandwidth",
             UNIT_BPS, false, "160 GB/s", NULL, 1, 1e18, "what leaves (and what enters) one chip"),
    QUANTITY(HW_INTER_CHIP_LATENCY, "inter_chip.latency", "inter_chip_latency_ns", 1e-9, "inter_chip_latency",
             UNIT_SECOND, false, "1 us", NULL, 0, 1, "flight time of one hop between chips"),

    COUNT(HW_CHIP_CORES, "chip.cores", "chip_cores", true, "1472", NULL, 1, 16777216,
          "compute cores of one chip"),
    QUANTITY(HW_CHIP_CLOCK, "chip.clock", "chip_clock_ghz", 1e9, "chip_clock", UNIT_HERTZ, true, "1.325 GHz", NULL,
             1e6, 1e11, "clock of cores and NoC; cycles are counted in it"),
    QUANTITY(HW_CHIP_NODE, "chip.node", "chip_node_nm", 1, "chip_node", UNIT_NM, false, "7 nm", NULL, 1, 1000,
             "process node, for energy, area and cost; one of hwspecs/tech"),
    COUNT(HW_CHIP_SPARE_CORES, "chip.spare_cores", "chip_spare_cores", false, "8", "0", 0, 16777216,
          "cores on the die beside chip.cores, in place of broken ones; for area, yield and idle power"),
    QUANTITY(HW_CHIP_HOST_BANDWIDTH, "chip.host_bandwidth", "chip_host_bandwidth_gbps", 1e9, "chip_host_bandwidth",
             UNIT_BPS, false, "32 GB/s", "0 B/s", 0, 1e18, "of the links to the host, each way; for area and price only"),
    QUANTITY(HW_CHIP_DIE_AREA, "chip.die_area", "chip_die_area_mm2", 1, "chip_die_area", UNIT_MM2, false, "823 mm2", NULL,
             1, 1e6, "published area of the die, used in place of the model's; setting a key that shapes the die drops it"),
    QUANTITY(HW_CHIP_TDP, "chip.tdp", "chip_tdp_w", 1, "chip_tdp", UNIT_WATT, false, "300 W", NULL, 1e-3, 1e6,
             "published power limit, to compare with; changes nothing"),

    QUANTITY(HW_CORE_SRAM, "core.sram", "core_sram_kib", KIB, "core_sram", UNIT_BYTE, true, "624 KiB", NULL,
             KIB, 1024 * GIB, "SRAM of one core"),
    QUANTITY(HW_CORE_RESERVED, "core.reserved", "core_reserved_kib", KIB, "core_reserved", UNIT_BYTE, false, "8 KiB",
             "0 B", 0, 1024 * GIB, "part of core.sram kept for code, stacks and buffers"),
    QUANTITY(HW_CORE_SRAM_BANDWIDTH, "core.sram_bandwidth", "core_sram_bandwidth_gbps", 1e9, "core_sram_bandwidth",
             UNIT_BPS, false, "16 B/cycle", NULL, 1, 1e18,
             "one core's SRAM port, shared by its kernel and the NoC; ipu-mk2 kernels imply 16 B/cycle"),
    WORD(HW_CORE_OVERLAP, "core.overlap", "core_overlap", false, "dma", "none", overlaps,
         "whether a core computes while its own data move (dma) or not (none)"),
    COUNT(HW_CORE_PROCESSORS, "core.processors", "core_processors", false, "5", "1", 0, 4096,
          "small processors that issue a core's work; for area and price only"),
    WORD(HW_CORE_KERNELS, "core.kernels", "core_kernels", true, "ipu-mk2", NULL, kernel_models,
         "model of a kernel's time"),
    COUNT(HW_MATRIX_M, "core.matrix_m", "core_matrix_m", false, "32", NULL, 1, 65536,
          "parametric kernels: rows of the matrix unit's tile"),
    COUNT(HW_MATRIX_N, "core.matrix_n", "core_matrix_n", false, "32", NULL, 1, 65536,
          "parametric kernels: columns of the matrix unit's tile"),
    COUNT(HW_MATRIX_K, "core.matrix_k", "core_matrix_k", false, "32", NULL, 1, 65536,
          "parametric kernels: reduction length of the matrix unit's tile"),
    COUNT(HW_MATRIX_CYCLES, "core.matrix_cycles", "core_matrix_cycles", false, "64", NULL, 1, 1e9,
          "parametric kernels: cycles of one tile"),
    COUNT(HW_MATRIX_FILL, "core.matrix_fill", "core_matrix_fill", false, "100", NULL, 0, 1e9,
          "parametric kernels: cycles before a matrix kernel's first tile"),
    COUNT(HW_VECTOR_LANES, "core.vector_lanes", "core_vector_lanes", false, "32", NULL, 1, 1e9,
          "parametric kernels: 16-bit elements the vector unit handles a cycle"),
    COUNT(HW_VECTOR_ISSUE, "core.vector_issue", "core_vector_issue", false, "100", NULL, 0, 1e9,
          "parametric kernels: cycles before a vector kernel's first element"),

    WORD(HW_NOC_TOPOLOGY, "noc.topology", "noc_topology", true, "all-to-all", NULL, noc_topologies,
         "how the cores of a chip are joined"),
    QUANTITY(HW_NOC_BANDWIDTH, "noc.bandwidth", "noc_bandwidth_gbps", 1e9, "noc_bandwidth", UNIT_BPS, true,
             "5.5 GB/s", NULL, 1, 1e18, "all-to-all: one core's port, each way; else one link, each direction"),
    [HW_NOC_GRID] = {HW_NOC_GRID, "noc.grid", "noc_grid", 1, "noc_grid", FIELD_GRID, UNIT_ONE, false, "10x12", NULL,
                     1, 16777216, NULL, "columns x rows of routers on a mesh or torus; must hold all cores"},
    QUANTITY(HW_NOC_HOP, "noc.hop", "noc_hop_ns", 1e-9, "noc_hop", UNIT_SECOND, false, "9 cycles", NULL, 0, 1,
             "latency of one hop; needed where there are hops, so not on all-to-all"),
    QUANTITY(HW_NOC_SYNC, "noc.sync", "noc_sync_ns", 1e-9, "noc_sync", UNIT_SECOND, true, "118 cycles", NULL, 0, 1,
             "one synchronization of all cores"),
    WORD(HW_NOC_MULTICAST, "noc.multicast", "noc_multicast", false, "yes", "yes", yes_no,
         "whether one copy on a link serves many cores behind it"),

    QUANTITY(HW_HBM_BANDWIDTH, "hbm.bandwidth", "hbm_bandwidth_gbps", 1e9, "hbm_bandwidth", UNIT_BPS, true, "4 TB/s",
             NULL, 1, 1e18, "peak off-chip bandwidth of one chip"),
    COUNT(HW_HBM_CHANNELS, "hbm.channels", "hbm_channels", true, "64", NULL, 1, 65536,
          "memory channels of one chip"),
    QUANTITY(HW_HBM_CAPACITY, "hbm.capacity", "hbm_capacity_gib", GIB, "hbm_capacity", UNIT_BYTE, true, "64 GiB", NULL,
             KIB, 1e9 * GIB, "off-chip memory of one chip"),
    QUANTITY(HW_HBM_LATENCY, "hbm.latency", "hbm_latency_ns", 1e-9, "hbm_latency", UNIT_SECOND, true, "120 ns", NULL,
             0, 1, "from a request to its first byte"),
    QUANTITY(HW_HBM_BURST, "hbm.burst", "hbm_burst_bytes", 1, "hbm_burst", UNIT_BYTE, false, "64 B", "64 B", 1,
             1048576, "least that a channel moves at once"),
    WORD(HW_HBM_TYPE, "hbm.type", "hbm_type", false, "hbm3e", NULL, memories,
         "kind of memory, for energy, area and cost; remote: behind links, no part of the chip"),
    WORD(HW_HBM_PLACEMENT, "hbm.placement", "hbm_placement", true, "edges", NULL, placements,
         "where memory is attached to the NoC; no matter on all-to-all"),
};
/* clang-format on */

const field *field_find(const char *key, const char **nearest)
{
    const char *keys[HW_FIELDS];
    for (size_t i = 0; i < HW_FIELDS; i++) {
        keys[i] = hw_fields[i].key;
        if (strcmp(key, keys[i]) == 0)
            return &hw_fields[i];
    }
    if (nearest)
        *nearest = suggest_nearest(key, keys, HW_FIELDS);
    return NULL;
}

/* Copy with outer blanks cut and inner runs made one space. False when it does not fit. */
static bool normalise(const char *text, char *out, size_t size)
{
    size_t used = 0;
    bool gap = false;
    for (; *text; text++) {
        if (isspace((unsigned char)*text)) {
            gap = used > 0;
            continue;
        }
        if (used + gap + 1 >= size)
            return false;
        if (gap)
            out[used++] = ' ';
        gap = false;
        out[used++] = *text;
    }
    out[used] = '\0';
    return true;
}

/* A limit as the user would write it. */
static const char *limit_text(const field *f, double value, char *text, size_t size)
{
    unit_format((quantity){.value = value}, f->unit, text, size);
    return text;
}

static antler_status out_of_range(const field *f, const char *text, antler_error *err)
{
    char low[64], high[64];
    return err_set(err, ANTLER_BAD_INPUT, "%s: '%s' is out of range; it must be %s to %s", f->key, text,
                   limit_text(f, f->min, low, sizeof low), limit_text(f, f->max, high, sizeof high));
}

/* Cycles and bytes per cycle are known in base units only with a clock: their range is checked by
 * antler_hwspec_check; what no clock could mend is refused here. */
static bool in_range(const field *f, quantity q)
{
    if (q.per_cycle)
        return f->min > 0 ? q.value > 0 : q.value >= 0;
    return q.value >= f->min && q.value <= f->max;
}

static antler_status parse_number(const field *f, field_value *v, antler_error *err)
{
    quantity q;
    if (unit_parse(v->text, f->unit, &q, err)) {
        if (err)
            return err_prefix(err, "%s", f->key);
        return ANTLER_BAD_INPUT;
    }
    if (!in_range(f, q))
        return out_of_range(f, v->text, err);
    if (f->kind == FIELD_COUNT && q.value != floor(q.value))
        return err_set(err, ANTLER_BAD_INPUT, "%s: '%s' must be a whole number", f->key, v->text);
    v->number = q.value;
    v->per_cycle = q.per_cycle;
    return ANTLER_OK;
}

static antler_status parse_word(const field *f, const field_value *v, antler_error *err)
{
    char list[160] = "";
    size_t count = 0;
    for (; f->words[count]; count++) {
        if (strcmp(f->words[count], v->text) == 0)
            return ANTLER_OK;
        size_t used = strlen(list);
        (void)snprintf(list + used, sizeof list - used, "%s%s", count ? ", " : "", f->words[count]);
    }
    size_t length = strlen(v->text);
    if (f->id == HW_CORE_KERNELS && length > 4 && strcmp(v->text + length - 4, ".csv") == 0)
        return err_set(err, ANTLER_BAD_INPUT,
                       "%s: tables of measured kernels ('%s') are not supported yet; it must be one of %s", f->key,
                       v->text, list);
    const char *nearest = suggest_nearest(v->text, f->words, count);
    if (nearest)
        return err_set(err, ANTLER_BAD_INPUT, "%s: unknown value '%s'; did you mean '%s'? It must be one of %s", f->key,
                       v->text, nearest, list);
    return err_set(err, ANTLER_BAD_INPUT, "%s: unknown value '%s'; it must be one of %s", f->key, v->text, list);
}

/* "10x12": columns x rows. */
static antler_status parse_grid(const field *f, field_value *v, antler_error *err)
{
    const char *s = v->text;
    double sides[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        while (isdigit((unsigned char)*s) && sides[i] <= f->max)
            sides[i] = 10 * sides[i] + (*s++ - '0');
        if (i == 0 && *s++ != 'x')
            goto bad;
    }
    if (*s != '\0' || sides[0] < 1 || sides[1] < 1 || sides[0] * sides[1] > f->max)
        goto bad;
    v->grid[0] = (unsigned)sides[0];
    v->grid[1] = (unsigned)sides[1];
    return ANTLER_OK;
bad:
    return err_set(err, ANTLER_BAD_INPUT, "%s: '%s' is not a grid; write columns x rows, at least 1, like '%s'", f->key,
                   v->text, f->example);
}

antler_status field_parse(const field *f, const char *text, field_value *out, antler_error *err)
{
    field_value v = {.set = true};
    if (!normalise(text, v.text, sizeof v.text))
        return err_set(err, ANTLER_BAD_INPUT, "%s: the value is too long; write one like '%s'", f->key, f->example);
    if (v.text[0] == '\0')
        return err_set(err, ANTLER_BAD_INPUT, "%s has no value; write one like '%s'", f->key, f->example);
    antler_status status = ANTLER_OK;
    switch (f->kind) {
    case FIELD_COUNT:
    case FIELD_QUANTITY:
        status = parse_number(f, &v, err);
        break;
    case FIELD_WORD:
        status = f->words ? parse_word(f, &v, err) : ANTLER_OK;
        break;
    case FIELD_GRID:
        status = parse_grid(f, &v, err);
        break;
    }
    if (!status)
        *out = v;
    return status;
}

double hw_number(const antler_hwspec *spec, field_id id)
{
    const field_value *v = &spec->values[id];
    if (!v->set)
        return 0;
    if (hw_fields[id].kind == FIELD_GRID)
        return (double)v->grid[0] * v->grid[1];
    if (!v->per_cycle)
        return v->number;
    double clock = spec->values[HW_CHIP_CLOCK].number;
    return hw_fields[id].unit == UNIT_BPS ? v->number * clock : v->number / clock;
}

bool hw_is_set(const antler_hwspec *spec, field_id id)
{
    return spec->values[id].set;
}

const char *hw_word(const antler_hwspec *spec, field_id id)
{
    return spec->values[id].text;
}

static bool shapes_the_die(field_id id)
{
    static const field_id shaping[] = {HW_INTER_CHIP_BANDWIDTH,
                                       HW_CHIP_CORES,
                                       HW_CHIP_NODE,
                                       HW_CHIP_SPARE_CORES,
                                       HW_CHIP_HOST_BANDWIDTH,
                                       HW_CORE_SRAM,
                                       HW_CORE_KERNELS,
                                       HW_CORE_PROCESSORS,
                                       HW_MATRIX_M,
                                       HW_MATRIX_N,
                                       HW_MATRIX_K,
                                       HW_MATRIX_CYCLES,
                                       HW_VECTOR_LANES,
                                       HW_NOC_TOPOLOGY,
                                       HW_NOC_BANDWIDTH,
                                       HW_NOC_GRID,
                                       HW_HBM_BANDWIDTH,
                                       HW_HBM_CAPACITY,
                                       HW_HBM_TYPE};
    for (size_t i = 0; i < sizeof shaping / sizeof *shaping; i++)
        if (shaping[i] == id)
            return true;
    return false;
}

void hw_put(antler_hwspec *spec, field_id id, const field_value *value)
{
    spec->values[id] = *value;
    if (id == HW_CHIP_DIE_AREA)
        spec->area_of_file = false;
    if (!spec->area_of_file || !shapes_the_die(id))
        return;
    spec->values[HW_CHIP_DIE_AREA] = (field_value){.set = false};
    spec->area_of_file = false;
}

antler_status hw_set_number(antler_hwspec *spec, field_id id, double number, antler_error *err)
{
    const field *f = &hw_fields[id];
    if (f->kind != FIELD_COUNT && f->kind != FIELD_QUANTITY)
        return err_set(err, ANTLER_BAD_INPUT, "%s is a word like '%s'; it cannot be set to a number", f->key,
                       f->example);
    char text[64];
    if (!isfinite(number))
        return err_set(err, ANTLER_BAD_INPUT, "%s: the result is not a finite number", f->key);
    unit_format((quantity){.value = number}, f->unit, text, sizeof text);
    field_value v;
    antler_status status = field_parse(f, text, &v, err);
    if (!status)
        hw_put(spec, id, &v);
    return status;
}
