/* `lowest` and `count` of bits.py in C: what asks for them most has them in place when the library is linked, and moves of
   Irish Gauge and Narrow Gauge are a tenth faster for it. What mypyc makes of the Python is compiled as weak symbols
   (`_building.h`). */

#include <Python.h>
#include <CPy.h>
#include "vecs/librt_vecs_api.h"
#include HOUSE      /* what mypyc declares: a function that is declared otherwise than here does not compile */

int64_t CPyDef_roundhouse___engine___bits___lowest(int64_t bits) {
    return bits ? __builtin_ctzll((uint64_t)bits) : 0;
}

/* In pairs, in fours, in bytes, and all bytes at once: __builtin_popcountll is a call where the processor is not known to
   count by itself. */
int64_t CPyDef_roundhouse___engine___bits___count(int64_t bits) {
    uint64_t sums = (uint64_t)bits;
    sums -= (sums >> 1) & 0x5555555555555555ULL;
    sums = (sums & 0x3333333333333333ULL) + ((sums >> 2) & 0x3333333333333333ULL);
    return (int64_t)((((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL) >> 56);
}
