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
# The place of a lone bit by its remainder mod 67, where the powers of two up to the 65th all differ.
PLACE: Final = vec[u8]([u8(next((n for n in range(66) if 2**n % 67 == r), 0)) for r in range(67)])

# How many bits of a number below 4096 are set.
ONES: Final = vec[u8]([u8(bin(n).count("1")) for n in range(4096)])


def words_for(size: int) -> int:
    """How many words a set of `size` members takes."""
    return (size + 59) // 60


def packed(sets: Iterable[Iterable[int]], words: int) -> vec[i64]:
    """The sets, one after another, `words` words each."""
    masks = [sum(1 << member for member in set(members)) for members in sets]
    return vec[i64]([i64(mask >> 60 * w & (1 << 60) - 1) for mask in masks for w in range(words)])


def zeros(n: i64) -> vec[i64]:
    return vec[i64]([i64(0)] * n)


def filled(n: i64, value: i64) -> vec[i64]:
    return vec[i64]([value] * n)


def count(bits: i64) -> i64:
    """How many bits are set."""
    n: i64 = 0
    while bits:
        n += i64(ONES[bits & 4095])
        bits >>= 12
    return n


def member(bits: i64, n: i64) -> i64:
    """The place of the n-th bit that is set, the lowest being the 0th."""
    while n > 0:
        bits &= bits - 1
        n -= 1
    return lowest(bits)


def lowest(bits: i64) -> i64:
    """The place of the lowest bit that is set."""
    return i64(PLACE[(bits & -bits) % 67])


def append_members(codes: vec[i64], base: i64, bits: i64) -> vec[i64]:
    """Append base + n for every bit n that is set, rising."""
    while bits:
        codes = append(codes, base + lowest(bits))
        bits &= bits - 1
    return codes


def members(sets: vec[i64], which: int, words: int) -> list[int]:
    """The members of one set, rising."""
    return [
        w * 60 + n for w in range(words) for n in range(60) if sets[which * words + w] >> n & 1
    ]
