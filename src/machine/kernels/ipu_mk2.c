/* Kernels of a Graphcore IPU Mk2 tile, 16-bit elements: cycles as the public Elk artifact (platformxlab/elk) fits them
 * to one tile. docs/MODEL.md, "Kernels", restates each formula. */
#include "machine/kernel.h"

/* ceil(a / b) as a double; sizes stay below 2^53. */
static double blocks(uint64_t a, uint64_t b)
{
    return (double)((a + b - 1) / b);
}

/* 6 rows of m against a 16 x 16 block of weights. Each term is a product of ceilings: subadditive in every size. */
static double matmul_oriented(double batch, uint64_t m, uint64_t n, uint64_t k)
{
    double kb = blocks(k, 16);
    double nb = blocks(n, 16);
    return batch * (24 * blocks(m, 6) * kb * nb + 514 * kb * nb + 113 * nb + 173);
}

/* The longer side is streamed as m unless both are short. */
static double matmul_cycles(const kernel_call *call)
{
    uint64_t longer = call->m > call->n ? call->m : call->n;
    uint64_t shorter = call->m > call->n ? call->n : call->m;
    if (longer <= 16)
        return matmul_oriented((double)call->batch, shorter, longer, call->k);
    return matmul_oriented((double)call->batch, longer, shorter, call->k);
}

static double elements(const kernel_call *call)
{
    return (double)call->batch * (double)call->m * (double)call->n * (double)call->k;
}

static double binary_cycles(double s)
{
    if (s > 16432)
        return 0.5 * s + 300;
    double short_form = 0.75 * s + 290;
    return short_form < 8517 ? short_form : 8517;
}

/* Outputs are handled in groups: 1, 2, 4, 8, 12, 16, 24, then multiples of 48. */
static double padded_outputs(uint64_t s)
{
    static const uint64_t sizes[] = {1, 2, 4, 8, 12, 16, 24};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (s <= sizes[i])
            return (double)sizes[i];
    return blocks(s, 48) * 48;
}

static double sum_cycles(double work)
{
    if (work > 480)
        return 0.25 * work + 175;
    double short_form = 1.5 * work + 175;
    return short_form < 295.25 ? short_form : 295.25;
}

static double reduce_cycles(const kernel_call *call)
{
    return sum_cycles(padded_outputs(call->batch * call->m * call->n) * (double)call->k);
}

static double gather_cycles(const kernel_call *call)
{
    return 300 + (double)call->m * blocks(call->n, 2) + (double)call->m;
}

static double cycles(const kernel_parameters *p, const kernel_call *call)
{
    (void)p;
    switch (call->kind) {
    case OP_MATMUL:
        return matmul_cycles(call);
    case OP_BINARY:
        return binary_cycles(elements(call));
    case OP_UNARY:
        return 0.5 * elements(call) + 200;
    case OP_REDUCE:
        return reduce_cycles(call);
    case OP_GATHER:
        return gather_cycles(call);
    }
    return 0;
}

/* Which way round a cut matmul runs depends on its size; equal cuts all run the same way. A cut reduction may pad its
 * outputs less: 25 to 48, but twice 13 to 16 each. */
static double floor_cycles(const kernel_parameters *p, const kernel_call *call)
{
    if (call->kind == OP_REDUCE)
        return sum_cycles(elements(call));
    if (call->kind != OP_MATMUL)
        return cycles(p, call);
    double one = matmul_oriented((double)call->batch, call->m, call->n, call->k);
    double other = matmul_oriented((double)call->batch, call->n, call->m, call->k);
    return one < other ? one : other;
}

/* A remote access to a tile's memory pauses the tile (Elk, section 2.1): a kernel uses the whole port while it runs. */
static double sram_bytes(const kernel_parameters *p, const kernel_call *call, double seconds)
{
    (void)call;
    return seconds * p->sram_bps;
}

/* 250 TFLOPS at 16 bits over 1472 tiles of 1.325 GHz: 64 multiply-adds a cycle. */
static double peak_macs(const kernel_parameters *p, double element_bytes)
{
    (void)p;
    (void)element_bytes;
    return 64;
}

static bool supports(double element_bytes)
{
    return element_bytes == 2;
}

/* A tile reads its memory 128 bits a cycle (Elk, section 2.1; Graphcore, "IPU Programmer's Guide"). */
enum { PORT_BYTES_PER_CYCLE = 16 };

const kernel_ops kernels_ipu_mk2 = {"ipu-mk2",    PORT_BYTES_PER_CYCLE, supports, cycles,
                                    floor_cycles, sram_bytes,           peak_macs};
