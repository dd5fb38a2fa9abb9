/* A core with a matrix unit that takes one padded m x n x k tile in a fixed number of cycles, and a vector unit of some
 * lanes; neither runs faster than its operands pass the SRAM port. */
#include "machine/kernel.h"

static double tiles(uint64_t size, double tile)
{
    uint64_t t = (uint64_t)tile;
    return (double)((size + t - 1) / t);
}

/* Cycles and lanes are given for 16-bit elements. Wider ones take as many 16-bit lanes or passes as they fill; narrower
 * ones are no faster. */
static double passes(double element_bytes)
{
    return element_bytes > 2 ? element_bytes / 2 : 1;
}

/* The matrix unit reads its operands anew for every pass of a tile, a row of A once for each column of tiles and a
 * column of B once for each row of tiles, and writes the result once. The vector unit reads and writes everything once.
 */
static double operand_bytes(const kernel_parameters *p, const kernel_call *c)
{
    double batch = (double)c->batch, m = (double)c->m, n = (double)c->n, k = (double)c->k;
    switch (c->kind) {
    case OP_MATMUL:
        return c->element_bytes * batch * (m * k * tiles(c->n, p->tile_n) + k * n * tiles(c->m, p->tile_m) + m * n);
    case OP_BINARY:
        return c->element_bytes * 3 * batch * m * n * k;
    case OP_REDUCE:
        return c->element_bytes * batch * m * n * (k + 1);
    case OP_UNARY:
    case OP_GATHER:
        return c->element_bytes * 2 * batch * m * n * k;
    }
    return 0;
}

static double unit_cycles(const kernel_parameters *p, const kernel_call *c)
{
    if (c->kind == OP_MATMUL)
        return p->fill_cycles + (double)c->batch * tiles(c->m, p->tile_m) * tiles(c->n, p->tile_n) *
                                    tiles(c->k, p->tile_k) * p->tile_cycles * passes(c->element_bytes);
    double elements = (double)c->batch * (double)c->m * (double)c->n * (double)c->k;
    return p->vector_issue_cycles + elements * passes(c->element_bytes) / p->vector_lanes;
}

static double cycles(const kernel_parameters *p, const kernel_call *c)
{
    double unit = unit_cycles(p, c);
    double port = operand_bytes(p, c) * p->port_cycles_per_byte;
    return unit > port ? unit : port;
}

static double sram_bytes(const kernel_parameters *p, const kernel_call *c, double seconds)
{
    (void)seconds;
    return operand_bytes(p, c);
}

static double peak_macs(const kernel_parameters *p, double element_bytes)
{
    return p->tile_m * p->tile_n * p->tile_k / (p->tile_cycles * passes(element_bytes));
}

static bool supports(double element_bytes)
{
    return element_bytes > 0;
}

/* Products of ceilings and sums of them are subadditive: no cut is faster, and cycles() is its own floor. */
const kernel_ops kernels_parametric = {"parametric", 0, supports, cycles, cycles, sram_bytes, peak_macs};
