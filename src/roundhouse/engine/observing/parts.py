"""The parts of an observation: blocks of flags, counts or amounts of money along named axes, and how they are filled.

To fill a part, the vector of the observation and the place where the observation begins in it are given each time.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from roundhouse.engine.observing.floats import ONE, fraction
from roundhouse.engine.words import WORD, lowest

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
        out[at + self.start + n] = ONE

    def mark_word(self, out: vec[i32], at: i64, n: i64, bits: i64) -> None:
        """Every bit that is set, counted from n on."""
        first = at + self.start + n
        while bits:
            out[first + lowest(bits)] = ONE
            bits &= bits - 1

    def mark_set(self, out: vec[i32], at: i64, n: i64, sets: vec[i64], which: i64, words: i64) -> None:
        """Every member of one of the sets that lie one after another, counted from n on."""
        for w in range(words):
            self.mark_word(out, at, n + w * WORD, sets[which * words + w])


@final
class Counts:
    """Small numbers as fractions of a power of two that none of them exceeds."""

    def __init__(self, start: i64, halvings: i64) -> None:
        self.start: i64 = start
        self.most: i64 = 1 << int(halvings)
        self.told: vec[i32] = vec[i32]([fraction(n, halvings) if n else i32(0) for n in range(int(self.most) + 1)])

    def put(self, out: vec[i32], at: i64, n: i64, count: i64) -> None:
        """What is less than 0 is told as 0, and what is too much as 1."""
        if count > 0:
            out[at + self.start + n] = self.told[count if count < self.most else self.most]

    def put_all(self, out: vec[i32], at: i64, counts: vec[i64]) -> None:
        self.put_run(out, at, 0, counts, 0, len(counts))

    def put_run(self, out: vec[i32], at: i64, n: i64, counts: vec[i64], first: i64, size: i64) -> None:
        """So many counts from `first` on, one after another from n on."""
        place = at + self.start + n - first
        told = self.told
        most = self.most
        for k in range(first, first + size):
            count = counts[k]
            if count > 0:
                out[place + k] = told[count if count < most else most]


@final
class Amounts:
    """Money, each amount as two numbers: finely as far as 128, and coarsely as far as it can go."""

    def __init__(self, start: i64, halvings: i64) -> None:
        self.start: i64 = start
        self.halvings: i64 = halvings

    def put(self, out: vec[i32], at: i64, n: i64, amount: i64) -> None:
        """What is less than 0 is told as 0."""
        if amount > 0:
            first = at + self.start + n + n
            out[first] = fraction(amount, FINE)
            out[first + 1] = fraction(amount, self.halvings)
