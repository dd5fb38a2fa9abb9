/* Designs and version, for those outside the library. */
#include <antler/evaluate.h>
#include <antler/version.h>

#include "config.h"

const antler_design_info *antler_designs(void)
{
    static const antler_design_info list[] = {
#define DESIGN(id, name, doc) {name, doc},
#include "schedule/designs.def"
#undef DESIGN
        {NULL, NULL}};
    return list;
}

const char *antler_version(void)
{
    return ANTLER_VERSION;
}
