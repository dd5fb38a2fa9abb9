#include "machine/ports.h"

port_bytes ports_of_core(const traffic *t, bool multicast)
{
    double bytes = (double)t->bytes;
    switch (t->pattern) {
    case TRAFFIC_SHIFT:
    case TRAFFIC_REDUCE_SCATTER:
        break;
    case TRAFFIC_ALL_GATHER:
        return (port_bytes){.in = bytes, .out = multicast && t->ring > 1 ? bytes / (t->ring - 1) : bytes};
    case TRAFFIC_SPREAD:
        return (port_bytes){.in = bytes, .out = multicast ? (double)t->unique / traffic_cores(t) : bytes};
    case TRAFFIC_HBM_LOAD:
        return (port_bytes){.in = bytes};
    case TRAFFIC_HBM_STORE:
        return (port_bytes){.out = bytes};
    }
    return (port_bytes){.in = bytes, .out = bytes};
}
