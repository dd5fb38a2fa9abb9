#include "support/layers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "evaluate/alike.h"
#include "support/chain.h"

static const char config[] = "{\"model_type\": \"llama\", \"hidden_act\": \"silu\", \"hidden_size\": 64,"
                             "\"intermediate_size\": 96, \"num_attention_heads\": 4, \"num_hidden_layers\": %u,"
                             "\"num_key_value_heads\": 2, \"tie_word_embeddings\": false, \"vocab_size\": 320}";

static antler_model *load_model(uint32_t layers)
{
    char path[] = "/tmp/antler-layers-XXXXXX.json";
    int fd = mkstemps(path, 5);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    assert_non_null(f);
    assert_true(fprintf(f, config, layers) > 0);
    assert_int_equal(fclose(f), 0);
    antler_model *model = NULL;
    antler_error err = {0};
    antler_status st = antler_model_load(path, &model, &err);
    (void)unlink(path);
    if (st != ANTLER_OK)
        fail_msg("%s", err.message);
    return model;
}

schedule_input *layers_input(arena *a, uint32_t layers, const machine *m)
{
    antler_error err = {0};
    antler_workload w = {.phase = ANTLER_DECODE, .batch = 2, .context = 16, .dtype = ANTLER_FP16};
    antler_model *model = load_model(layers);
    graph *g = NULL;
    shard *shards = NULL;
    assert_int_equal(graph_build(model, &w, a, &g, &err), ANTLER_OK);
    antler_model_free(model);
    assert_int_equal(shard_graph(g, m, a, &shards, &err), ANTLER_OK);
    schedule_input *in = ARENA_ARRAY(a, schedule_input, 1);
    const plan_set **sets = ARENA_ARRAY(a, const plan_set *, g->nops);
    uint32_t *alike = alike_find(g, shards, a);
    assert_true(in && sets && alike);
    for (uint32_t i = 0; i < g->nops; i++) {
        plan_set *found = NULL;
        plan_set *priced = NULL;
        sets[i] = sets[alike[i]];
        if (alike[i] < i)
            continue;
        assert_int_equal(plans_enumerate(g, &g->ops[i], &shards[i], m, a, &found, &err), ANTLER_OK);
        assert_int_equal(plans_price(found, g, &g->ops[i], &shards[i], m, a, &priced, &err), ANTLER_OK);
        sets[i] = priced;
    }
    *in = (schedule_input){
        .g = g, .m = m, .shards = shards, .plans = sets, .alike = alike, .judge = {.latency = chain_judge}};
    return in;
}

machine *layers_machine(arena *a)
{
    return machine_from(a, "chip.cores=64; core.sram=8 KiB; core.reserved=0 B; noc.bandwidth=2 GB/s; noc.sync=10 ns; "
                           "hbm.bandwidth=60 GB/s; hbm.channels=8");
}
