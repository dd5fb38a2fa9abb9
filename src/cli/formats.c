#include "formats.h"

int format_option(int key, antler_format *format)
{
    if (key < 0x2000 + ANTLER_CSV || key > 0x2000 + ANTLER_MARKDOWN)
        return 0;
    *format = (antler_format)(key - 0x2000);
    return 1;
}
