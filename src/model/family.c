/* The table of families. */
#include "model/family.h"

#include <stdio.h>
#include <string.h>

const family *const families[] = {&llama_family, &opt_family, &gemma2_family, NULL};

antler_status family_of(const hf_config *c, const family **out, antler_error *err)
{
    char known[256] = "";
    const char *type = NULL;
    antler_status status = hf_word(c, "model_type", &type, err);
    for (size_t i = 0; !status && families[i]; i++) {
        if (strcmp(type, families[i]->model_type) == 0) {
            *out = families[i];
            return ANTLER_OK;
        }
        size_t used = strlen(known);
        (void)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", families[i]->model_type);
    }
    return status ? status : hf_error(c, "model_type", err, "unknown '%.64s'; known are %s", type, known);
}
