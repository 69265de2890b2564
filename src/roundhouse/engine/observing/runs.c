/* The functions of runs.py in C, and `poured` of envs/observe.py: one look at the bounds for a whole run, and then what a C
   compiler knows to do many at a time. With what mypyc makes of the Python, an environment steps a quarter to a seventh as
   fast. That is compiled as weak symbols (`_building.h`), which stand back behind these when the library is linked.

   What mypyc returns of a function without a result is 1, and 2 after an error. */

#include <Python.h>
#include <CPy.h>
#include <string.h>
#include "vecs/librt_vecs_api.h"
#include HOUSE      /* what mypyc declares: a function that is declared otherwise than here does not compile */

#define RUNS(name) CPyDef_roundhouse___engine___observing___runs___##name

static inline int is_within(int64_t first, int64_t last, Py_ssize_t len) {
    return first >= 0 && last < len;
}

static char no_room(void) {
    PyErr_SetString(PyExc_IndexError, "index out of range");
    return 2;
}

char RUNS(blank)(VecI32 out, int64_t first, int64_t size) {
    if (size > 0) {
        if (!is_within(first, first + size - 1, out.len)) return no_room();
        memset(out.items + first, 0, size * sizeof(int32_t));
    }
    return 1;
}

char RUNS(mark_members)(VecI32 out, int64_t first, int64_t bits) {
    if (bits) {
        if (!is_within(first, first + 63 - __builtin_clzll((uint64_t)bits), out.len)) return no_room();
        do {
            out.items[first + __builtin_ctzll((uint64_t)bits)] = 0x3F800000;
            bits &= bits - 1;
        } while (bits);
    }
    return 1;
}

char RUNS(tell_run)(
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

char RUNS(tell_bytes)(VecI32 out, int64_t first, VecI32 told, VecU8 counts, int64_t start, int64_t size) {
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

char RUNS(set_codes)(VecU8 masks, int64_t first, VecI64 codes, uint8_t mark) {
    for (const int64_t *code = codes.items, *end = code + codes.len; code < end; code++) {
        if (!is_within(first + *code, first + *code, masks.len)) return no_room();
        masks.items[first + *code] = mark;
    }
    return 1;
}

/* Into what is an array of 32-bit floats with room enough. All else is for the long way, which knows why another buffer may
   not do. */
char CPyDef_roundhouse___envs___observe___poured(VecI32 numbers, PyObject *out, int64_t offset) {
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
