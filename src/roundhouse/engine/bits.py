"""Sets of small numbers as machine words: member n of a set is bit n % WORD of its word n // WORD.

A board's sets lie one after another in one packed vector; with W words a set, word w of set s is `sets[s * W + w]`.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

WORD: Final[i64] = 60

# Bits come from a table because `1 << n` with a native n is compiled as a 32-bit shift.
BIT: Final = vec[i64]([i64(1 << n) for n in range(60)])
# A lone bit times this number has the bit's place, in a code, in the six bits from the 58th on (a de Bruijn sequence).
SEQUENCE: Final[i64] = 0x03F79D71B4CB0A89
# The place of the bit by that code.
PLACE: Final = vec[u8]([
    u8(next(n for n in range(64) if (0x03F79D71B4CB0A89 << n) >> 58 & 63 == code)) for code in range(64)
])


def words_for(size: int) -> int:
    """How many words a set of `size` members takes."""
    return (size + 59) // 60


def packed(sets: Iterable[Iterable[int]], words: int) -> vec[i64]:
    """The sets, one after another, `words` words each."""
    masks = [sum(1 << member for member in set(members)) for members in sets]
    return vec[i64]([i64(mask >> 60 * w & (1 << 60) - 1) for mask in masks for w in range(words)])


def zeros(n: i64) -> vec[i64]:
    """A vector of that many zeros."""
    return vec[i64]([i64(0)] * n)


def filled(n: i64, value: i64) -> vec[i64]:
    """A vector of that many equal numbers."""
    return vec[i64]([value] * n)


def count(bits: i64) -> i64:
    """How many bits are set: added up in pairs, fours, bytes, and then all bytes."""
    bits -= (bits >> 1) & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    bits += bits >> 8
    bits += bits >> 16
    bits += bits >> 32
    return bits & 127


def member(bits: i64, n: i64) -> i64:
    """The place of the n-th bit that is set, the lowest being the 0th."""
    while n > 0:
        bits &= bits - 1
        n -= 1
    return lowest(bits)


def lowest(bits: i64) -> i64:
    """The place of the lowest bit that is set."""
    return i64(PLACE[((bits & -bits) * SEQUENCE) >> 58 & 63])


def append_members(codes: vec[i64], base: i64, bits: i64) -> vec[i64]:
    """Append base + n for every bit n that is set, rising."""
    while bits:
        codes = append(codes, base + lowest(bits))
        bits &= bits - 1
    return codes


def members(sets: Iterable[int], which: int, words: int) -> list[int]:
    """The members of one set, rising. It takes any vector or list of words, for it is plain code that asks most."""
    own = list(sets)[which * words:(which + 1) * words]
    return [w * 60 + n for w in range(words) for n in range(60) if own[w] >> n & 1]
