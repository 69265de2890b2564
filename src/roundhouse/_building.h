/* Short ways for what compiled code does most and mypyc makes a call of: to append to a vector with room left, to ask for
   bits of a word, and to make a float of a number. Each does what it stands for does; `_building.py` puts it in its
   place. */

#define SHORT_APPEND(Vec, Item, kind)                                                                                  \
    static inline Vec short_append_##kind(Vec vec, Item item) {                                                        \
        if (vec.items && vec.len < VEC_BUF_SIZE(VEC_##kind##_BUF(vec))) {                                              \
            vec.items[vec.len++] = item;                                                                               \
            return vec;                                                                                                \
        }                                                                                                              \
        return Vec##Api.append(vec, item);                                                                             \
    }

SHORT_APPEND(VecI64, int64_t, I64)
SHORT_APPEND(VecI32, int32_t, I32)
SHORT_APPEND(VecI16, int16_t, I16)
SHORT_APPEND(VecFloat, double, FLOAT)

/* roundhouse.engine.words.lowest */
static inline int64_t short_lowest(int64_t bits) {
    return bits ? __builtin_ctzll((uint64_t)bits) : 0;
}

/* roundhouse.engine.words.count */
static inline int64_t short_count(int64_t bits) {
    /* Counted in pairs, in fours, in bytes, and all bytes at once: __builtin_popcountll is a call where the processor is
       not known to count by itself. */
    uint64_t sums = (uint64_t)bits;
    sums -= (sums >> 1) & 0x5555555555555555ULL;
    sums = (sums & 0x3333333333333333ULL) + ((sums >> 2) & 0x3333333333333333ULL);
    return (int64_t)((((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL) >> 56);
}

/* float(number): a small number carries no object that would have to be read. */
static inline double short_float(CPyTagged number) {
    return CPyTagged_CheckShort(number) ? (double)CPyTagged_ShortAsSsize_t(number) : CPyFloat_FromTagged(number);
}
