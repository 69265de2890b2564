"""Sets kept as machine words, for code that is not compiled."""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import TypeVar

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.bits import members
from roundhouse.engine.hexes import HexGrid

Member = TypeVar("Member")


class HexSet(Set[int]):
    """Some hexes of a grid, by their numbers, rising. It works as any set, and prints as a map.

    >>> grid = HexGrid(["A1", "A2", "B1"], [(0, 0), (1, 0), (0, 1)])
    >>> coast = HexSet(grid, [2, 0])
    >>> list(coast), coast.ids, coast <= {0, 1, 2}, coast & {1, 2} == {2}
    ([0, 2], ['A1', 'B1'], True, True)
    >>> print(coast)
    A1
        .
    B1
    """

    def __init__(self, grid: HexGrid, hexes: Iterable[int]) -> None:
        self.grid = grid
        self._hexes = dict.fromkeys(sorted(hexes))

    @classmethod
    def of(cls, grid: HexGrid, sets: vec[i64], which: int = 0) -> HexSet:
        """One of the sets that lie in a vector."""
        return cls(grid, members(sets, which, grid.words))

    @classmethod
    def _from_iterable(cls, members: Iterable[Member]) -> Set[Member]:
        """What it has in common with another set, or not, is a plain set."""
        return frozenset(members)

    def __contains__(self, hex_: object) -> bool:
        return hex_ in self._hexes

    def __iter__(self) -> Iterator[int]:
        return iter(self._hexes)

    def __len__(self) -> int:
        return len(self._hexes)

    @property
    def ids(self) -> list[str]:
        """The names of its hexes, in the order of their numbers."""
        return [self.grid.ids[h] for h in self]

    def __str__(self) -> str:
        """The ids of its hexes where they lie, a dot for every other; odd columns stand lower."""
        wide = max(map(len, self.grid.ids)) + 2
        places = [(q, 2 * r + q) for q, r in self.grid.axial]
        left, top = min(x for x, _ in places), min(y for _, y in places)
        rows = [[""] * (max(x for x, _ in places) - left + 1) for _ in range(max(y for _, y in places) - top + 1)]
        for h, (x, y) in enumerate(places):
            rows[y - top][x - left] = self.grid.ids[h] if h in self else "."
        return "\n".join("".join(f"{cell:<{wide}}" for cell in row).rstrip() for row in rows)


def standing(sets: Iterable[Iterable[int]]) -> dict[int, list[int]]:
    """For each number in any of the sets, in which it is: the railways of each hex that has any."""
    found: dict[int, list[int]] = {}
    for number, members_ in enumerate(sets):
        for member in sorted(members_):
            found.setdefault(member, []).append(number)
    return found
