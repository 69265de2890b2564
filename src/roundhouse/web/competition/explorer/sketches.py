"""Positions as sketches of 64 bits, of any game: the more two positions have in common, the fewer of their bits differ.

What everybody sees of a position is a heap of statements, such as that somebody has so much money or that a track lies
there. Each draws 64 bits by lot; a bit of the sketch is what most of the statements have drawn for it (a simhash).
"""
from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from typing import Any
from zlib import crc32

from roundhouse.engine.contract import WATCHER, State
from roundhouse.web.storage.schema import SKETCH_PARTS

BITS, LANE = 64, 20
PART = 10
"""A sketch is found by six parts of ten bits: of two that are alike to 80 % one is the same in 92 of 100 cases."""
LEFT_OUT = frozenset({"options", "log", "map"})
"""What is the same in all positions of an edition."""
NEAR = 4
"""Amounts that differ by less have something in common."""


def sketch_of(state: State) -> int:
    """The sketch of a position, from what everybody sees of it."""
    said = list(statements(state.view(WATCHER)))
    drawn = sum(map(_lots, said))
    most = len(said) // 2
    mask = (1 << LANE) - 1
    return sum(1 << bit for bit in range(BITS) if drawn >> (bit * LANE) & mask > most)


def keys(game: str, seats: int, sketch: int) -> dict[str, int]:
    """By what a sketch is found among those of a title with so many players: a number for each of its parts."""
    return {
        name: (crc32(f"{game} {seats} {name}".encode()) & 0x1FFFFF) << PART | sketch >> (PART * n) & (1 << PART) - 1
        for n, name in enumerate(SKETCH_PARTS)
    }


def alike(one: int, other: int) -> float:
    """How like two sketches are: 1 for the same, 0 for two that have no more in common than any others."""
    return max(0.0, 1 - (one ^ other).bit_count() / (BITS / 2))


def statements(told: Any, path: str = "") -> Iterator[str]:
    """What is said of a position, each by where it stands in its view. The order of names in a list says nothing."""
    if isinstance(told, dict):
        for name, inner in told.items():
            if path or name not in LEFT_OUT:
                yield from statements(inner, f"{path}.{name}")
    elif isinstance(told, (list, tuple)):
        named = all(isinstance(inner, str) for inner in told)
        for number, inner in enumerate(told):
            yield from statements(inner, path if named else f"{path}.{number}")
    elif isinstance(told, (int, float)) and not isinstance(told, bool):
        yield f"{path}={told}"
        yield f"{path}~{told // NEAR}"
    else:
        yield f"{path}={told}"


@lru_cache(maxsize=200_000)
def _lots(statement: str) -> int:
    """The 64 bits that a statement draws, far enough apart to be added up."""
    drawn = int.from_bytes(blake2b(statement.encode(), digest_size=8).digest(), "big")
    return sum((drawn >> bit & 1) << (bit * LANE) for bit in range(BITS))
