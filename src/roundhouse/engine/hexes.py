"""Hex grids: named hexes in axial coordinates, with a table of neighbours."""
from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT, WORD, packed, words_for

DIRECTIONS: Final = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


@final
class HexGrid:
    """The hexes of a board, numbered in the order of its data. What is not listed (sea) does not exist."""

    def __init__(self, ids: list[str], axial: list[tuple[int, int]]) -> None:
        self.ids = ids
        self.axial = axial
        self.index = {name: h for h, name in enumerate(ids)}
        self.at = {place: h for h, place in enumerate(axial)}
        self.neighbours = [
            [self.at[q + dq, r + dr] for dq, dr in DIRECTIONS if (q + dq, r + dr) in self.at] for q, r in axial
        ]
        self.words = words_for(len(ids))
        self.near: vec[i64] = packed(self.neighbours, self.words)
        # Where a hex stands in a set: looked up because dividing by WORD is slow.
        self.word: vec[i64] = vec[i64]([h // WORD for h in range(len(ids))])
        self.bit: vec[i64] = vec[i64]([BIT[h % WORD] for h in range(len(ids))])

    def __len__(self) -> int:
        return len(self.ids)
