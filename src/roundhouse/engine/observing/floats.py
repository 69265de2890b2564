"""Numbers as the bits of 32-bit floats, so that a packed vector of ints is an array of float32 to whoever reads it.

All scales are powers of two: then every fraction is exact, and no two amounts look the same.
"""
from __future__ import annotations

from array import array
from functools import cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

ONE: Final[i32] = 0x3F800000
EXPONENT: Final[i64] = 0x800000      # what is taken from the bits to halve a number
MOST: Final[i64] = 16384             # the largest amount that can be told from a larger one
WHOLE: Final = vec[i32](array("i", array("f", range(16385)).tobytes()))


def fraction(n: i64, halvings: i64) -> i32:
    """n of 2 ** halvings, at most 1; n is at least 1."""
    if n > MOST:
        return ONE
    bits = i64(WHOLE[n]) - halvings * EXPONENT
    return i32(bits) if bits < i64(ONE) else ONE


@cache
def fractions(halvings: int) -> vec[i32]:
    """By number from 0 on what `fraction` says of it, as far as that rises: the last is 1."""
    most = min(1 << halvings, int(MOST) + 1)
    return vec[i32]([fraction(n, halvings) if n else i32(0) for n in range(most + 1)])


def halvings_for(most: int) -> int:
    """The power of two that no amount up to `most` exceeds."""
    return max(most - 1, 0).bit_length()
