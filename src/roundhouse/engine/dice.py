"""A small portable source of chance: the same seed gives the same numbers compiled, plain, and on every platform."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

MASK: Final[i64] = 0xFFFFFFFF
WARM_UP: Final = 16


@final
class Dice:
    """Chris Doty-Humphrey's sfc32: four 32-bit words, chaotic, with a counter that rules out short cycles.

    `stream` tells apart dice of one seed: game 7 of a tournament is `Dice(seed, 7)` on whatever machine it is played.
    """

    __slots__ = ("a", "b", "c", "counter")

    def __init__(self, seed: int, stream: int = 0) -> None:
        if not (0 <= seed < 1 << 64 and 0 <= stream < 1 << 32):
            raise ValueError(f"a seed is 0 to 2**64 - 1 and a stream 0 to 2**32 - 1, not {seed} and {stream}")
        self.a: i64 = i64(seed & 0xFFFFFFFF)
        self.b: i64 = i64(seed >> 32)
        self.c: i64 = i64(stream)
        self.counter: i64 = 1
        for _ in range(WARM_UP):
            self.word()

    def word(self) -> i64:
        """The next 32 random bits. No step leaves 62 bits, so plain ints and native ones agree."""
        out: i64 = (self.a + self.b + self.counter) & MASK
        b: i64 = self.b
        c: i64 = self.c
        self.counter = (self.counter + 1) & MASK
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & MASK
        self.c = (((c << 21) | (c >> 11)) + out) & MASK
        return out

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each exactly equally likely (Lemire's multiplication with rejection)."""
        if not 0 < n <= 0x40000000:
            raise ValueError(f"dice have 1 to 2**30 sides, not {n}")
        product: i64 = self.word() * n
        low: i64 = product & MASK
        if low < n:
            unfair: i64 = (MASK + 1 - n) % n
            while low < unfair:
                product = self.word() * n
                low = product & MASK
        return product >> 32

    def pick(self, codes: vec[i64] | Sequence[int]) -> int:
        """One of the codes, each equally likely."""
        return codes[int(self.below(len(codes)))]

    def shuffle(self, items: vec[i64] | list[int]) -> None:
        """Mix the items in place, every order equally likely."""
        if isinstance(items, list):
            for n in range(len(items) - 1, 0, -1):
                k = int(self.below(n + 1))
                items[n], items[k] = items[k], items[n]
            return
        packed: vec[i64] = items
        for i in range(len(packed) - 1, 0, -1):
            j = self.below(i + 1)
            held = packed[i]
            packed[i] = packed[j]
            packed[j] = held

    def __reduce__(self) -> tuple[object, ...]:
        return Dice, (0,), (self.a, self.b, self.c, self.counter)

    def __setstate__(self, words: tuple[int, int, int, int]) -> None:
        self.a, self.b, self.c, self.counter = words
