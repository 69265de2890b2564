"""What a room's `ledger.py` provides."""
from __future__ import annotations

from typing import Protocol

from roundhouse.engine.contract import Game, State
from roundhouse.games.books import Began, Built, Earned, Entry, Kind, Paid, Shape, Sold, Took, hexes

__all__ = [
    "Began", "Built", "Earned", "Entry", "Kind", "Ledger", "NoBooks", "Paid", "Shape", "Sold", "Took", "hexes",
]


class Ledger(Protocol):
    UNIT: str
    """What scores and prices are counted in: "£", "$" before a number, or a word after it."""

    def kinds(self, game: Game) -> list[Kind]: ...

    def entries(self, before: State, code: int, after: State) -> list[Entry]:
        """What one step writes into the books."""
        ...

    def chart(self, game: Game) -> list[Shape]:
        """The map, flat: every spot that `Built` and `Earned` may name."""
        ...


class NoBooks:
    """The ledger of a game that keeps none."""

    UNIT = "points"

    def kinds(self, game: Game) -> list[Kind]:
        return []

    def entries(self, before: State, code: int, after: State) -> list[Entry]:
        return []

    def chart(self, game: Game) -> list[Shape]:
        return []
