#include "machine/kernel.h"

#include <string.h>

static const kernel_ops *const kernels[] = {&kernels_ipu_mk2, &kernels_parametric, NULL};

const kernel_ops *kernel_find(const char *name)
{
    for (size_t i = 0; kernels[i]; i++)
        if (strcmp(kernels[i]->name, name) == 0)
            return kernels[i];
    return NULL;
}
