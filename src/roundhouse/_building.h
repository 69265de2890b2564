/* Included before each file that mypyc has written, by a flag of the compiler: nothing is changed in those files. */

/* These give way to the functions of the same names in engine/bits.c and engine/observing/runs.c. */
#pragma weak CPyDef_roundhouse___engine___bits___lowest
#pragma weak CPyDef_roundhouse___engine___bits___count
#pragma weak CPyDef_roundhouse___engine___observing___runs___blank
#pragma weak CPyDef_roundhouse___engine___observing___runs___mark_members
#pragma weak CPyDef_roundhouse___engine___observing___runs___tell_run
#pragma weak CPyDef_roundhouse___engine___observing___runs___tell_bytes
#pragma weak CPyDef_roundhouse___engine___observing___runs___set_codes
#pragma weak CPyDef_roundhouse___envs___observe___poured

#include <Python.h>
#include <CPy.h>
#include "vecs/librt_vecs_api.h"

/* To append to a vector with room left, to copy one as a whole, and to make a float of a small number are calls of librt
   and of mypyc's library. Done in place they make the search 8 to 21 % faster in all four games, and environments up to a
   quarter. What else librt offers stays as it is. */
#define SHORT_WAYS(Vec, Item, kind)                                                                                    \
    static inline Vec short_append_##kind(Vec vec, Item item) {                                                        \
        if (vec.items && vec.len < VEC_BUF_SIZE(VEC_##kind##_BUF(vec))) {                                              \
            vec.items[vec.len++] = item;                                                                               \
            return vec;                                                                                                \
        }                                                                                                              \
        return Vec##Api.append(vec, item);                                                                             \
    }                                                                                                                  \
    static inline Vec short_slice_##kind(Vec vec, int64_t start, int64_t end) {                                        \
        if (start != 0 || end < vec.len) return Vec##Api.slice(vec, start, end);                                       \
        if (!vec.items) return vec;                                                                                    \
        Vec##BufObject *room = PyObject_NewVar(Vec##BufObject, Py_TYPE(VEC_##kind##_BUF(vec)), vec.len);               \
        Vec copy = {room ? vec.len : -1, room ? room->items : NULL};                                                   \
        if (room) memcpy(copy.items, vec.items, vec.len * sizeof(*vec.items));                                         \
        return copy;                                                                                                   \
    }                                                                                                                  \
    static inline Vec##API short_##kind(void) {                                                                        \
        Vec##API ways = Vec##Api;                                                                                      \
        ways.append = short_append_##kind;                                                                             \
        ways.slice = short_slice_##kind;                                                                               \
        return ways;                                                                                                   \
    }

SHORT_WAYS(VecI64, int64_t, I64)
SHORT_WAYS(VecI32, int32_t, I32)
SHORT_WAYS(VecI16, int16_t, I16)
SHORT_WAYS(VecU8, uint8_t, U8)
SHORT_WAYS(VecFloat, double, FLOAT)
#define VecI64Api (short_I64())
#define VecI32Api (short_I32())
#define VecI16Api (short_I16())
#define VecU8Api (short_U8())
#define VecFloatApi (short_FLOAT())

static inline double short_float(CPyTagged number) {
    return CPyTagged_CheckShort(number) ? (double)CPyTagged_ShortAsSsize_t(number) : CPyFloat_FromTagged(number);
}
#define CPyFloat_FromTagged short_float
