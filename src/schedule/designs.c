#include <string.h>

#include "base/suggest.h"
#include "schedule/design.h"

extern const design_ops design_basic, design_static, design_ideal;

const design_ops *const designs[] = {&design_basic, &design_static, &design_ideal, NULL};

const design_ops *design_find(const char *name, const char **nearest)
{
    const char *names[sizeof designs / sizeof *designs];
    size_t count = 0;
    for (; designs[count]; count++) {
        if (strcmp(designs[count]->name, name) == 0)
            return designs[count];
        names[count] = designs[count]->name;
    }
    if (nearest)
        *nearest = suggest_nearest(name, names, count);
    return NULL;
}
