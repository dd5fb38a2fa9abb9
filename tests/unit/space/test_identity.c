/* One point written in many ways has one hash; any difference that matters gives another. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "model/model.h"
#include "space/identity.h"

static const char text[] =
    "name: chip\n"
    "chip: {cores: 64, clock: 1 GHz}\n"
    "core: {sram: 624 KiB, sram_bandwidth: 16 B/cycle, kernels: ipu-mk2}\n"
    "noc: {topology: mesh, bandwidth: 5.5 GB/s, sync: 100 cycles, grid: 8x8, hop: 2 cycles}\n"
    "hbm: {bandwidth: 4 TB/s, channels: 64, capacity: 64 GiB, latency: 120 ns, placement: edges}\n";
static antler_model *model;
static const antler_workload workload = {.phase = ANTLER_DECODE, .batch = 32, .context = 2048, .dtype = ANTLER_FP16};

/* A model of `layers` layers under the name of its file. */
static antler_model *model_of(const char *path, int layers)
{
    char config[512];
    antler_model *made = NULL;
    antler_error err;
    int size = snprintf(config, sizeof config,
                        "{\"model_type\": \"llama\", \"hidden_act\": \"silu\", \"hidden_size\": 256, "
                        "\"intermediate_size\": 704, \"max_position_embeddings\": 4096, \"num_attention_heads\": 8, "
                        "\"num_hidden_layers\": %d, \"num_key_value_heads\": 4, \"rms_norm_eps\": 1e-05, "
                        "\"tie_word_embeddings\": false, \"vocab_size\": 2000}",
                        layers);
    if (model_parse(path, config, (size_t)size, &made, &err))
        fail_msg("%s", err.message);
    return made;
}

static int make_model(void **state)
{
    (void)state;
    model = model_of("m.json", 40);
    return 0;
}

static int free_model(void **state)
{
    (void)state;
    antler_model_free(model);
    return 0;
}

static antler_hwspec *chip(void)
{
    antler_hwspec *spec = NULL;
    antler_error err;
    if (hwspec_parse("chip.yaml", text, sizeof text - 1, &spec, &err))
        fail_msg("%s", err.message);
    return spec;
}

static identity identity_of(const antler_hwspec *spec, arena *a)
{
    identity id;
    antler_error err;
    assert_int_equal(identity_make(spec, NULL, model, &workload, "static", a, &id, &err), ANTLER_OK);
    assert_int_equal(strlen(id.hash), 32);
    return id;
}

static void spelling_does_not_matter(void **state)
{
    (void)state;
    static const char *const same[][2] = {{"hbm.bandwidth", "4000 GB/s"}, {"hbm.bandwidth", "4e12 B/s"},
                                          {"core.sram", "638976 B"},      {"core.sram_bandwidth", "16 GB/s"},
                                          {"noc.sync", "100 ns"},         {"chip.clock", "1000 MHz"},
                                          {"chip.cores", "6.4e1"},        {"noc.grid", "08x8"},
                                          {"hbm.latency", "120e-9 s"},    {"chips", "1"}};
    arena *a = arena_new();
    antler_error err;
    antler_hwspec *base = chip();
    identity want = identity_of(base, a);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        antler_hwspec *spec = chip();
        assert_int_equal(antler_hwspec_set(spec, same[i][0], same[i][1], &err), ANTLER_OK);
        strcpy(spec->path, "elsewhere.yaml");
        identity id = identity_of(spec, a);
        assert_string_equal(id.json, want.json);
        assert_string_equal(id.hash, want.hash);
        antler_hwspec_free(spec);
    }
    antler_hwspec_free(base);
    arena_free(a);
}

