/* Short ways for what compiled code does most and mypyc makes a call of: to append to a vector with room left, to copy one,
   to ask for bits of a word, to make a float of a number, and to write runs of numbers. Each does what it stands for does;
   `_building.py` puts it in its place. */

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

#define SHORT_COPY(Vec, kind)                                                                                          \
    static inline Vec short_copy_##kind(Vec vec) {                                                                     \
        if (!vec.items) return vec;                                                                                    \
        Vec##BufObject *room = PyObject_NewVar(Vec##BufObject, Py_TYPE(VEC_##kind##_BUF(vec)), vec.len);               \
        Vec copy = {room ? vec.len : -1, room ? room->items : NULL};                                                   \
        if (room) memcpy(copy.items, vec.items, vec.len * sizeof(*vec.items));                                         \
        return copy;                                                                                                   \
    }

SHORT_COPY(VecI64, I64)
SHORT_COPY(VecI32, I32)
SHORT_COPY(VecI16, I16)
SHORT_COPY(VecU8, U8)

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

/* roundhouse.engine.observing.runs: what mypyc returns of a function without a result is 1, and 2 after an error. */
static inline int is_within(int64_t first, int64_t last, Py_ssize_t len) {
    return first >= 0 && last < len;
}

static inline char no_room(void) {
    PyErr_SetString(PyExc_IndexError, "index out of range");
    return 2;
}

static inline char short_blank(VecI32 out, int64_t first, int64_t size) {
    if (size > 0) {
        if (!is_within(first, first + size - 1, out.len)) return no_room();
        memset(out.items + first, 0, size * sizeof(int32_t));
    }
    return 1;
}

static inline char short_mark_members(VecI32 out, int64_t first, int64_t bits) {
    if (bits) {
        if (!is_within(first, first + 63 - __builtin_clzll((uint64_t)bits), out.len)) return no_room();
        do {
            out.items[first + __builtin_ctzll((uint64_t)bits)] = 0x3F800000;
            bits &= bits - 1;
        } while (bits);
    }
    return 1;
}

static inline char short_tell_run(
    VecI32 out, int64_t first, int64_t apart, VecI32 told, VecI64 counts, int64_t start, int64_t size
) {
    if (size > 0) {
        int64_t most = told.len - 1;
        if (apart < 0 || most < 0 || !is_within(start, start + size - 1, counts.len)
            || !is_within(first, first + (size - 1) * apart, out.len)) return no_room();
        const int64_t *count = counts.items + start;
        int32_t *place = out.items + first;
        for (const int64_t *end = count + size; count < end; count++, place += apart) {
            int64_t n = *count < most ? *count : most;
            *place = told.items[n < 0 ? 0 : n];
        }
    }
    return 1;
}

static inline char short_tell_bytes(
    VecI32 out, int64_t first, VecI32 told, VecU8 counts, int64_t start, int64_t size
) {
    if (size > 0) {
        int64_t most = told.len - 1;
        if (most < 0 || !is_within(start, start + size - 1, counts.len)
            || !is_within(first, first + size - 1, out.len)) return no_room();
        const uint8_t *count = counts.items + start;
        int32_t *place = out.items + first;
        int64_t n = 0;
        for (uint64_t eight; n + 8 <= size; n += 8) {
            memcpy(&eight, count + n, 8);
            if (eight == 0)     /* most are, and to look each up would take longer */
                for (int k = 0; k < 8; k++) place[n + k] = told.items[0];
            else
                for (int k = 0; k < 8; k++) place[n + k] = told.items[count[n + k] < most ? count[n + k] : most];
        }
        for (; n < size; n++) place[n] = told.items[count[n] < most ? count[n] : most];
    }
    return 1;
}

static inline char short_set_codes(VecU8 masks, int64_t first, VecI64 codes, uint8_t mark) {
    for (const int64_t *code = codes.items, *end = code + codes.len; code < end; code++) {
        if (!is_within(first + *code, first + *code, masks.len)) return no_room();
        masks.items[first + *code] = mark;
    }
    return 1;
}

/* roundhouse.envs.observe.pour, into what is an array of 32-bit floats with room enough; what else there is, and why it
   may not do, the long way knows. */
static inline int is_poured(VecI32 numbers, PyObject *out, int64_t offset) {
    Py_buffer view;
    if (PyObject_GetBuffer(out, &view, PyBUF_WRITABLE | PyBUF_ND | PyBUF_FORMAT) < 0) {
        PyErr_Clear();
        return 0;
    }
    int fits = view.ndim == 1 && view.format && !strcmp(view.format, "f") && offset >= 0
        && offset <= view.shape[0] - numbers.len;
    if (fits) memcpy((int32_t *)view.buf + offset, numbers.items, numbers.len * sizeof(int32_t));
    PyBuffer_Release(&view);
    return fits;
}

#define short_pour(numbers, out, offset)                                                                               \
    (is_poured(numbers, out, offset) ? 1 : CPyDef_roundhouse___envs___observe___pour(numbers, out, offset))
