#include "model/family.h"

#include <stddef.h>

const model_family *const model_families[] = {&family_llama, NULL};