static void values_matter(void **state)
{
    (void)state;
    /* A right value for each key, other than the chip's. */
    static const char *const other[HW_FIELDS] = {
        [HW_CHIPS] = "2",
        [HW_INTER_CHIP_TOPOLOGY] = "ring",
        [HW_INTER_CHIP_BANDWIDTH] = "1 GB/s",
        [HW_INTER_CHIP_LATENCY] = "1 us",
        [HW_CHIP_CORES] = "63",
        [HW_CHIP_CLOCK] = "1.0000000001 GHz",
        [HW_CHIP_NODE] = "7 nm",
        [HW_CHIP_SPARE_CORES] = "1",
        [HW_CHIP_HOST_BANDWIDTH] = "1 GB/s",
        [HW_CHIP_DIE_AREA] = "800 mm2",
        [HW_CHIP_TDP] = "300 W",
        [HW_CORE_SRAM] = "638977 B",
        [HW_CORE_RESERVED] = "1 B",
        [HW_CORE_SRAM_BANDWIDTH] = "17 B/cycle",
        [HW_CORE_OVERLAP] = "dma",
        [HW_CORE_PROCESSORS] = "5",
        [HW_CORE_KERNELS] = "parametric",
        [HW_MATRIX_M] = "1",
        [HW_MATRIX_N] = "1",
        [HW_MATRIX_K] = "1",
        [HW_MATRIX_CYCLES] = "1",
        [HW_MATRIX_FILL] = "1",
        [HW_VECTOR_LANES] = "1",
        [HW_VECTOR_ISSUE] = "1",
        [HW_NOC_TOPOLOGY] = "ring",
        [HW_NOC_BANDWIDTH] = "5.5 GiB/s",
        [HW_NOC_GRID] = "4x16",
        [HW_NOC_HOP] = "3 cycles",
        [HW_NOC_SYNC] = "101 cycles",
        [HW_NOC_MULTICAST] = "no",
        [HW_HBM_BANDWIDTH] = "4.000000000001 TB/s",
        [HW_HBM_CHANNELS] = "32",
        [HW_HBM_CAPACITY] = "64 GB",
        [HW_HBM_LATENCY] = "121 ns",
        [HW_HBM_BURST] = "32 B",
        [HW_HBM_TYPE] = "hbm3",
        [HW_HBM_PLACEMENT] = "center",
    };
    arena *a = arena_new();
    antler_error err;
    antler_hwspec *base = chip();
    identity want = identity_of(base, a);
    for (size_t i = 0; i < HW_FIELDS; i++) {
        antler_hwspec *spec = chip();
        if (!other[i] || antler_hwspec_set(spec, hw_fields[i].key, other[i], &err))
            fail_msg("%s: %s", hw_fields[i].key, other[i] ? err.message : "no other value here");
        if (strcmp(identity_of(spec, a).hash, want.hash) == 0)
            fail_msg("%s does not matter", hw_fields[i].key);
        antler_hwspec_free(spec);
    }
    antler_hwspec_free(base);
    arena_free(a);
}

/* What a chip is made with matters where the hwspec says what that is, by value and not by source. */
static void figures_matter(void **state)
{
    (void)state;
    arena *a = arena_new();
    antler_techs *techs = NULL;
    antler_error err;
    identity none, with, changed;
    antler_hwspec *spec = chip();
    assert_int_equal(antler_techs_load(&techs, &err), ANTLER_OK);
    assert_int_equal(identity_make(spec, NULL, model, &workload, "static", a, &none, &err), ANTLER_OK);
    assert_int_equal(identity_make(spec, techs, model, &workload, "static", a, &with, &err), ANTLER_OK);
    assert_string_equal(none.hash, with.hash); /* no chip.node: nothing is chosen */
    assert_int_equal(antler_hwspec_set(spec, "chip.node", "7 nm", &err), ANTLER_OK);
    assert_int_equal(antler_hwspec_set(spec, "hbm.type", "hbm3", &err), ANTLER_OK);
    assert_int_equal(identity_make(spec, NULL, model, &workload, "static", a, &none, &err), ANTLER_OK);
    assert_int_equal(identity_make(spec, techs, model, &workload, "static", a, &with, &err), ANTLER_OK);
    assert_string_not_equal(none.hash, with.hash);
    techs->files[FIGURES_MEMORY][0].digest[0] ^= 1; /* hbm2: not this chip's */
    assert_int_equal(identity_make(spec, techs, model, &workload, "static", a, &changed, &err), ANTLER_OK);
    assert_string_equal(with.hash, changed.hash);
    for (size_t i = 0; i < techs->counts[FIGURES_TECHNOLOGY]; i++)
        techs->files[FIGURES_TECHNOLOGY][i].digest[0] ^= 1;
    assert_int_equal(identity_make(spec, techs, model, &workload, "static", a, &changed, &err), ANTLER_OK);
    assert_string_not_equal(with.hash, changed.hash);
    antler_techs_free(techs);
    antler_hwspec_free(spec);
    arena_free(a);
}

