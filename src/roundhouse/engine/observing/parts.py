"""The parts of an observation: blocks of flags, counts or amounts of money along named axes, and how they are filled.

To fill a part, the vector of the observation and the place where the observation begins in it are given each time.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from roundhouse.engine.bits import WORD
from roundhouse.engine.observing.floats import ONE, fractions
from roundhouse.engine.observing.runs import mark_members, tell_bytes, tell_run

FINE: Final[i64] = 7        # small amounts of money are told in 128ths


@dataclass(frozen=True)
class Axis:
    """A direction of a block of numbers: what is counted along it, and the name of each place."""

    name: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """A named part of the observation: a block of numbers, its last axis running fastest."""

    name: str
    start: int
    size: int
    meaning: str
    scale: str
    axes: tuple[Axis, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """How many places there are along each axis."""
        return tuple(len(axis.labels) for axis in self.axes)

    def label(self, index: int) -> str:
        """What the number at an index of the whole vector tells."""
        left = index - self.start
        words: list[str] = []
        for axis in reversed(self.axes):
            words.append(axis.labels[left % len(axis.labels)])
            left //= len(axis.labels)
        return " ".join([self.name, *reversed(words)])


@final
class Flags:
    """Numbers that are 0 or 1."""

    def __init__(self, start: i64) -> None:
        self.start: i64 = start

    def mark(self, out: vec[i32], at: i64, n: i64) -> None:
        """Set the flag at a place."""
        out[at + self.start + n] = ONE

    def mark_word(self, out: vec[i32], at: i64, n: i64, bits: i64) -> None:
        """Every bit that is set, counted from n on."""
        mark_members(out, at + self.start + n, bits)

    def mark_set(self, out: vec[i32], at: i64, n: i64, sets: vec[i64], which: i64, words: i64) -> None:
        """Every member of one of the sets that lie one after another, counted from n on."""
        first = at + self.start + n
        for w in range(words):
            mark_members(out, first + w * WORD, sets[which * words + w])


@final
class Counts:
    """Small numbers as fractions of a power of two that none of them exceeds."""

    def __init__(self, start: i64, halvings: i64) -> None:
        self.start: i64 = start
        self.told: vec[i32] = fractions(halvings)

    def put(self, out: vec[i32], at: i64, n: i64, count: i64) -> None:
        """What is less than 0 is told as 0, and what is too much as 1."""
        if count > 0:
            told = self.told
            most: i64 = len(told) - 1
            out[at + self.start + n] = told[count if count < most else most]

    def put_all(self, out: vec[i32], at: i64, counts: vec[i64]) -> None:
        """Write the counts of all places."""
        tell_run(out, at + self.start, 1, self.told, counts, 0, len(counts))

    def put_run(self, out: vec[i32], at: i64, n: i64, counts: vec[i64], first: i64, size: i64) -> None:
        """So many counts from `first` on, one after another from n on."""
        tell_run(out, at + self.start + n, 1, self.told, counts, first, size)

    def put_turned(self, out: vec[i32], at: i64, n: i64, counts: vec[i64], first: i64, size: i64, begin: i64) -> None:
        """So many counts from `first` on, turned so that the one at `begin` comes first and those before it last."""
        place = at + self.start + n
        told = self.told
        tell_run(out, place, 1, told, counts, first + begin, size - begin)
        tell_run(out, place + size - begin, 1, told, counts, first, begin)

    def put_bytes(self, out: vec[i32], at: i64, n: i64, counts: vec[u8], first: i64, size: i64) -> None:
        """So many counts from `first` on, one after another from n on."""
        tell_bytes(out, at + self.start + n, self.told, counts, first, size)


@final
class Amounts:
    """Money, each amount as two numbers: finely as far as 128, and coarsely as far as it can go."""

    def __init__(self, start: i64, halvings: i64) -> None:
        self.start: i64 = start
        self.fine: vec[i32] = fractions(FINE)
        self.coarse: vec[i32] = fractions(halvings)

    def put(self, out: vec[i32], at: i64, n: i64, amount: i64) -> None:
        """What is less than 0 is told as 0."""
        if amount > 0:
            first = at + self.start + n + n
            fine = self.fine
            coarse = self.coarse
            most_fine: i64 = len(fine) - 1
            most: i64 = len(coarse) - 1
            out[first] = fine[amount if amount < most_fine else most_fine]
            out[first + 1] = coarse[amount if amount < most else most]

    def put_all(self, out: vec[i32], at: i64, amounts: vec[i64]) -> None:
        """Write the amounts of all places."""
        self.put_turned(out, at, amounts, 0)

    def put_turned(self, out: vec[i32], at: i64, amounts: vec[i64], begin: i64) -> None:
        """All amounts, the one at `begin` first and those before it last."""
        first = at + self.start
        left: i64 = len(amounts) - begin
        rest = first + left + left
        tell_run(out, first, 2, self.fine, amounts, begin, left)
        tell_run(out, first + 1, 2, self.coarse, amounts, begin, left)
        tell_run(out, rest, 2, self.fine, amounts, 0, begin)
        tell_run(out, rest + 1, 2, self.coarse, amounts, 0, begin)
