/* The table of families. */
#include "model/family.h"

#include <stdio.h>
#include <string.h>

const family *const families[] = {&llama_family, &mistral_family, &qwen2_family,    &qwen3_family,
                                  &phi3_family,  &gemma_family,   &gemma2_family,   &gemma3_family,
                                  &opt_family,   &gpt2_family,    &gpt_neox_family, &falcon_family,
                                  &bert_family,  &vit_family,     &dit_family,      NULL};

/* Is this how the config names the family? */
static bool named(const family *f, bool diffusers, const char *name)
{
    if (!diffusers)
        return strcmp(name, f->model_type) == 0;
    for (size_t i = 0; f->class_names && f->class_names[i]; i++)
        if (strcmp(name, f->class_names[i]) == 0)
            return true;
    return false;
}

antler_status family_of(const hf_config *c, const family **out, antler_error *err)
{
    char known[512] = "";
    const char *name = NULL;
    bool diffusers = !hf_has(c, "model_type") && hf_has(c, "_class_name");
    const char *key = diffusers ? "_class_name" : "model_type";
    antler_status status = hf_word(c, key, &name, err);
    for (size_t i = 0; !status && families[i]; i++) {
        if (named(families[i], diffusers, name)) {
            *out = families[i];
            return ANTLER_OK;
        }
        size_t used = strlen(known);
        (void)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", families[i]->model_type);
    }
    return status ? status : hf_error(c, key, err, "unknown '%.64s'; known are %s", name, known);
}