static void model_workload_and_design_matter(void **state)
{
    (void)state;
    antler_model *named = model_of("n.json", 40), *deeper = model_of("m.json", 41), *again = model_of("x/m.json", 40);
    const antler_workload batch = {.phase = ANTLER_DECODE, .batch = 33, .context = 2048, .dtype = ANTLER_FP16},
                          context = {.phase = ANTLER_DECODE, .batch = 32, .context = 2049, .dtype = ANTLER_FP16},
                          phase = {.phase = ANTLER_PREFILL, .batch = 32, .context = 2048, .dtype = ANTLER_FP16},
                          dtype = {.phase = ANTLER_DECODE, .batch = 32, .context = 2048, .dtype = ANTLER_FP32},
                          kv = {.phase = ANTLER_DECODE,
                                .batch = 32,
                                .context = 2048,
                                .dtype = ANTLER_FP16,
                                .kv = 1 + ANTLER_FP8};
    const struct {
        const antler_model *model;
        const antler_workload *workload;
        const char *design;
    } points[] = {{model, &workload, "static"}, {named, &workload, "static"}, {deeper, &workload, "static"},
                  {model, &batch, "static"},    {model, &context, "static"},  {model, &phase, "static"},
                  {model, &dtype, "static"},    {model, &kv, "static"},       {model, &workload, "ideal"}};
    enum { POINTS = sizeof points / sizeof *points };
    identity ids[POINTS];
    arena *a = arena_new();
    antler_hwspec *spec = chip();
    antler_error err;
    for (size_t i = 0; i < POINTS; i++) {
        assert_int_equal(
            identity_make(spec, NULL, points[i].model, points[i].workload, points[i].design, a, &ids[i], &err),
            ANTLER_OK);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(ids[i].hash, ids[j].hash);
    }
    identity same;
    assert_int_equal(identity_make(spec, NULL, again, &workload, "static", a, &same, &err), ANTLER_OK);
    assert_string_equal(same.hash, ids[0].hash);
    antler_model_free(named);
    antler_model_free(deeper);
    antler_model_free(again);
    antler_hwspec_free(spec);
    arena_free(a);
}

/* What is stored can be read, and holds the point in base units. */
static void json_is_whole(void **state)
{
    (void)state;
    arena *a = arena_new();
    antler_hwspec *spec = chip();
    json_t *json = json_loads(identity_of(spec, a).json, 0, NULL);
    const json_t *hwspec = json_object_get(json, "hwspec");
    assert_true(json_number_value(json_object_get(hwspec, "hbm.bandwidth")) == 4e12);
    assert_true(json_number_value(json_object_get(hwspec, "noc.sync")) == 100 / 1e9);
    assert_true(json_number_value(json_object_get(hwspec, "core.sram_bandwidth")) == 16e9);
    assert_string_equal(json_string_value(json_object_get(hwspec, "noc.topology")), "mesh");
    assert_string_equal(json_string_value(json_object_get(hwspec, "noc.grid")), "8x8");
    assert_null(json_object_get(hwspec, "core.matrix_m"));
    assert_int_equal(json_integer_value(json_object_get(json_object_get(json, "workload"), "batch")), 32);
    json_decref(json);
    antler_hwspec_free(spec);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spelling_does_not_matter), cmocka_unit_test(values_matter), cmocka_unit_test(figures_matter),
        cmocka_unit_test(model_workload_and_design_matter), cmocka_unit_test(json_is_whole)};
    return cmocka_run_group_tests(tests, make_model, free_model);
}
