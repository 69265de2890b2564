"""Numbers written many at a time. Where there is a C compiler, the same functions of `runs.c` run in their place."""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from roundhouse.engine.bits import lowest
from roundhouse.engine.observing.floats import ONE


def blank(out: vec[i32], first: i64, size: i64) -> None:
    """So many numbers become 0."""
    for place in range(first, first + size):
        out[place] = 0


def mark_members(out: vec[i32], first: i64, bits: i64) -> None:
    """A 1 at first + n for every bit n that is set."""
    while bits:
        out[first + lowest(bits)] = ONE
        bits &= bits - 1


def tell_run(
    out: vec[i32], first: i64, apart: i64, told: vec[i32], counts: vec[i64], start: i64, size: i64
) -> None:
    """What a table says of so many counts from `start` on, so far apart from each other. What is less than 0 is told as
    0, and what is too much for the table as its last."""
    most: i64 = len(told) - 1
    place = first
    for n in range(start, start + size):
        count = counts[n]
        out[place] = told[0 if count < 0 else count if count < most else most]
        place += apart


def tell_bytes(out: vec[i32], first: i64, told: vec[i32], counts: vec[u8], start: i64, size: i64) -> None:
    """The same for small counts that lie in bytes, next to each other."""
    most: i64 = len(told) - 1
    place = first - start
    for n in range(start, start + size):
        count = i64(counts[n])
        out[place + n] = told[count if count < most else most]


def set_codes(masks: vec[u8], first: i64, codes: vec[i64], mark: u8) -> None:
    """The mark at first + code for each of the codes."""
    for code in codes:
        masks[first + code] = mark
