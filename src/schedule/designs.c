#include <string.h>

#include "base/suggest.h"
#include "schedule/design.h"

#define DESIGN(id, name, doc) static const design_ops design_##id = {name, doc, schedule_##id};
#include "schedule/designs.def"
#undef DESIGN

const design_ops *const designs[] = {
#define DESIGN(id, name, doc) &design_##id,
#include "schedule/designs.def"
#undef DESIGN
    NULL};

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
