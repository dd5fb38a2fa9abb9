/* The keys of a hwspec, in one table: parser, --set, sweep axes, database columns, docs and lists all read it. */
#ifndef SPEC_FIELD_H
#define SPEC_FIELD_H

#include <stdbool.h>
#include <stddef.h>

#include <antler/hwspec.h>

#include "base/unit.h"

typedef enum field_id {
    HW_CHIPS,
    HW_INTER_CHIP_TOPOLOGY,
    HW_INTER_CHIP_BANDWIDTH, /* bytes/s leaving (and entering) one chip */
    HW_INTER_CHIP_LATENCY,
    HW_CHIP_CORES,
    HW_CHIP_CLOCK,
    HW_CHIP_NODE,
    HW_CHIP_SPARE_CORES,    /* on the die beside chip.cores, to stand in for broken ones */
    HW_CHIP_HOST_BANDWIDTH, /* bytes/s of the host link, each way */
    HW_CHIP_DIE_AREA,       /* published, mm2; used instead of the model's */
    HW_CHIP_TDP,            /* published, W; compared with the model's, never used */
    HW_CORE_SRAM,
    HW_CORE_RESERVED,       /* SRAM bytes a core keeps for code, stacks and buffers */
    HW_CORE_SRAM_BANDWIDTH, /* bytes/s of one core's SRAM port */
    HW_CORE_OVERLAP,        /* none | dma */
    HW_CORE_PROCESSORS,     /* small processors that issue a core's work */
    HW_CORE_KERNELS,        /* ipu-mk2 | parametric | FILE.csv (later) */
    HW_MATRIX_M,            /* parametric kernels: the matrix unit's tile */
    HW_MATRIX_N,
    HW_MATRIX_K,
    HW_MATRIX_CYCLES, /* cycles of one tile; like fill and issue a count of cycles, not a time */
    HW_MATRIX_FILL,   /* cycles before the first tile of a kernel */
    HW_VECTOR_LANES,  /* 16-bit elements the vector unit handles a cycle */
    HW_VECTOR_ISSUE,  /* cycles before a vector kernel's first element */
    HW_NOC_TOPOLOGY,  /* all-to-all | mesh | torus | ring | hierarchical */
    HW_NOC_BANDWIDTH, /* all-to-all: one core's port each way; else one link, each direction */
    HW_NOC_GRID,      /* "10x12": columns x rows of routers; optional */
    HW_NOC_HOP,       /* latency of one hop; 0 on all-to-all */
    HW_NOC_SYNC,      /* one synchronization of all cores */
    HW_NOC_MULTICAST, /* yes | no */
    HW_HBM_BANDWIDTH, /* one chip's */
    HW_HBM_CHANNELS,  /* of one chip */
    HW_HBM_CAPACITY,  /* of one chip */
    HW_HBM_LATENCY,   /* first access */
    HW_HBM_BURST,     /* bytes a channel moves at least */
    HW_HBM_TYPE,      /* a file of hwspecs/memory, or remote */
    HW_HBM_PLACEMENT, /* edges corners west-east north-south center distributed */
    HW_FIELDS
} field_id;

typedef enum field_kind { FIELD_COUNT, FIELD_QUANTITY, FIELD_WORD, FIELD_GRID } field_kind;

typedef struct field {
    field_id id;
    const char *key;      /* `hbm.bandwidth`: in the file as section `hbm`, key `bandwidth` */
    const char *column;   /* `hbm_bandwidth_gbps` in the view results; NULL when not a column */
    double column_scale;  /* column = value / column_scale */
    const char *sql_name; /* `hbm_bandwidth`: the name in where/derive, in base units */
    field_kind kind;
    unit unit;
    bool required;
    const char *example;      /* a right value, for messages */
    const char *fallback;     /* value when absent and not required, as written in a file; NULL: unset */
    double min, max;          /* inclusive, base units */
    const char *const *words; /* FIELD_WORD: accepted words, NULL-ended; NULL: any */
    const char *doc;          /* one line for docs and `list axes` */
} field;

extern const field hw_fields[HW_FIELDS];

typedef struct field_value {
    bool set;
    bool per_cycle; /* number is in cycles (times) or bytes a cycle (rates) */
    double number;  /* FIELD_COUNT, FIELD_QUANTITY */
    unsigned grid[2];
    char text[96]; /* as written, normalised white space; FIELD_WORD's word */
    unsigned line; /* where it was written; 0 for --set, axes and fallbacks */
} field_value;

struct antler_hwspec {
    char name[64];
    char path[256];
    field_value values[HW_FIELDS];
    bool area_of_file; /* chip.die_area was written in the file and no key that shapes the die was set since */
};

/* antler_hwspec_load from memory; `file` names it in messages. */
antler_status hwspec_parse(const char *file, const char *text, size_t size, antler_hwspec **out, antler_error *err);

/* NULL when there is no such key; `nearest` (may be NULL) then gets the closest key. */
const field *field_find(const char *key, const char **nearest);

/* Parse `text` as this field's value. No position in the message. */
antler_status field_parse(const field *f, const char *text, field_value *out, antler_error *err);

/* Base units, cycles resolved with the spec's clock; 0 when unset. */
double hw_number(const antler_hwspec *spec, field_id id);
bool hw_is_set(const antler_hwspec *spec, field_id id);
const char *hw_word(const antler_hwspec *spec, field_id id);

/* Set from elsewhere than the file. A die area that the file gives is of the die that the file describes: it is dropped
 * when a key that shapes the die changes. */
void hw_put(antler_hwspec *spec, field_id id, const field_value *value);

/* Set from a number in base units (results of `derive`). */
antler_status hw_set_number(antler_hwspec *spec, field_id id, double number, antler_error *err);

#endif
